import { isOutage } from '#db/errors.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import type { JobContext } from '#server/context.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import type { DatabaseRow, DumpRow } from '../rows/database-rows.ts'

/** Why engine work failed, as a sentence for the customer; a refusal would recur on a retry. */
export type Trouble = { reason: string; isRefusal: boolean }

/** @throws errors that come from neither the engine nor its driver */
export function describeTrouble(
  { log }: Pick<JobContext, 'log'>,
  error: unknown,
  { id, dbType }: Pick<DatabaseRow | DumpRow, 'id' | 'dbType'>,
): Trouble {
  if (error instanceof EngineRefused) return { reason: error.message, isRefusal: true }
  if (error instanceof EngineUnavailable) return { reason: error.message, isRefusal: false }
  if (isOutage(error)) throw error
  log.error('work on a database failed', {
    database: id,
    message: error instanceof Error ? error.message : typeof error,
  })
  return {
    reason: `${typeNames[dbType]} could not apply the change. We will try again soon.`,
    isRefusal: false,
  }
}
