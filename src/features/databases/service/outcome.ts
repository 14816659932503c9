import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { DomainError } from '#shared/errors.ts'

const retryAfterSeconds = 5

/**
 * Turns an engine failure into the caller's error: 422 with the engine's message for a refusal, 503 while the engine is
 * unreachable; any other error is returned unchanged.
 */
export function refusalOf(error: unknown): unknown {
  if (error instanceof EngineUnavailable)
    return new DomainError('UNAVAILABLE', error.message, { retryAfterSeconds })
  if (!(error instanceof EngineRefused)) return error
  const { message, position } = error
  return new DomainError('INVALID', message, { details: position === null ? {} : { position } })
}
