import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { minute } from '#shared/time.ts'
import { followViews } from './view/follow-views.ts'

/** Records the end of views that nobody ended by hand. */
export const followingViews: ScheduledTask = { name: 'customer-views', everyMs: minute, run: followViews }
