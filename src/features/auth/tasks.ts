import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour } from '#shared/time.ts'
import { sweepSignIns } from './sign-ins/list-sign-ins.ts'

/** Sign-ins that are listed no more, and challenges that are over. */
export const sweepingSignIns: ScheduledTask = { name: 'sign-in-sweep', everyMs: hour, run: sweepSignIns }
