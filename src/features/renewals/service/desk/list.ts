import { and, asc, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { laterThan, toPage } from '#db/lists/paging.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Source, Tx } from '#db/types.ts'
import { duePaise } from '#features/billing/rules/due-paise.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import type { adminRenewalOutput, listRenewalsInput } from '../../contract/contract.ts'
import { policyOf } from '../../rules/policy.ts'

type ListInput = z.output<typeof listRenewalsInput>

/** Filters of the desk: paid time ends soon, has ended, or the service is suspended for that. */
function isOf({ store: { t }, env, now }: CustomerContext, state: ListInput['state']): SQL | undefined {
  const { renewalTerms: r } = t
  if (state === 'suspended') return isNotNull(r.suspendedAt)
  if (state === 'overdue') return lte(r.paidUntil, now())
  return state === 'due' ? lte(r.paidUntil, after(now(), policyOf(env).renewBefore)) : undefined
}

function select({ read, t }: Source, which: SQL | undefined, limit: number) {
  const { renewalTerms: r, renewalCharges: c, userServices: s, pricingPlans, users, invoices } = t
  const isOpen = and(
    eq(c.userId, r.userId),
    eq(c.serviceId, r.serviceId),
    eq(c.kind, 'renewal'),
    eq(c.status, 'open'),
  )
  return read
    .select({
      term: r,
      charge: { dueAt: c.dueAt },
      invoice: invoices,
      service: { id: s.id, name: s.name, domain: s.domain, status: s.status },
      plan: { name: pricingPlans.name },
      user: ownerColumns(t),
    })
    .from(r)
    .innerJoin(s, and(eq(s.userId, r.userId), eq(s.id, r.serviceId)))
    .innerJoin(pricingPlans, eq(pricingPlans.id, s.planId))
    .innerJoin(users, eq(users.id, r.userId))
    .leftJoin(c, isOpen)
    .leftJoin(invoices, and(eq(invoices.userId, c.userId), eq(invoices.id, c.invoiceId)))
    .where(and(isNull(r.endedAt), which))
    .orderBy(asc(r.paidUntil), asc(r.serviceId))
    .limit(limit)
}

type Row = Awaited<ReturnType<typeof select>>[number]

const presentRow = ({
  term,
  charge,
  invoice,
  service,
  plan,
  user,
}: Row): Answer<typeof adminRenewalOutput> => ({
  service: {
    id: service.id,
    name: siteName({ ...service, plan }),
    ownName: service.name,
    domain: service.domain,
  },
  user,
  plan: plan.name,
  term: term.term,
  status: service.status,
  paidUntil: term.paidUntil,
  invoice:
    invoice && charge
      ? { id: invoice.id, number: invoice.number, amount: toRupees(duePaise(invoice)), dueAt: charge.dueAt }
      : null,
  suspendedAt: term.suspendedAt,
  doNotSuspendBefore: term.doNotSuspendBefore,
})

/** Terms of services that have not ended, earliest end first. */
export async function listRenewals(ctx: CustomerContext, { state, cursor, limit }: ListInput) {
  const { renewalTerms: r } = ctx.store.t
  const further = laterThan({ at: r.paidUntil, id: r.serviceId }, cursor)
  const rows = await select(ctx.store, and(isOf(ctx, state), further), limit + 1)
  const key = ({ term }: Row) => ({ at: term.paidUntil, id: term.serviceId })
  return toPage(rows, { limit, key, present: presentRow })
}

/** One term. @throws NOT_FOUND */
export async function readRow(tx: Tx, serviceId: string): Promise<Answer<typeof adminRenewalOutput>> {
  const rows = await select(tx, eq(tx.t.renewalTerms.serviceId, serviceId), 1)
  return presentRow(only(rows, 'This service'))
}
