import { credentialsOf, type DatabaseRow } from '#features/databases/rows/database-rows.ts'
import { explainFailure } from '#features/databases/service/explain-failure.ts'
import type { EngineSession, SqlTools } from '#features/engines/contract/database-engine.ts'
import type { CustomerContext } from '#server/context.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { DomainError } from '#shared/errors.ts'
import { second } from '#shared/time.ts'
import { findOpenDatabase } from './own-database.ts'

/** A connection to a database as its own user. */
export type OpenConnection = { session: EngineSession; database: DatabaseRow; sql: SqlTools }

/** The caller's error for an engine error; other errors unchanged. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof EngineRefused)
    return new DomainError('INVALID', error.message, { details: { position: error.position }, cause: error })
  if (error instanceof EngineUnavailable)
    return new DomainError('UNAVAILABLE', error.message, { retryAfterSeconds: 5, cause: error })
  return error
}

/** The engine rejects the database's own user: its password was changed by SQL, or all its connections are in use. */
async function refuseToOpen(ctx: CustomerContext, database: DatabaseRow, error: unknown): Promise<never> {
  const known = error instanceof EngineRefused ? await explainFailure(ctx, database, error) : error
  if (known instanceof DomainError) throw new DomainError('WRONG_STATE', known.message, { cause: error })
  throw known
}

/**
 * Runs work on a separate connection and closes it afterwards, which rolls back an open transaction.
 * @throws as `findOpenDatabase`, WRONG_STATE when the engine refuses the connection, TOO_MANY_REQUESTS, UNAVAILABLE, INVALID with
 * the engine's message
 */
export async function inSession<T>(
  ctx: CustomerContext,
  id: string,
  work: (opened: OpenConnection) => Promise<T>,
): Promise<T> {
  const { database, sql } = await findOpenDatabase(ctx, id)
  const leave = await ctx.databaseConsole.enter(database.id)
  try {
    const session = await sql
      .open(credentialsOf(ctx, database))
      .catch((error) => refuseToOpen(ctx, database, error))
    try {
      return await work({ session, database, sql })
    } finally {
      await session.close().catch(() => {})
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    leave()
  }
}

const againMs = second / 2

/**
 * Cancels the work of a connection on a signal, repeatedly: the first call can miss a statement that was only just sent.
 * Stops when the returned function is called.
 */
export function cancelWhen(session: EngineSession, signal: AbortSignal): () => void {
  let timer: Timer | undefined
  const cancel = () => void session.cancel().catch(() => {})
  const begin = () => {
    cancel()
    timer = setInterval(cancel, againMs)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return () => {
    signal.removeEventListener('abort', begin)
    clearInterval(timer)
  }
}
