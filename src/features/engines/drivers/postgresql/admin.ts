import { Client, type ClientConfig, DatabaseError, Pool, type PoolConfig } from 'pg'
import { ofPortal } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { second } from '#shared/time.ts'
import { type AdminConnection, face, faceOfClient } from './admin-connection.ts'
import { endClient } from './end-client.ts'
import { inWords, isState, outOfMemory } from './failures.ts'
import { createStanding, type Standing } from './standing.ts'

/** How the portal itself connects, with the right to make databases and users. */
export type Target = Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>

const connectMs = 10 * second
/** Longer than any statement of the portal takes, shorter than anybody waits. */
const statementMs = 60 * second
/** Whoever waits for a lock of a customer gives the connection up for others, and tries again. */
const lockMs = second / 2
/** Those who take every place for a lock are put out within a second, unless the engine is in trouble itself. */
const placeMs = 4 * second
const againMs = 20
/** An answer that does not come this long after its time is over never comes. */
const silenceMs = 5 * second

const limits = {
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  query_timeout: statementMs + silenceMs,
} satisfies ClientConfig

/** Connections that are open stay so: nobody can keep the portal from ending access by keeping it from connecting. */
const staysOpen = { idleTimeoutMillis: 0, statement_timeout: 5 * second } satisfies PoolConfig

const shared = {
  connectionTimeoutMillis: connectMs,
  application_name: 'hosting portal',
  keepAlive: true,
} satisfies ClientConfig

/** What nobody listens to may not end the program: the connection is found broken when it is used next. */
const ignore = () => {}

/** A connection to `target` that is not open yet. */
export function newClient(target: Target, further: ClientConfig = {}): Client {
  const client = new Client({ ...shared, ...target, ...further })
  client.on('error', ignore)
  return client
}

/** No name or operator that a customer has made is taken for one of PostgreSQL's own, with the portal's rights. */
const ownNamesOnly = { options: '-c search_path=pg_catalog' }

export type Admin = AdminConnection & {
  /** The same over connections that are used for nothing but to end sessions, and never wait for a lock. */
  ending: AdminConnection
  /** Two connections that are used for nothing but to look at the others. */
  watching: Standing
  /** The same for changes of roles, which wait for those that are being ended. */
  closing: AdminConnection
  /** Runs `work` on a connection to another database, and closes that. @throws EngineUnavailable, EngineRefused */
  within<T>(database: string, work: (connection: AdminConnection) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction. */
  atOnce(work: (connection: AdminConnection) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Connections of the portal; one that breaks ends nothing but what it is used for. */
export function openPool(target: Target, further: PoolConfig): Pool {
  const pool = new Pool({
    ...shared,
    ...target,
    ...ownNamesOnly,
    ...limits,
    idleTimeoutMillis: 5 * second,
    allowExitOnIdle: true,
    ...further,
  })
  pool.on('error', ignore)
  // One that breaks while it is in use says so twice: to whoever waits for it, and as an event.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

async function askOf(pool: Pool, sql: string, values?: unknown[]) {
  const client = await pool.connect()
  try {
    const result = await client.query(sql, values)
    client.release()
    return result
  } catch (error) {
    // A statement that was refused leaves the connection as it was; another one might not be to be had.
    client.release(!(error instanceof DatabaseError && error.severity === 'ERROR'))
    throw error
  }
}

/** What finds no place for a lock has done nothing, and is tried again until those who took all places are out. */
async function insistOnPlace<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + placeMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isState(error, outOfMemory) || performance.now() > until) throw error
      await Bun.sleep(againMs)
    }
  }
}

const faceOf = (pool: Pool) => face((sql, values) => insistOnPlace(() => askOf(pool, sql, values)))

/** A connection that is open; whoever has it ends it. */
async function connectTo(target: Target): Promise<Client> {
  const client = newClient(target, { ...ownNamesOnly, ...limits })
  try {
    await client.connect()
    return client
  } catch (error) {
    await endClient(client)
    throw error
  }
}

/** The connections of the portal: at most twelve for common work, and eight to end access. */
export function openAdmin(target: Target): Admin {
  const pool = openPool(target, { max: 12 })
  const ending = openPool(target, { max: 2, ...staysOpen })
  const watching = createStanding(openPool(target, { max: 2, ...staysOpen }))
  const closing = openPool(target, { max: 4, ...staysOpen, lock_timeout: 4 * lockMs })
  return {
    ...faceOf(pool),
    ending: faceOf(ending),
    watching,
    closing: faceOf(closing),
    async within(database, work) {
      try {
        const client = await insistOnPlace(() => connectTo({ ...target, database }))
        try {
          return await work(face((sql, values) => insistOnPlace(() => client.query(sql, values))))
        } finally {
          await endClient(client)
        }
      } catch (error) {
        throw ofPortal(inWords(error))
      }
    },
    async atOnce(work) {
      const client = await pool.connect().catch((error) => {
        throw new EngineUnavailable('PostgreSQL does not answer.', { cause: error })
      })
      try {
        const connection = faceOfClient(client)
        await connection.ask('begin')
        await work(connection)
        await connection.ask('commit')
        client.release()
      } catch (error) {
        // The connection goes with the transaction.
        client.release(true)
        throw ofPortal(inWords(error))
      }
    },
    async close() {
      await Promise.all(
        [pool, ending, closing]
          .map((each) => each.end())
          .concat(watching.close())
          .map((each) => each.catch(ignore)),
      )
    },
  }
}
