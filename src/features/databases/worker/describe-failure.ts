import { isOutage } from '#db/errors.ts'
import type { Logger } from '#server/log.ts'

/** Logs a failed database; outages of the store are skipped, since they are logged already. */
export function warnOfDatabase(log: Logger, message: string, error: unknown, database: string): void {
  if (isOutage(error)) return
  const reason = error instanceof Error ? error.message : typeof error
  log.warn(message, { database, message: reason })
}
