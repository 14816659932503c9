import type { Connection, ConnectionOptions, Pool, RowDataPacket } from 'mysql2'
import { second } from '#shared/time.ts'
import type { Credentials } from '../database-engine.ts'
import { inWords } from './failures.ts'

/** How the portal itself connects, with the right to make databases and users. */
export type Target = Required<Pick<ConnectionOptions, 'host' | 'port' | 'user' | 'password'>> &
  Pick<ConnectionOptions, 'ssl'>

/** The portal's own connections. */
export type Admin = {
  ask<Row extends object>(sql: string): Promise<Row[]>
  stop(): Promise<void>
}

/** A portal without such a server, as most are, starts without it. */
export const loadLibrary = () => import('mysql2')

const connectMs = 10 * second
const idleMs = 10 * second

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

/** A connection of the portal on its own, for work that needs one session. @throws EngineUnavailable, EngineRefused */
export async function openAdmin(target: Target): Promise<Connection> {
  const connection = await open(target)
  await ask(connection, `SET SESSION sql_mode = ${quoteText(sqlMode)}`)
  return connection
}

async function openPool(target: Target): Promise<Pool> {
  const { createPool } = await loadLibrary()
  const pool = createPool({
    ...shared,
    ...target,
    connectionLimit: 2,
    maxIdle: 0,
    idleTimeout: idleMs,
    enableKeepAlive: true,
  })
  pool.on('connection', (connection) => {
    connection.on('error', () => {})
    connection.query(`SET SESSION sql_mode = ${quoteText(sqlMode)}`, () => {})
  })
  return pool
}

/** At most two connections of the portal, closed when nobody needs them. */
export function createAdmin(target: Target): Admin {
  let pool: Promise<Pool> | null = null
  return {
    async ask(sql) {
      pool ??= openPool(target)
      const { promise, resolve, reject } = Promise.withResolvers<never[]>()
      ;(await pool).query<RowDataPacket[]>(sql, (error, rows) => {
        if (error) reject(inWords(error, sql))
        else resolve(Array.isArray(rows) ? (rows as never[]) : [])
      })
      return promise
    },
    async stop() {
      const open = await pool
      await new Promise<void>((resolve) => (open ? open.end(() => resolve()) : resolve()))
    },
  }
}
