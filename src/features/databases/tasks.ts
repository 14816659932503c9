import type { ScheduledTask } from '#server/jobs.ts'
import { second } from '#shared/time.ts'
import { followAll } from './work/follow.ts'

/** Rows that are ahead of their engine: those whose request could not wait for it, and what a crash left. */
export const following: ScheduledTask = { name: 'databases', everyMs: second, run: followAll }
