import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { showName } from '#shared/names/show-name.ts'
import { formatDate } from '#shared/time.ts'
import { addMonths, dayOfMonth } from '../../contract/calendar.ts'
import { yearOfDomainPaise } from '../../contract/domain-price.ts'
import { dueDate, policyOf } from '../../rules/policy.ts'
import { issueCharge } from '../charges.ts'
import type { ChargeRow } from '../rows.ts'
import { recordStep } from '../steps.ts'

type Year = {
  userId: string
  id: string
  domainName: string
  startsAt: Date
  kind: 'domain' | 'domainRenewal'
}

const what = { domain: 'Registration of', domainRenewal: 'Renewal of' }

export const yearAfter = (startsAt: Date): Date => addMonths(startsAt, 12, dayOfMonth(startsAt))

/** Bills a year of a domain: the first one, or the one after `startsAt`. The caller holds the lock on the domain. */
export async function billDomain(tx: Tx, ctx: BillingContext, year: Year): Promise<ChargeRow> {
  const { userId, id: domainId, domainName, startsAt, kind } = year
  const now = ctx.now()
  const endsAt = yearAfter(startsAt)
  const name = showName(domainName)
  const charge = await issueCharge(tx, ctx, {
    userId,
    kind,
    serviceId: null,
    domainId,
    planId: null,
    months: 12,
    pricePaise: yearOfDomainPaise,
    totalPaise: yearOfDomainPaise,
    startsAt,
    endsAt,
    dueAt: dueDate(startsAt, { issuedAt: now, notice: policyOf(ctx.env).renewBefore }),
    description: `${what[kind]} ${name}, ${formatDate(startsAt)} – ${formatDate(endsAt)}`,
    nextAt: now,
  })
  await recordStep(tx, { userId, of: charge.id, step: 'invoice', domainId, name, at: now })
  return charge
}
