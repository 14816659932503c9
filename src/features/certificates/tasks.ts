import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { minute, second } from '#shared/time.ts'
import { followAdvice } from './service/advice.ts'
import { issueDue } from './service/issue.ts'
import { sweepProofs } from './service/proofs.ts'

/** Certificates that are ordered, due for a retry, or past two thirds of their lifetime. */
export const issuing: ScheduledTask = { name: 'certificates', everyMs: second, run: issueDue }

export const advising: ScheduledTask = { name: 'certificate-advice', everyMs: minute, run: followAdvice }

export const sweeping: ScheduledTask = { name: 'certificate-challenges', everyMs: minute, run: sweepProofs }
