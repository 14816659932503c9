import type { Connection, ConnectionOptions, Pool, RowDataPacket } from 'mysql2'
import { ofPortal } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { second } from '#shared/time.ts'
import type { Credentials } from '../../contract/database-engine.ts'
import { toEngineError } from './failures.ts'

/** The portal's login, with rights to create databases and users. */
export type Target = Required<Pick<ConnectionOptions, 'host' | 'port' | 'user' | 'password'>> &
  Pick<ConnectionOptions, 'ssl'>

/** Statements of the portal. @throws EngineUnavailable, EngineRefused */
export type Queryable = { ask<Row extends object>(sql: string): Promise<Row[]> }

/** The portal's own connections. */
export type Admin = Queryable & {
  /** Reserved for ending users' access. */
  ending: Queryable
  stop(): Promise<void>
}

/** Loaded lazily: most portals have no such server and start without it. */
export const loadLibrary = () => import('mysql2')

const connectMs = 10 * second
const idleMs = 10 * second
/** Longer than any statement of the portal, shorter than any caller waits. */
const statementMs = 60 * second
/** After the statement timeout and this grace, no answer will arrive. */
const silenceMs = 5 * second
/** Waits briefly for a customer's lock, then frees the connection and retries. */
const lockSeconds = 1
/** Work on a separate connection may wait longer. */
const ownLockSeconds = 10

const shared = {
  connectTimeout: connectMs,
  charset: 'utf8mb4',
  // A server cannot request local files.
  // Nor can a statement change the connection's charset: a dump is sent as it is, whatever SET NAMES it has.
  flags: ['-LOCAL_FILES', '-SESSION_TRACK'],
  multipleStatements: false,
} satisfies ConnectionOptions

/** In this mode a text needs no escapes but doubled quotes. */
const sqlMode = 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION'

/** The mode in which the server parses the connection's next statement. @throws EngineUnavailable, EngineRefused */
export async function readMode(connection: Connection): Promise<string> {
  const [row] = await ask<{ mode: string | Buffer }>(connection, 'SELECT @@SESSION.sql_mode AS mode')
  return String(row?.mode ?? '')
}

/** A quoted text for the portal's statements. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A quoted identifier. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** Opens a connection. @throws EngineRefused, EngineUnavailable */
async function open(options: ConnectionOptions): Promise<Connection> {
  const { createConnection } = await loadLibrary()
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const connection = createConnection({ ...shared, ...options })
  // An unhandled error event would end the process; the next use finds the connection broken.
  connection.on('error', () => {})
  connection.connect((error) => {
    if (!error) return resolve(connection)
    connection.destroy()
    reject(toEngineError(error))
  })
  return promise
}

/** Connects as a customer's user to its database. @throws EngineRefused, EngineUnavailable */
export const openAs = (target: Target, { user, password, database }: Credentials, charset = 'utf8mb4') =>
  open({ ...target, user, password, database, charset })

/** Runs one statement with a small result. @throws EngineRefused, EngineUnavailable */
export function ask<Row extends object>(connection: Connection, sql: string): Promise<Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
  connection.query(sql, (error: unknown, rows: unknown) => {
    if (error) reject(toEngineError(error, sql))
    else resolve(Array.isArray(rows) ? (rows as Row[]) : [])
  })
  return promise
}

/** Session settings of the portal; only MariaDB limits the statement time (in seconds, 0 for no limit). */
const sessionOf = (limits: { lock: number; statement: number }) =>
  `SET SESSION sql_mode = ${quoteText(sqlMode)}, lock_wait_timeout = ${limits.lock}, innodb_lock_wait_timeout = ${limits.lock}
   /*M!100101 , max_statement_time = ${limits.statement} */`

/** A separate connection of the portal, for work that needs one session. @throws EngineUnavailable, EngineRefused */
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

/** A pool of at most `most` connections, closed when idle. */
function createQueryPool(target: Target, most: number) {
  let pool: Promise<Pool> | null = null
  return {
    async ask<Row extends object>(sql: string): Promise<Row[]> {
      pool ??= openPool(target, most)
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
      ;(await pool).getConnection((refused, connection) => {
        if (refused) return reject(toEngineError(refused))
        const silent = setTimeout(() => {
          connection.destroy()
          reject(new EngineUnavailable('The MySQL server does not answer.'))
        }, statementMs + silenceMs)
        connection.query<RowDataPacket[]>(sql, (error, rows) => {
          clearTimeout(silent)
          connection.release()
          if (error) reject(ofPortal(toEngineError(error, sql)))
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

/** The portal's connections: at most eight for general work and two for ending access. */
export function createAdmin(target: Target): Admin {
  const [common, ending] = [createQueryPool(target, 8), createQueryPool(target, 2)]
  return {
    ask: common.ask,
    ending,
    async stop() {
      await Promise.all([common.stop(), ending.stop()])
    },
  }
}
