import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { invoiceSettledKind } from '#features/billing/settled.ts'
import type { JobHandler } from '#server/jobs/job-handler.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour, minute, second } from '#shared/time.ts'
import { advanceService } from './service/advance.ts'
import { advanceDomain } from './service/domains/advance-domain.ts'
import { advanceCharges, advanceDomains, advanceDue, followStatuses, startTerms } from './service/follow.ts'
import { sendSummary } from './service/summary.ts'

const payload = z.object({ invoiceId: z.string(), userId: z.string() })

/** Applies payments immediately: a longer term, another plan, the end of a suspension, a year of a domain. */
export const settling: JobHandler = {
  kind: invoiceSettledKind,
  failureText: 'The payment has not taken effect yet.',
  async run(ctx, job) {
    const { invoiceId, userId } = payload.parse(job.payload)
    const { renewalCharges: c } = ctx.store.t
    const [charge] = await ctx.store.read
      .select({ serviceId: c.serviceId, domainId: c.domainId })
      .from(c)
      .where(and(eq(c.userId, userId), eq(c.invoiceId, invoiceId)))
    if (charge?.domainId) await advanceDomain(ctx, { userId, id: charge.domainId })
    if (charge?.serviceId) await advanceService(ctx, { userId, serviceId: charge.serviceId })
  },
}

/** One after another, in this order: a term that was just created may have a step due. */
const renewing: ScheduledTask = {
  name: 'renewals',
  everyMs: 30 * second,
  async run(ctx) {
    await startTerms(ctx)
    await advanceDue(ctx)
    await advanceCharges(ctx)
  },
}

const following: ScheduledTask = { name: 'renewal-statuses', everyMs: minute, run: followStatuses }
const domains: ScheduledTask = { name: 'renewal-domains', everyMs: 10 * minute, run: advanceDomains }
const summarising: ScheduledTask = { name: 'renewal-summary', everyMs: hour, run: sendSummary }

export const tasks = [renewing, following, domains, summarising]
