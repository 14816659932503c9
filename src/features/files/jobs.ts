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

/** Empties what has been in the trash for seven days, puts aside what belongs to nobody. */
export const sweepingFiles: ScheduledTask = {
  name: 'files',
  everyMs: hour,
  async run(ctx) {
    await sweepFiles(ctx, removeAll)
  },
}
