import type { Tx } from '#db/types.ts'
import { type RecordedPayment, recordPayment } from '#features/billing/service/record-payment.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { publish } from '#server/answers/mutate.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'
import type { PaymentsContext } from '../context.ts'
import { paymentReceived, unexpectedPayment } from '../mails.ts'
import { notifyAdministrator } from './notify-administrator.ts'
import { schedulePoll } from './schedule-poll.ts'
import { idsOf, type Target } from './targets.ts'

export type Received = {
  /** State before this payment. */
  target: Target
  provider: 'manual' | 'razorpay'
  reference: string
  amountPaise: number
  /** The amount requested from a provider; missing when any amount may be paid. */
  askedPaise?: number
  receivedAt: Date
  note?: string
  /** NULL when the portal recorded it automatically. */
  recordedBy: string | null
}

/** Warning for the administrator about an unexpected payment; null when it is as expected. */
function surpriseOf({ target, amountPaise, askedPaise }: Received, creditPaise: number): string | null {
  if (askedPaise !== undefined && askedPaise !== amountPaise)
    return `We asked for ${formatAmount(toRupees(askedPaise))} for ${target.title}.`
  if (creditPaise === 0) return null
  const became = 'it became account credit and pays the next invoices.'
  if (creditPaise < amountPaise) return `A part of it was not needed for ${target.title}: ${became}`
  return `Nothing was due for ${target.title}: ${became}`
}

/** Open screens reload what was paid. */
export function announcePayment(tx: Tx, ctx: PaymentsContext, { payment, invoice }: RecordedPayment): void {
  const { userId, id } = payment
  publish(tx, ctx, { userId, kind: 'payment', id, status: 'received' })
  if (invoice) publish(tx, ctx, { userId, kind: 'invoice', id: invoice.id, status: invoice.status })
}

/**
 * Records a payment once and mails the customer, and the administrator when it is unexpected. Updates open screens. A repeated
 * reference changes nothing.
 * @throws NOT_FOUND when the target does not exist
 */
export async function receivePayment(
  tx: Tx,
  ctx: PaymentsContext,
  received: Received,
): Promise<RecordedPayment> {
  const { target, provider, reference, amountPaise, receivedAt, note = null, recordedBy } = received
  const recorded = await recordPayment(tx, ctx, {
    userId: target.userId,
    ...idsOf(target),
    ...{ provider, reference, amountPaise, receivedAt, note, recordedBy },
  })
  const { payment, isNew, creditPaise } = recorded
  if (!isNew) return recorded
  announcePayment(tx, ctx, recorded)
  await schedulePoll(tx, ctx, target)
  const facts = { id: payment.id, amountPaise, title: target.title, creditPaise }
  const duePaise = Math.max(target.duePaise - amountPaise, 0)
  const template = paymentReceived({ ...facts, duePaise, kind: target.kind, targetId: target.id })
  await notify(tx, ctx, { userId: target.userId, kind: 'payment.received', template })
  const reason = surpriseOf(received, creditPaise)
  const { email } = target.user
  if (reason !== null)
    await notifyAdministrator(
      tx,
      ctx,
      unexpectedPayment({ paymentId: payment.id, amountPaise, reference, email, reason }),
    )
  return recorded
}
