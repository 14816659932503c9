import type { ScheduledTask } from '#server/jobs.ts'
import { minute, second } from '#shared/time.ts'
import { sweepCopies } from './copies/sweep.ts'
import { followAll } from './work/follow.ts'

/** Rows that are ahead of their engine: those whose request could not wait for it, and what a crash left. */
export const following: ScheduledTask = { name: 'databases', everyMs: second, run: followAll }

/** What restores of backups could not drop, or a crash left. */
export const sweepingCopies: ScheduledTask = { name: 'database-copies', everyMs: minute, run: sweepCopies }
