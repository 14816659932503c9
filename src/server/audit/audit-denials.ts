import { minute } from '#shared/time.ts'
import type { ScheduledTask } from '../jobs/jobs.ts'

/** Writes this node's denials to the audit log. */
export const auditingDenials: ScheduledTask = {
  name: 'audit-denials',
  everyMs: minute,
  isPerNode: true,
  run: (ctx) => ctx.denials.flush(ctx.store),
}
