import type { ScheduledTask } from '#server/jobs.ts'
import { second } from '#shared/time.ts'
import { issueDue } from './service/issue.ts'

/** Certificates that were ordered, are to be tried again, or have lived two thirds of their life. */
export const issuing: ScheduledTask = { name: 'certificates', everyMs: second, run: issueDue }
