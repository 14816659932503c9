import { isOutage } from '#db/errors.ts'
import type { Logger } from '#server/log.ts'

/** A line of the log about what went wrong with a database; none for an outage of the store, which is logged already. */
export function warnOfDatabase(log: Logger, message: string, error: unknown, database: string): void {
  if (isOutage(error)) return
  const reason = error instanceof Error ? error.message : typeof error
  log.warn(message, { database, message: reason })
}
