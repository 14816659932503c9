import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { day, hour, minute, second } from '#shared/time.ts'
import { purgeEndedBackups } from './runs/purge-ended.ts'
import { queueTests } from './runs/queue-tests.ts'
import { repairBackups } from './runs/repair.ts'
import { sweepFolders } from './runs/sweep.ts'
import { pullInSchedules } from './service/pull-in-schedules.ts'
import { runDueSchedules } from './service/run-schedules.ts'

/** Scheduled backups that are due; at start, what was missed. */
export const runSchedules: ScheduledTask = {
  name: 'backup-schedules',
  everyMs: 15 * second,
  run: runDueSchedules,
}

/** Runs that a wrong clock put off. */
export const mendingSchedules: ScheduledTask = { name: 'backup-clock', everyMs: hour, run: pullInSchedules }

/** Rows that no worker is processing. */
export const repairing: ScheduledTask = { name: 'backup-repair', everyMs: minute, run: repairBackups }

/** Backups of services that are over, and files without rows. */
export const sweepingFolders: ScheduledTask = {
  name: 'backup-sweep',
  everyMs: hour,
  async run(ctx) {
    await purgeEndedBackups(ctx)
    await sweepFolders(ctx)
  },
}

/** Each service's newest backup is put back into a scratch folder once in thirty days. */
export const restoreTests: ScheduledTask = {
  name: 'backup-tests',
  everyMs: hour,
  run: (ctx) => queueTests(ctx, 30 * day),
}
