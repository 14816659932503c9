import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour } from '#shared/time.ts'
import { purgeMails } from './purge.ts'

export const purging: ScheduledTask = { name: 'mail-purge', everyMs: hour, run: purgeMails }
