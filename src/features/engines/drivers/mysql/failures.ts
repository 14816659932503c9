import { EngineRefused, PasswordRefused, WaitRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'

/** An error of `mysql2`. */
type Failure = Error & { errno?: number; code?: string; sqlMessage?: string; fatal?: boolean }

const notAnswering = 'The MySQL server does not answer.'
const noConnectionLeft = 'All connections allowed for this database are in use.'

// MariaDB error codes that are temporary, or for the operator to fix.
const passing: Record<number, string> = {
  1021: 'The disk of the MySQL server is full.',
  1037: 'The MySQL server is out of memory.',
  1040: 'All connections of the MySQL server are in use.',
  1053: 'The MySQL server is shutting down.',
  1080: notAnswering,
  1927: 'The MySQL server closed the connection.',
}

// The server's own messages for these would expose accounts and addresses.
const inOurWords: Record<number, string> = {
  1203: noConnectionLeft,
  1226: noConnectionLeft,
  4151: 'This user cannot connect right now.',
  3118: 'This user cannot connect right now.',
  1317: 'The statement was cancelled.',
}

const wrongPassword = 1045
// Lock wait timeouts, deadlocks and statement timeouts (MariaDB, MySQL).
const waited = [1205, 1213, 1969, 3024]

const near = /near '([\s\S]*)' at line (\d+)$/

/** Offset of a syntax error, in characters from 0: the server quotes up to 80 characters of the text from there. */
function positionOf(message: string, sql: string): number | null {
  const match = near.exec(message)
  if (!match) return null
  const [, quoted = '', line] = match
  let from = 0
  for (let number = 1; number < Number(line); number += 1) from = sql.indexOf('\n', from) + 1
  if (quoted === '') return sql.length
  const found = sql.indexOf(quoted, from)
  return found < 0 ? null : found
}

/** The server's error code; undefined for other errors. */
const errorNumber = (error: unknown): number | undefined =>
  error instanceof Error && 'errno' in error && 'sqlMessage' in error ? Number(error.errno) : undefined

/**
 * Converts a connection error: EngineRefused for refusals of the server, EngineUnavailable for anything without a response.
 * Positions are offsets in `sql`.
 */
export function toEngineError(error: unknown, sql = ''): EngineRefused | EngineUnavailable {
  if (error instanceof EngineRefused || error instanceof EngineUnavailable) return error
  const number = errorNumber(error)
  if (number === undefined) return new EngineUnavailable(notAnswering, { cause: error })
  const temporary = passing[number]
  if (temporary !== undefined) return new EngineUnavailable(temporary, { cause: error })
  if (number === wrongPassword) return new PasswordRefused('The user name or the password is wrong.')
  const message = (error as Failure).sqlMessage ?? ''
  if (waited.includes(number)) return new WaitRefused(message)
  return new EngineRefused(inOurWords[number] ?? message, positionOf(message, sql))
}
