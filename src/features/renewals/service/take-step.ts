import type { Tx } from '#db/types.ts'
import { notifyBilling } from '#features/members/service/notify-billing.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { keptDays } from '#features/services/contract/ended.ts'
import { changeService } from '#features/services/lifecycle/lifecycle.ts'
import type { JobContext } from '#server/context.ts'
import { siteName } from '#shared/names/site-name.ts'
import { after, day } from '#shared/time.ts'
import { dayOfMonth, monthsOf } from '../contract/calendar.ts'
import { ended, resumed, suspended } from '../mails.ts'
import type { Step, StepName } from '../rules/next-step.ts'
import { policyOf } from '../rules/policy.ts'
import { billPeriod, grantPeriod } from './bill-period.ts'
import { cancelCharge, updateCharge } from './charges.ts'
import { pullInDomains } from './domains/domain-rows.ts'
import { describe, ofCharge, sendNotice } from './notice.ts'
import { isTerm, type TermRow } from './rows.ts'
import type { Standing } from './standing.ts'
import { recordStep } from './steps.ts'

/** The reason shown to suspended customers. */
const overdueReason = 'Payment is overdue'

type Take = (tx: Tx, ctx: JobContext, standing: Standing) => Promise<void>

const nameOf = ({ bought: { service, plan } }: Standing) => siteName({ ...service, plan })

const setTerm = (tx: Tx, { term }: Standing, set: Partial<TermRow>) =>
  tx.update(tx.t.renewalTerms).set(set).where(isTerm(tx, term))

/** Records a step without a charge, once for each time it follows from. */
const note = (tx: Tx, ctx: JobContext, standing: Standing, step: StepName, since: Date | null) => {
  const { userId, serviceId } = standing.term
  const of = `${serviceId} ${since?.toISOString() ?? ''}`
  return recordStep(tx, { userId, of, step, serviceId, name: nameOf(standing), at: ctx.now() })
}

const suspend: Take = async (tx, ctx, standing) => {
  const { term, claim } = standing
  if (!claim) return
  const { userId, serviceId } = term
  const now = ctx.now()
  const name = nameOf(standing)
  await recordStep(tx, { userId, of: ofCharge(claim), step: 'suspend', serviceId, name, at: now })
  await changeService(tx, ctx, 'suspend', { id: serviceId, reason: overdueReason, isNotified: true })
  await setTerm(tx, standing, { suspendedAt: now })
  const facts = await describe(tx, ctx, { charge: claim, name, notBefore: null })
  const template = suspended(facts, after(now, policyOf(ctx.env).terminateAfter))
  await notifyBilling(tx, ctx, { userId, serviceId, kind: 'renewal.suspended', template })
}

const resume: Take = async (tx, ctx, standing) => {
  const { userId, serviceId: id, suspendedAt } = standing.term
  await note(tx, ctx, standing, 'resume', suspendedAt)
  await changeService(tx, ctx, 'unsuspend', { id, reason: 'Paid', isNotified: true })
  await setTerm(tx, standing, { suspendedAt: null })
  const template = resumed({ id, name: nameOf(standing) })
  await notify(tx, ctx, { userId, kind: 'renewal.suspended', template })
}

/** Lifting the suspension grants time: the next one needs another warning. */
const release: Take = async (tx, ctx, standing) => {
  const { term, claim } = standing
  await note(tx, ctx, standing, 'release', term.suspendedAt)
  await setTerm(tx, standing, { suspendedAt: null })
  if (claim) await updateCharge(tx, claim, { warnedAt: null, round: claim.round + 1 })
}

const terminate: Take = async (tx, ctx, standing) => {
  const { userId, serviceId: id, suspendedAt } = standing.term
  await note(tx, ctx, standing, 'terminate', suspendedAt)
  await changeService(tx, ctx, 'terminate', { id, reason: overdueReason, isNotified: true })
  const keptUntil = after(ctx.now(), keptDays * day)
  const template = ended({ id, name: nameOf(standing) }, keptUntil)
  await notify(tx, ctx, { userId, kind: 'renewal.suspended', template })
}

const end: Take = async (tx, ctx, standing) => {
  const { bought, claim, change } = standing
  await note(tx, ctx, standing, 'end', bought.service.updatedAt)
  await setTerm(tx, standing, { endedAt: ctx.now(), suspendedAt: null })
  for (const charge of [claim, change])
    if (charge) await cancelCharge(tx, ctx, { charge, reason: 'The service ended' })
  await pullInDomains(tx, { ...standing.term, now: ctx.now() })
}

/** The next period of a restored service begins now, unless more time is paid. */
const revive: Take = async (tx, ctx, standing) => {
  const { endedAt, paidUntil } = standing.term
  const now = ctx.now()
  await note(tx, ctx, standing, 'revive', endedAt)
  const restart = paidUntil < now ? { paidUntil: now, anchorDay: dayOfMonth(now) } : {}
  await setTerm(tx, standing, { endedAt: null, ...restart })
}

const takes: Record<Exclude<StepName, 'remind' | 'warn'>, Take> = {
  invoice: async (tx, ctx, standing) =>
    void (await billPeriod(tx, ctx, standing, { months: monthsOf[standing.term.term] })),
  extend: async (tx, ctx, standing) => void (await grantPeriod(tx, ctx, standing, 1)),
  suspend,
  resume,
  release,
  terminate,
  end,
  revive,
}

/** Takes the step and notifies customer and staff. The caller holds the lock on the term. */
export async function takeStep(tx: Tx, ctx: JobContext, standing: Standing, step: Step): Promise<void> {
  if (step.step !== 'remind' && step.step !== 'warn') return takes[step.step](tx, ctx, standing)
  const { claim: charge, term } = standing
  if (!charge) return
  await sendNotice(tx, ctx, { charge, name: nameOf(standing), notBefore: term.doNotSuspendBefore }, step)
}
