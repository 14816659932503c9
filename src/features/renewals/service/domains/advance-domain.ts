import { and, eq } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { expireDomain, extendDomain } from '#features/domains/service/extend.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { hasEnded } from '#features/services/lifecycle/ended.ts'
import { tellDomain } from '#features/zones/domain/tell-domain.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { showName } from '#shared/names/show-name.ts'
import { after, day } from '#shared/time.ts'
import { domainExpired, domainLapses } from '../../mails.ts'
import { type DomainStep, nextDomainStep } from '../../rules/next-domain-step.ts'
import { planNotices } from '../../rules/notices.ts'
import { policyOf } from '../../rules/policy.ts'
import { cancelCharge, closeCharge, updateCharge } from '../charges.ts'
import { claimOf } from '../facts.ts'
import { readLeaving } from '../leaving.ts'
import { describe, ofCharge, sendNotice } from '../notice.ts'
import { readInvoice } from '../read-invoice.ts'
import type { ChargeRow } from '../rows.ts'
import { recordStep } from '../steps.ts'
import { billDomain, yearAfter } from './bill-domain.ts'
import { type DomainRow, lockDomain, readOpenOfDomain } from './domain-rows.ts'

type Standing = { domain: DomainRow; charge: ChargeRow | null }
type Owned = { userId: string; id: string }

/** Applies payments for a domain, and closes credited charges. */
async function settle(tx: Tx, ctx: JobContext, { domain, charge }: Standing): Promise<Standing> {
  if (!charge) return { domain, charge }
  const { status } = await readInvoice(tx, charge)
  const now = ctx.now()
  if (status === 'open') {
    if (charge.kind !== 'domainRenewal' || !(await hasEnded(tx, domain))) return { domain, charge }
    await cancelCharge(tx, ctx, { charge, reason: 'The service of the domain ended' })
    return { domain, charge: null }
  }
  await closeCharge(tx, { charge, status: status === 'paid' ? 'settled' : 'cancelled', now })
  if (status !== 'paid') return { domain, charge: null }
  return { domain: await extendDomain(tx, domain, { until: charge.endsAt, now }), charge: null }
}

const lapseKey = ({ id, expiryDate }: DomainRow): string => `${id} ${expiryDate?.toISOString() ?? ''}`

async function isLapseTold(tx: Tx, domain: DomainRow): Promise<boolean> {
  const { renewalSteps: s } = tx.t
  const key = `${lapseKey(domain)} lapse`
  return (await tx.$count(s, and(eq(s.userId, domain.userId), eq(s.key, key)))) > 0
}

async function expire(tx: Tx, ctx: JobContext, { domain, charge }: Standing): Promise<void> {
  const { userId, id: domainId, domainName } = domain
  const [now, name] = [ctx.now(), showName(domainName)]
  const of = charge ? ofCharge(charge) : lapseKey(domain)
  await recordStep(tx, { userId, of, step: 'expire', domainId, name, at: now })
  await expireDomain(tx, domain, now)
  await auditWork(tx, ctx, {
    action: 'domain.expire',
    targetType: 'domain',
    targetId: domainId,
    userId,
    note: domainName,
  })
  if (!charge) return
  await updateCharge(tx, charge, { nextAt: null })
  const template = domainExpired(await describe(tx, ctx, { charge, name, notBefore: null }))
  await notify(tx, ctx, { userId, kind: 'renewal.suspended', template })
}

async function lapse(tx: Tx, ctx: JobContext, domain: DomainRow): Promise<void> {
  const { userId, id, domainName, expiryDate } = domain
  if (!expiryDate) return
  const name = showName(domainName)
  await recordStep(tx, { userId, of: lapseKey(domain), step: 'lapse', domainId: id, name, at: ctx.now() })
  const template = domainLapses({ id, name, at: expiryDate })
  await notify(tx, ctx, { userId, kind: 'renewal.due', template })
}

async function take(tx: Tx, ctx: JobContext, standing: Standing, step: DomainStep): Promise<void> {
  const { domain, charge } = standing
  const { userId, id, domainName, expiryDate: startsAt } = domain
  if (step.step === 'remind' || step.step === 'warn') {
    if (charge) await sendNotice(tx, ctx, { charge, name: showName(domainName), notBefore: null }, step)
  } else if (step.step === 'expire') await expire(tx, ctx, standing)
  else if (step.step === 'lapse') await lapse(tx, ctx, domain)
  else if (step.step === 'extend' && startsAt)
    await extendDomain(tx, domain, { until: yearAfter(startsAt), now: ctx.now() })
  else if (startsAt) await billDomain(tx, ctx, { userId, id, domainName, startsAt, kind: 'domainRenewal' })
}

/** When the next step on a domain's charge is due; a daily check where it has no consequence. */
function nextLook(
  ctx: JobContext,
  { domain, charge }: { domain: DomainRow; charge: ChargeRow },
): Date | null {
  const policy = policyOf(ctx.env)
  if (domain.status === 'expired') return null
  if (!policy.isBilled) return after(ctx.now(), day)
  const planned = planNotices(claimOf(charge), policy, null).map(({ at }) => at)
  return planned.find((at) => at > ctx.now()) ?? planned.at(-1) ?? null
}

async function waitOn(tx: Tx, ctx: JobContext, { domain, charge }: Standing): Promise<void> {
  if (charge) await updateCharge(tx, charge, { nextAt: nextLook(ctx, { domain, charge }) })
}

/** Cancels the open renewals of a removed domain; its registration stays on its invoice. */
async function leave(tx: Tx, ctx: JobContext, charge: ChargeRow): Promise<void> {
  if (charge.kind === 'domainRenewal' && (await readInvoice(tx, charge)).status !== 'paid')
    return cancelCharge(tx, ctx, { charge, reason: 'The domain was removed' })
  await closeCharge(tx, { charge, status: 'cancelled', now: ctx.now() })
}

/** Takes one step in its own transaction; returns false when none is left. */
async function advanceOnce(ctx: JobContext, owned: Owned): Promise<boolean> {
  return ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, owned)
    const charge = (await readOpenOfDomain(tx, owned)) ?? null
    if (!domain) {
      if (charge) await leave(tx, ctx, charge)
      return false
    }
    if (!domain.expiryDate) return false
    const standing = await settle(tx, ctx, { domain, charge })
    const facts = {
      isExpired: standing.domain.status === 'expired',
      autoRenew: standing.domain.autoRenew,
      expiresAt: standing.domain.expiryDate ?? domain.expiryDate,
      claim: standing.charge && claimOf(standing.charge),
      leavesAt: await readLeaving(tx, owned.userId),
      hasServiceEnded: await hasEnded(tx, domain),
      isLapseTold: await isLapseTold(tx, standing.domain),
    }
    const step = nextDomainStep(facts, policyOf(ctx.env), ctx.now())
    if (step) await take(tx, ctx, standing, step)
    else await waitOn(tx, ctx, standing)
    const isNews = step !== null || standing.domain.status !== domain.status || standing.charge !== charge
    if (isNews) tellDomain(tx, ctx, standing.domain)
    return step !== null
  })
}

const mostSteps = 60

/** Takes all steps due on a domain, each once even with concurrent callers. */
export async function advanceDomain(ctx: JobContext, owned: Owned): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) if (!(await advanceOnce(ctx, owned))) return
  throw new DomainError('INTERNAL', 'A domain had too many steps in a row.')
}
