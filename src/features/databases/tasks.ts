import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour, minute, second } from '#shared/time.ts'
import { sweepCopies } from './copies/sweep.ts'
import { sampleMs } from './rows/sample-times.ts'
import { followMissedChanges, removeEnded } from './worker/follow-services.ts'
import { takeSamples } from './worker/measure.ts'
import { reconcileDatabases, reconcileDumps } from './worker/reconcile-all.ts'
import { purgeDumps, sweepDumps } from './worker/sweep.ts'

/** Rows ahead of their engine: requests that could not wait for it, and remains of a crash. */
export const following: ScheduledTask = { name: 'databases', everyMs: second, run: reconcileDatabases }

export const dumping: ScheduledTask = { name: 'database-dumps', everyMs: second, run: reconcileDumps }

export const followingServices: ScheduledTask = {
  name: 'database-services',
  everyMs: minute,
  run: followMissedChanges,
}

export const measuring: ScheduledTask = { name: 'database-samples', everyMs: sampleMs, run: takeSamples }

/** Databases of ended services, expired dumps, and files without rows. */
export const sweeping: ScheduledTask = {
  name: 'database-sweep',
  everyMs: hour,
  async run(ctx) {
    await removeEnded(ctx)
    await purgeDumps(ctx)
    await sweepDumps(ctx)
  },
}

/** Copies that restores could not drop, or that a crash left. */
export const sweepingCopies: ScheduledTask = { name: 'database-copies', everyMs: minute, run: sweepCopies }
