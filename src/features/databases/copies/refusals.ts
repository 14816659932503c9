import { StoreError, StoreUnavailable } from '#db/errors.ts'
import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import { type DatabaseType, databaseTypes } from '#features/engines/contract/kinds.ts'
import { notConnected } from '#features/engines/service/engines.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { describeTrouble } from '../worker/trouble.ts'

type Subject = { id: string; dbType: DatabaseType; dbName: string }

/** The engine for a type named in an archive. @throws DomainError when it is unknown or not connected */
export function engineOf({ databaseEngines }: JobContext, type: string): DatabaseEngine {
  const known = databaseTypes.find((each) => each === type)
  if (known === undefined) throw new DomainError('WRONG_STATE', `Unknown database type ${type}.`)
  const engine = databaseEngines[known]
  const missing = notConnected(engine)
  if (missing !== null) throw new DomainError('UNAVAILABLE', missing)
  return engine
}

/**
 * Runs engine work on one database.
 * @throws DomainError with the engine's message, UNAVAILABLE when it is unreachable; StoreUnavailable when the portal is stopping
 */
export async function asDomainError<T>(
  ctx: JobContext,
  subject: Subject,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw domainErrorOf(ctx, subject, error)
  }
}

export function domainErrorOf(ctx: JobContext, subject: Subject, error: unknown): Error {
  // The next worker starts this work over.
  if (ctx.databaseWork.ending.aborted) return new StoreUnavailable('fenced')
  if (error instanceof DomainError || error instanceof StoreUnavailable || error instanceof StoreError)
    return error
  const { reason, isRefusal } = describeTrouble(ctx, error, subject)
  return new DomainError(isRefusal ? 'WRONG_STATE' : 'UNAVAILABLE', `${subject.dbName}: ${reason}`)
}
