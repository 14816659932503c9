import type { Connection, ConnectionOptions, Pool, RowDataPacket } from 'mysql2'
import { ofPortal } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { second } from '#shared/time.ts'
import type { Credentials } from '../../contract/database-engine.ts'
import { inWords } from './failures.ts'

/** How the portal itself connects, with the right to make databases and users. */
export type Target = Required<Pick<ConnectionOptions, 'host' | 'port' | 'user' | 'password'>> &
  Pick<ConnectionOptions, 'ssl'>

/** Statements of the portal. @throws EngineUnavailable, EngineRefused */
export type Lane = { ask<Row extends object>(sql: string): Promise<Row[]> }

/** The portal's own connections. */
export type Admin = Lane & {
  /** Those that are used for nothing but to end the access of users. */
  ending: Lane
  stop(): Promise<void>
}

/** A portal without such a server, as most are, starts without it. */
export const loadLibrary = () => import('mysql2')

const connectMs = 10 * second
const idleMs = 10 * second
/** Longer than any statement of the portal takes, shorter than anybody waits. */
const statementMs = 60 * second
/** An answer that does not come this long after its time is over never comes. */
const silenceMs = 5 * second
/** Whoever waits for a lock of a customer gives the connection up for others, and tries again. */
const lockSeconds = 1
/** What has a connection of its own may wait longer. */
const ownLockSeconds = 10

const shared = {
  connectTimeout: connectMs,
  charset: 'utf8mb4',
  // No server can ask for a file of ours.
  // Nor does a statement change how texts are sent: a dump is sent as it is, whatever names it sets.
  flags: ['-LOCAL_FILES', '-SESSION_TRACK'],
  multipleStatements: false,
} satisfies ConnectionOptions

/** With this mode a text needs no escapes but the doubled quote, whatever it contains. */
const sqlMode = 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION'

/** The mode by which the server reads the next statement of a connection. @throws EngineUnavailable, EngineRefused */
export async function readMode(connection: Connection): Promise<string> {
  const [row] = await ask<{ mode: string | Buffer }>(connection, 'SELECT @@SESSION.sql_mode AS mode')
  return String(row?.mode ?? '')
}

/** A text as it is written in a statement of the portal. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A name as it is written in a statement. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** A connection, once it is open. @throws EngineRefused, EngineUnavailable */
async function open(options: ConnectionOptions): Promise<Connection> {
  const { createConnection } = await loadLibrary()
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const connection = createConnection({ ...shared, ...options })
  // What nobody listens to may not end the program: the connection is found broken when it is used next.
  connection.on('error', () => {})
  connection.connect((error) => {
    if (!error) return resolve(connection)
    connection.destroy()
    reject(inWords(error))
  })
  return promise
}

/** The connection of a customer's user to its database. @throws EngineRefused, EngineUnavailable */
export const openAs = (target: Target, { user, password, database }: Credentials, charset = 'utf8mb4') =>
  open({ ...target, user, password, database, charset })

/** One statement, whose result is small. @throws EngineRefused, EngineUnavailable */
export function ask<Row extends object>(connection: Connection, sql: string): Promise<Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
  connection.query(sql, (error: unknown, rows: unknown) => {
    if (error) reject(inWords(error, sql))
    else resolve(Array.isArray(rows) ? (rows as Row[]) : [])
  })
  return promise
}

/** How a session of the portal is; the time of a statement, in seconds, is limited by MariaDB alone, and 0 is no limit. */
const sessionOf = (limits: { lock: number; statement: number }) =>
  `SET SESSION sql_mode = ${quoteText(sqlMode)}, lock_wait_timeout = ${limits.lock}, innodb_lock_wait_timeout = ${limits.lock}
   /*M!100101 , max_statement_time = ${limits.statement} */`

/** A connection of the portal on its own, for work that needs one session. @throws EngineUnavailable, EngineRefused */
export async function openAdmin(target: Target): Promise<Connection> {
  const connection = await open(target)
  await ask(connection, sessionOf({ lock: ownLockSeconds, statement: 0 }))
  return connection
}

async function openPool(target: Target, most: number): Promise<Pool> {
  const { createPool } = await loadLibrary()
  const pool = createPool({
    ...shared,
    ...target,
    connectionLimit: most,
    maxIdle: 0,
    idleTimeout: idleMs,
    enableKeepAlive: true,
  })
  pool.on('connection', (connection) => {
    connection.on('error', () => {})
    connection.query(sessionOf({ lock: lockSeconds, statement: statementMs / second }), () => {})
  })
  return pool
}

/** At most `most` connections, closed when nobody needs them. */
function createLane(target: Target, most: number) {
  let pool: Promise<Pool> | null = null
  return {
    async ask<Row extends object>(sql: string): Promise<Row[]> {
      pool ??= openPool(target, most)
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
      ;(await pool).getConnection((refused, connection) => {
        if (refused) return reject(inWords(refused))
        const silent = setTimeout(() => {
          connection.destroy()
          reject(new EngineUnavailable('The MySQL server does not answer.'))
        }, statementMs + silenceMs)
        connection.query<RowDataPacket[]>(sql, (error, rows) => {
          clearTimeout(silent)
          connection.release()
          if (error) reject(ofPortal(inWords(error, sql)))
          else resolve(Array.isArray(rows) ? (rows as unknown as Row[]) : [])
        })
      })
      return promise
    },
    async stop() {
      const open = await pool
      await new Promise<void>((resolve) => (open ? open.end(() => resolve()) : resolve()))
    },
  }
}

/** The connections of the portal: at most eight for common work and two to end access. */
export function createAdmin(target: Target): Admin {
  const [common, ending] = [createLane(target, 8), createLane(target, 2)]
  return {
    ask: common.ask,
    ending,
    async stop() {
      await Promise.all([common.stop(), ending.stop()])
    },
  }
}
