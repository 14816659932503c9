import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { day, hour, minute, second } from '#shared/time.ts'
import { purgeEndedBackups } from './runs/purge-ended.ts'
import { queueTests } from './runs/queue-tests.ts'
import { repairBackups } from './runs/repair.ts'
import { sweepFolders } from './runs/sweep.ts'
import { pullInSchedules } from './service/pull-in-schedules.ts'
import { runDueSchedules } from './service/run-schedules.ts'

/** Due scheduled backups; at start, missed ones too. */
export const runSchedules: ScheduledTask = {
  name: 'backup-schedules',
  everyMs: 15 * second,
  run: runDueSchedules,
}

/** Runs postponed by a wrong clock. */
export const reschedulingSchedules: ScheduledTask = {
  name: 'backup-clock',
  everyMs: hour,
  run: pullInSchedules,
}

/** Rows without a worker. */
export const repairing: ScheduledTask = { name: 'backup-repair', everyMs: minute, run: repairBackups }

/** Backups of ended services, and files without rows. */
export const sweepingFolders: ScheduledTask = {
  name: 'backup-sweep',
  everyMs: hour,
  async run(ctx) {
    await purgeEndedBackups(ctx)
    await sweepFolders(ctx)
  },
}

/** Restores each service's newest backup into a scratch folder every thirty days. */
export const restoreTests: ScheduledTask = {
  name: 'backup-tests',
  everyMs: hour,
  run: (ctx) => queueTests(ctx, 30 * day),
}
