import { DrizzleQueryError } from 'drizzle-orm'
import { Duplicate, QueryFailed, StoreUnavailable } from '../errors.ts'

type ServerError = { errno?: unknown; code?: unknown; constraint?: unknown }

const serverError = (error: unknown): ServerError =>
  (error instanceof DrizzleQueryError ? error.cause : error) as ServerError

/** The SQLSTATE of a failure (PostgreSQL, appendix A), or the driver's code if the server did not answer; otherwise empty. */
export function sqlState(error: unknown): string {
  const { errno, code } = serverError(error) ?? {}
  return String(errno ?? code ?? '')
}

/** Transactions that collided; they may be retried immediately. */
export const isCollision = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error))

// 57P: shutting down, crashed, starting; 08: connection.
const connectionStates = /^(57P|08|ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME|SERVER_ERROR_CONNECTION))/
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ConnectionRefused',
  'ConnectionClosed',
  'FailedToOpenSocket',
])

/** The store's error for a failure of the driver; anything else is returned as it is. */
export function translate(error: unknown): unknown {
  const state = sqlState(error)
  if (state === '23505') return new Duplicate(String(serverError(error).constraint))
  // The statement timeout, which only long reads have.
  if (state === '57014') return new StoreUnavailable('slow')
  if (state === '53100') return new StoreUnavailable('full')
  if (isCollision(error) || ['55P03', '25P03'].includes(state) || state.startsWith('53'))
    return new StoreUnavailable('busy')
  if (connectionStates.test(state) || socketCodes.has(state)) return new StoreUnavailable('connection')
  // Its message contains the parameters: email addresses and hashes.
  return error instanceof DrizzleQueryError ? new QueryFailed(state, error.query) : error
}
