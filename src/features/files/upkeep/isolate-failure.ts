import { isOutage } from '#db/errors.ts'
import type { JobContext } from '#server/context.ts'

/**
 * Runs the work for one service of many: a failure is logged, so that the others are not affected. Returns whether it succeeded.
 * @throws StoreUnavailable while the database is unreachable, for any service
 */
export async function isolateFailure(
  log: JobContext['log'],
  service: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isOutage(error)) throw error
    const message = error instanceof Error ? error.message : 'unknown failure'
    log.warn('service skipped after a failure', { service, message })
    return false
  }
}
