import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { formatBytes, formatLimit } from '#shared/bytes.ts'
import { invalid } from '#shared/errors.ts'
import type { PlanChange } from '../../contract/contract.ts'
import { type Proration, prorate, startOfDay } from '../../contract/proration.ts'
import { type Bought, type PeriodRow, type PlanRow, readPeriods, type TermRow } from '../rows.ts'
import { findExceeded } from './plan-usage.ts'

/** The requested plan. @throws INVALID for one that is not available, is in another category, or is the present one */
export async function findPlan(tx: Tx, { plan: present }: Bought, id: string): Promise<PlanRow> {
  const [plan] = await tx.select().from(tx.t.pricingPlans).where(eq(tx.t.pricingPlans.id, id))
  if (!plan || plan.isArchived) throw invalid('planId', 'This plan is not available.')
  if (plan.isContact) throw invalid('planId', 'Contact us to order this plan.')
  if (plan.categoryId !== present.categoryId)
    throw invalid('planId', 'A service stays in its category. Order this plan as a new service.')
  if (plan.id === present.id) throw invalid('planId', 'The service already has this plan.')
  return plan
}

const refusals = {
  pending: 'This service is not active yet.',
  suspended: 'This service is suspended. Pay the open invoice first.',
  terminated: 'This service has ended.',
} as const

const names: Record<PlanChange['exceeded'][number]['limit'], string> = {
  disk: 'files',
  databases: 'databases',
  mailboxes: 'mailboxes',
  domains: 'domains',
  backups: 'backups',
}

const describe = ({ limit, used, allowed }: PlanChange['exceeded'][number]): string =>
  limit === 'disk'
    ? `${formatBytes(used)} of ${formatLimit(allowed)} of files`
    : `${used} of ${allowed} ${names[limit]}`

export type Offer = {
  plan: PlanRow
  periods: PeriodRow[]
  proration: Proration
  refusal: string | null
  exceeded: PlanChange['exceeded']
}

/** The price of a change to the plan today, and why it is not possible. @throws INVALID for a plan that cannot be chosen */
export async function makeOffer(
  tx: Tx,
  { bought, term }: { bought: Bought; term: Pick<TermRow, 'userId' | 'serviceId'> },
  { planId, now }: { planId: string; now: Date },
): Promise<Offer> {
  const plan = await findPlan(tx, bought, planId)
  const { service } = bought
  const periods = await readPeriods(tx, term, now)
  const exceeded = await findExceeded(tx, service, plan.limits)
  const wrongState =
    service.busy !== null
      ? 'This service is being restored. Try again when that is done.'
      : refusals[service.status as keyof typeof refusals]
  const tooMuch = `The service uses more than ${plan.name} allows: ${exceeded.map(describe).join(', ')}.`
  return {
    plan,
    periods,
    proration: prorate(periods, plan.pricePaise, startOfDay(now)),
    refusal: wrongState ?? (exceeded.length > 0 ? tooMuch : null),
    exceeded,
  }
}
