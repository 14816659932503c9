import type { Chore } from '#server/jobs.ts'
import { day, hour, minute, second } from '#shared/time.ts'
import { queueTests } from './runs/queue-tests.ts'
import { repairBackups } from './runs/repair.ts'
import { sweepFolders } from './runs/sweep.ts'
import { pullInSchedules } from './service/pull-in-schedules.ts'
import { runDueSchedules } from './service/run-schedules.ts'

/** Scheduled backups that are due; at start, what was missed. */
export const runSchedules: Chore = { name: 'backup-schedules', everyMs: 15 * second, run: runDueSchedules }

/** Runs that a wrong clock put off. */
export const mendingSchedules: Chore = { name: 'backup-clock', everyMs: hour, run: pullInSchedules }

/** Rows without anybody at work on them. */
export const repairing: Chore = { name: 'backup-repair', everyMs: minute, run: repairBackups }

/** Files without rows. */
export const sweepingFolders: Chore = { name: 'backup-sweep', everyMs: hour, run: sweepFolders }

/** Each service's newest backup is put back into a scratch folder once in thirty days. */
export const restoreTests: Chore = {
  name: 'backup-tests',
  everyMs: hour,
  run: (ctx) => queueTests(ctx, 30 * day),
}
