import type { Template } from '#features/mail/template.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'

type Received = {
  id: string
  amountPaise: number
  /** `Invoice INV/2627/000001`, or the order. */
  title: string
  /** What became credit, for nothing was to be paid. */
  creditPaise: number
  /** What is still to be paid. */
  duePaise: number
  kind: 'order' | 'invoice'
  targetId: string
}

const inRupees = (paise: number): string => formatAmount(toRupees(paise))

/** Where the customer sees what was paid. */
const pathOf = ({ kind, targetId }: Pick<Received, 'kind' | 'targetId'>): string =>
  kind === 'order' ? `/pending-activation?order=${targetId}` : '/profile/billing'

/** Sent when a payment was recorded. */
export const paymentReceived =
  (payment: Received): Template =>
  ({ origin }) => ({
    kind: 'payment.received',
    relatedId: payment.targetId,
    subject: 'We have received your payment',
    paragraphs: [
      `We have received ${inRupees(payment.amountPaise)} for: ${payment.title}. Thank you.`,
      ...(payment.duePaise > 0 ? [`${inRupees(payment.duePaise)} are still to be paid.`] : []),
      ...(payment.creditPaise > 0
        ? [
            `${inRupees(payment.creditPaise)} of it were not needed for that. They are credit of your account now, and pay your next invoices.`,
          ]
        : []),
    ],
    action: { label: 'See what was paid', url: `${origin}${pathOf(payment)}` },
  })

type Unexpected = { paymentId: string; amountPaise: number; reference: string; email: string; reason: string }

/** Sent to the administrator when money came that nothing waited for. */
export const unexpectedPayment =
  (payment: Unexpected): Template =>
  ({ origin }) => ({
    kind: 'payment.unexpected',
    relatedId: payment.paymentId,
    subject: `A payment of ${inRupees(payment.amountPaise)} that nothing waits for`,
    greeting: `From ${payment.email}`,
    paragraphs: [
      `${inRupees(payment.amountPaise)} arrived under the reference ${payment.reference}. ${payment.reason}`,
    ],
    action: { label: 'See the payments', url: `${origin}/admin/payments` },
  })

type Strange = { linkId: string; paymentId: string; askedPaise: number; currency: string | null }

/** Sent to the administrator when a provider took money in a currency that was not asked for: it is not recorded. */
export const strangePayment =
  (payment: Strange): Template =>
  () => ({
    kind: 'payment.strange',
    relatedId: payment.linkId,
    subject: `A payment in ${payment.currency ?? 'an unknown currency'} was not recorded`,
    paragraphs: [
      `${inRupees(payment.askedPaise)} had been asked for, and the payment ${payment.paymentId} is in another currency. It was not recorded: look at it at the payment provider, and give it back there or record it by hand.`,
    ],
  })

type Returned = { eventId: string; paymentId: string; refundPaise: number; isRecorded: boolean }

/** Sent to the administrator when a payment was given back at the provider, and not by the portal. */
export const returnedElsewhere =
  ({ eventId, paymentId, refundPaise, isRecorded }: Returned): Template =>
  ({ origin }) => ({
    kind: 'payment.returned',
    relatedId: eventId,
    subject: `A payment was given back at the payment provider: ${inRupees(refundPaise)}`,
    paragraphs: [
      `${inRupees(refundPaise)} of the payment ${paymentId} went back to the customer there, and not by a refund of the portal.`,
      isRecorded
        ? 'Its invoice still counts as paid. Issue a credit note for it, and decide about its service.'
        : 'The payment was not recorded here yet. It is not going to be, if all of it went back.',
    ],
    action: { label: 'See the payments', url: `${origin}/admin/payments?view=received` },
  })

type RefundFailed = { id: string; amountPaise: number; externalPaymentId: string; message: string }

/** Sent to the administrator when a provider gave up a refund. */
export const refundFailed =
  (refund: RefundFailed): Template =>
  ({ origin }) => ({
    kind: 'refund.failed',
    relatedId: refund.id,
    subject: `A refund of ${inRupees(refund.amountPaise)} failed`,
    paragraphs: [
      `The payment ${refund.externalPaymentId} could not be given back. ${refund.message}`,
      'Pay it back another way, by bank transfer for instance.',
    ],
    action: { label: 'See the payments', url: `${origin}/admin/payments` },
  })
