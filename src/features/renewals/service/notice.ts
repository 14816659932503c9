import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { duePaise } from '#features/billing/rules/due-paise.ts'
import { tellBilling } from '#features/members/service/tell-billing.ts'
import { day } from '#shared/time.ts'
import { finalWarning, type Notice, renewalDue } from '../mails.ts'
import { deadlineOf, type Notice as Step } from '../rules/notices.ts'
import { latest, leastWarning, policyOf } from '../rules/policy.ts'
import { updateCharge } from './charges.ts'
import { claimOf } from './facts.ts'
import { readInvoice } from './read-invoice.ts'
import type { ChargeRow } from './rows.ts'
import { recordStep } from './steps.ts'

type Subject = { charge: ChargeRow; name: string; notBefore: Date | null }

/** Facts of a mail about an unpaid invoice. */
export async function describe(
  tx: Tx,
  ctx: BillingContext,
  { charge, name, notBefore }: Subject,
): Promise<Notice> {
  const invoice = await readInvoice(tx, charge)
  const planned = deadlineOf(claimOf(charge), policyOf(ctx.env), notBefore)
  const earliest = new Date(ctx.now().getTime() + leastWarning)
  return {
    name,
    isDomain: charge.domainId !== null,
    invoiceId: invoice.id,
    number: invoice.number,
    duePaise: duePaise(invoice),
    dueAt: charge.dueAt,
    deadline: latest(planned, earliest),
  }
}

/** Key of steps that happen once per charge and round of its warning. */
export const ofCharge = ({ id, round }: ChargeRow): string => `${id}/${round}`

/** Reminds the customer, or gives the final warning, by a notice and a mail. */
export async function sendNotice(
  tx: Tx,
  ctx: BillingContext,
  subject: Subject,
  notice: Exclude<Step, { step: 'enforce' }>,
): Promise<ChargeRow> {
  const { charge, name } = subject
  const { userId, serviceId, domainId } = charge
  const [at, whose] = [ctx.now(), { userId, serviceId }]
  const done = { ...whose, domainId, name, at, of: ofCharge(charge) }
  const facts = await describe(tx, ctx, subject)
  if (notice.step === 'warn') {
    await recordStep(tx, { ...done, step: 'warn' })
    await tellBilling(tx, ctx, { ...whose, kind: 'renewal.overdue', template: finalWarning(facts) })
    return updateCharge(tx, charge, { warnedAt: at })
  }
  const remindedDays = notice.ms / day
  await recordStep(tx, { ...done, step: `remind-${remindedDays}` })
  await tellBilling(tx, ctx, { ...whose, kind: 'renewal.due', template: renewalDue(facts) })
  return updateCharge(tx, charge, { remindedDays })
}
