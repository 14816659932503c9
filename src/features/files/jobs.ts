import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { removeAll } from '#server/system/disk.ts'
import { hour, second } from '#shared/time.ts'
import { settleAll } from './service/journal.ts'
import { sweepFiles } from './upkeep/sweep.ts'

/** Completes changes that a process left unfinished because it died or lost the store. */
export const settling: ScheduledTask = {
  name: 'file-intents',
  everyMs: 5 * second,
  run: settleAll,
}

/** Empties seven-day-old trash and quarantines files without an owner. */
export const sweepingFiles: ScheduledTask = {
  name: 'files',
  everyMs: hour,
  async run(ctx) {
    await sweepFiles(ctx, removeAll)
  },
}
