import { and, asc, eq } from 'drizzle-orm'
import { duePaise } from '#features/billing/rules/due-paise.ts'
import type { OwnerContext } from '#server/context.ts'
import { toRupees } from '#shared/money/money.ts'
import { showName } from '#shared/names/show-name.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { Answer } from '#shared/schema.ts'
import type { dueOutput } from '../contract/contract.ts'
import { deadlineOf } from '../rules/notices.ts'
import { policyOf } from '../rules/policy.ts'
import { claimOf } from './facts.ts'

const most = 200

const select = ({ store: { read, t }, user }: OwnerContext, serviceId: string | undefined) => {
  const { renewalCharges: c, invoices, userServices: s, pricingPlans, domains, renewalTerms } = t
  const which = and(
    eq(c.userId, user.id),
    eq(c.status, 'open'),
    serviceId === undefined ? undefined : eq(c.serviceId, serviceId),
  )
  return read
    .select({
      charge: c,
      invoice: invoices,
      service: { id: s.id, domain: s.domain },
      plan: { name: pricingPlans.name },
      domain: { name: domains.domainName },
      term: { suspendedAt: renewalTerms.suspendedAt, notBefore: renewalTerms.doNotSuspendBefore },
    })
    .from(c)
    .innerJoin(invoices, and(eq(invoices.userId, c.userId), eq(invoices.id, c.invoiceId)))
    .leftJoin(s, and(eq(s.userId, c.userId), eq(s.id, c.serviceId)))
    .leftJoin(pricingPlans, eq(pricingPlans.id, s.planId))
    .leftJoin(domains, and(eq(domains.userId, c.userId), eq(domains.id, c.domainId)))
    .leftJoin(renewalTerms, and(eq(renewalTerms.userId, c.userId), eq(renewalTerms.serviceId, c.serviceId)))
    .where(which)
    .orderBy(asc(c.dueAt), asc(c.id))
    .limit(most)
}

type Row = Awaited<ReturnType<typeof select>>[number]

function nameOf({ service, plan, domain }: Row): string {
  if (domain) return showName(domain.name)
  return service && plan ? siteName({ id: service.id, domain: service.domain, plan }) : ''
}

/** The caller's unpaid invoices for services and domains, earliest due date first. */
export async function listDue(ctx: OwnerContext, serviceId?: string): Promise<Answer<typeof dueOutput>[]> {
  const rows = await select(ctx, serviceId)
  const now = ctx.now()
  return rows
    .filter(({ invoice }) => invoice.status === 'open')
    .map((row) => {
      const { charge, invoice, term } = row
      const policy = policyOf(ctx.env)
      const hasDeadline = policy.isBilled && charge.kind !== 'planChange'
      return {
        id: charge.id,
        kind: charge.kind,
        name: nameOf(row),
        serviceId: charge.serviceId,
        domainId: charge.domainId,
        planId: charge.kind === 'planChange' ? charge.planId : null,
        invoiceId: invoice.id,
        number: invoice.number,
        amount: toRupees(duePaise(invoice)),
        dueAt: charge.dueAt,
        isOverdue: charge.kind !== 'planChange' && charge.dueAt <= now,
        deadline: hasDeadline ? deadlineOf(claimOf(charge), policy, term?.notBefore ?? null) : null,
        isSuspended: (term?.suspendedAt ?? null) !== null,
      }
    })
}
