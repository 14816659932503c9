import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour } from '#shared/time.ts'
import { sweepSignIns } from './sign-ins/list-sign-ins.ts'

/** Deletes sign-ins past their listing period, and expired challenges. */
export const sweepingSignIns: ScheduledTask = { name: 'sign-in-sweep', everyMs: hour, run: sweepSignIns }
