import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { minute, second } from '#shared/time.ts'
import { measureFigures } from './figures.ts'
import { recordHeartbeat } from './heartbeat.ts'

/** Twice a minute, so that no minute is missed. */
export const beating: ScheduledTask = { name: 'heartbeat', everyMs: 30 * second, run: recordHeartbeat }

export const measuring: ScheduledTask = { name: 'status-figures', everyMs: 15 * minute, run: measureFigures }
