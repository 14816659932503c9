import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { DomainError } from '#shared/errors.ts'

const retryAfterSeconds = 5

/**
 * The refusal that an engine's failure is to a caller: 422 with its sentence for what it refused, 503 while it is out of
 * reach; anything else stays what it is.
 */
export function refusalOf(error: unknown): unknown {
  if (error instanceof EngineUnavailable)
    return new DomainError('UNAVAILABLE', error.message, { retryAfterSeconds })
  if (!(error instanceof EngineRefused)) return error
  const { message, position } = error
  return new DomainError('INVALID', message, { details: position === null ? {} : { position } })
}
