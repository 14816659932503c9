import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour, minute, second } from '#shared/time.ts'
import { sweepCopies } from './copies/sweep.ts'
import { sampleMs } from './rows/sample-times.ts'
import { followDatabases, followDumps } from './worker/follow-all.ts'
import { followUnheard, leaveEnded } from './worker/follow-services.ts'
import { takeSamples } from './worker/measure.ts'
import { purgeDumps, sweepDumps } from './worker/sweep.ts'

/** Rows that are ahead of their engine: those whose request could not wait for it, and what a crash left. */
export const following: ScheduledTask = { name: 'databases', everyMs: second, run: followDatabases }

export const dumping: ScheduledTask = { name: 'database-dumps', everyMs: second, run: followDumps }

export const followingServices: ScheduledTask = {
  name: 'database-services',
  everyMs: minute,
  run: followUnheard,
}

export const measuring: ScheduledTask = { name: 'database-samples', everyMs: sampleMs, run: takeSamples }

/** Databases of services that are over, dumps that are, and files without rows. */
export const sweeping: ScheduledTask = {
  name: 'database-sweep',
  everyMs: hour,
  async run(ctx) {
    await leaveEnded(ctx)
    await purgeDumps(ctx)
    await sweepDumps(ctx)
  },
}

/** What restores of backups could not drop, or a crash left. */
export const sweepingCopies: ScheduledTask = { name: 'database-copies', everyMs: minute, run: sweepCopies }
