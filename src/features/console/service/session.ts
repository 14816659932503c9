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
export type Opened = { session: EngineSession; database: DatabaseRow; sql: SqlTools }

/** The refusal that a caller gets for what an engine said; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof EngineRefused)
    return new DomainError('INVALID', error.message, { details: { position: error.position }, cause: error })
  if (error instanceof EngineUnavailable)
    return new DomainError('UNAVAILABLE', error.message, { retryAfterSeconds: 5, cause: error })
  return error
}

/** The engine does not let its own user in: somebody has changed the password by SQL, or has all connections open. */
async function refuseToOpen(ctx: CustomerContext, database: DatabaseRow, error: unknown): Promise<never> {
  const known = error instanceof EngineRefused ? await explainFailure(ctx, database, error) : error
  if (known instanceof DomainError) throw new DomainError('WRONG_STATE', known.message, { cause: error })
  throw known
}

/**
 * Carries out work in a connection of its own, which is closed afterwards: what it left open is rolled back.
 * @throws as `findOpenDatabase`, WRONG_STATE when the engine lets nobody in, TOO_MANY_REQUESTS, UNAVAILABLE, INVALID with the engine's sentence
 */
export async function inSession<T>(
  ctx: CustomerContext,
  id: string,
  work: (opened: Opened) => Promise<T>,
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
 * Cancels what a connection does as soon as a signal says so, again and again: a statement that was only just sent does not
 * hear the first call. Stops when the returned function is called.
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
