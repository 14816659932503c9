import { Client, type ClientConfig, DatabaseError, Pool, type PoolConfig } from 'pg'
import { ofPortal } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { second } from '#shared/time.ts'
import { type AdminConnection, wrap, wrapClient } from './admin-connection.ts'
import { endClient } from './end-client.ts'
import { isState, outOfMemory, toEngineError } from './failures.ts'
import { createStanding, type Standing } from './standing.ts'

/** The portal's login, with rights to create databases and users. */
export type Target = Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>

const connectMs = 10 * second
/** Longer than any statement of the portal, shorter than any caller waits. */
const statementMs = 60 * second
/** Waits briefly for a customer's lock, then frees the connection and retries. */
const lockMs = second / 2
/** Sessions that exhaust the lock table are ended within a second, unless the engine has problems. */
const placeMs = 4 * second
const againMs = 20
/** After the statement timeout and this grace, no answer will arrive. */
const silenceMs = 5 * second

const limits = {
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  query_timeout: statementMs + silenceMs,
} satisfies ClientConfig

/** Kept open: a customer cannot prevent the portal from ending access by exhausting connections. */
const staysOpen = { idleTimeoutMillis: 0, statement_timeout: 5 * second } satisfies PoolConfig

const shared = {
  connectionTimeoutMillis: connectMs,
  application_name: 'hosting portal',
  keepAlive: true,
} satisfies ClientConfig

/** An unhandled error event would end the process; the next use finds the connection broken. */
const ignore = () => {}

/** A client for `target`, not yet connected. */
export function newClient(target: Target, further: ClientConfig = {}): Client {
  const client = new Client({ ...shared, ...target, ...further })
  client.on('error', ignore)
  return client
}

/** Customers' names and operators must not shadow PostgreSQL's own, with the portal's rights. */
const ownNamesOnly = { options: '-c search_path=pg_catalog' }

export type Admin = AdminConnection & {
  /** Reserved for ending sessions; never waits for a lock. */
  ending: AdminConnection
  /** Two connections reserved for watching the others. */
  watching: Standing
  /** Reserved for role changes, which wait for sessions being ended. */
  closing: AdminConnection
  /** Runs `work` on a temporary connection to another database. @throws EngineUnavailable, EngineRefused */
  within<T>(database: string, work: (connection: AdminConnection) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction. */
  atOnce(work: (connection: AdminConnection) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** A pool of the portal; a broken connection fails only its current user. */
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
  // A connection that breaks in use reports this twice: to its user, and as an event.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

async function queryOn(pool: Pool, sql: string, values?: unknown[]) {
  const client = await pool.connect()
  try {
    const result = await client.query(sql, values)
    client.release()
    return result
  } catch (error) {
    // After a refused statement the connection is still good, and a new one might not be available.
    client.release(!(error instanceof DatabaseError && error.severity === 'ERROR'))
    throw error
  }
}

/** A statement without room in the lock table has done nothing, and is retried until the hoarding sessions are ended. */
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

const wrapPool = (pool: Pool) => wrap((sql, values) => insistOnPlace(() => queryOn(pool, sql, values)))

/** An open connection; the caller ends it. */
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

/** The portal's connections: at most twelve for general work, and eight for ending access. */
export function openAdmin(target: Target): Admin {
  const pool = openPool(target, { max: 12 })
  const ending = openPool(target, { max: 2, ...staysOpen })
  const watching = createStanding(openPool(target, { max: 2, ...staysOpen }))
  const closing = openPool(target, { max: 4, ...staysOpen, lock_timeout: 4 * lockMs })
  return {
    ...wrapPool(pool),
    ending: wrapPool(ending),
    watching,
    closing: wrapPool(closing),
    async within(database, work) {
      try {
        const client = await insistOnPlace(() => connectTo({ ...target, database }))
        try {
          return await work(wrap((sql, values) => insistOnPlace(() => client.query(sql, values))))
        } finally {
          await endClient(client)
        }
      } catch (error) {
        throw ofPortal(toEngineError(error))
      }
    },
    async atOnce(work) {
      const client = await pool.connect().catch((error) => {
        throw new EngineUnavailable('PostgreSQL does not answer.', { cause: error })
      })
      try {
        const connection = wrapClient(client)
        await connection.ask('begin')
        await work(connection)
        await connection.ask('commit')
        client.release()
      } catch (error) {
        // The transaction ends with its connection.
        client.release(true)
        throw ofPortal(toEngineError(error))
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
