import type { Template } from '#features/mail/template.ts'
import { formatAmount, toRupees } from '#shared/money/money.ts'

type Received = {
  id: string
  amountPaise: number
  /** `Invoice INV/2627/000001`, or the order. */
  title: string
  /** The part that became credit, because nothing was due. */
  creditPaise: number
  /** The amount still due. */
  duePaise: number
  kind: 'order' | 'invoice'
  targetId: string
}

const inRupees = (paise: number): string => formatAmount(toRupees(paise))

/** Where the customer sees their payments. */
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
      ...(payment.duePaise > 0 ? [`${inRupees(payment.duePaise)} remains to be paid.`] : []),
      ...(payment.creditPaise > 0
        ? [
            `${inRupees(payment.creditPaise)} of it was not needed for that. It is now account credit and pays your next invoices.`,
          ]
        : []),
    ],
    action: { label: 'View the payment', url: `${origin}${pathOf(payment)}` },
  })

type Unexpected = { paymentId: string; amountPaise: number; reference: string; email: string; reason: string }

/** Sent to the administrator when an unexpected payment arrives. */
export const unexpectedPayment =
  (payment: Unexpected): Template =>
  ({ origin }) => ({
    kind: 'payment.unexpected',
    relatedId: payment.paymentId,
    subject: `Unexpected payment of ${inRupees(payment.amountPaise)}`,
    greeting: `From ${payment.email}`,
    paragraphs: [
      `${inRupees(payment.amountPaise)} arrived under the reference ${payment.reference}. ${payment.reason}`,
    ],
    action: { label: 'View payments', url: `${origin}/admin/payments` },
  })

type WrongCurrency = { linkId: string; paymentId: string; askedPaise: number; currency: string | null }

/** Sent to the administrator when a provider received an unexpected currency: the payment is not recorded. */
export const strangePayment =
  (payment: WrongCurrency): Template =>
  () => ({
    kind: 'payment.strange',
    relatedId: payment.linkId,
    subject: `A payment in ${payment.currency ?? 'an unknown currency'} was not recorded`,
    paragraphs: [
      `We asked for ${inRupees(payment.askedPaise)}, and the payment ${payment.paymentId} is in another currency. It was not recorded: check it at the payment provider, and refund it there or record it manually.`,
    ],
  })

type Returned = { eventId: string; paymentId: string; refundPaise: number; isRecorded: boolean }

/** Sent to the administrator when a payment was refunded at the provider, and not by the portal. */
export const returnedElsewhere =
  ({ eventId, paymentId, refundPaise, isRecorded }: Returned): Template =>
  ({ origin }) => ({
    kind: 'payment.returned',
    relatedId: eventId,
    subject: `A payment was refunded at the payment provider: ${inRupees(refundPaise)}`,
    paragraphs: [
      `${inRupees(refundPaise)} of the payment ${paymentId} was refunded there, and not by the portal.`,
      isRecorded
        ? 'Its invoice still counts as paid. Issue a credit note for it, and decide about its service.'
        : 'The payment is not recorded here yet. If it was refunded in full, it will not be.',
    ],
    action: { label: 'View payments', url: `${origin}/admin/payments?view=received` },
  })

type RefundFailed = { id: string; amountPaise: number; externalPaymentId: string; message: string }

/** Sent to the administrator when a provider abandons a refund. */
export const refundFailed =
  (refund: RefundFailed): Template =>
  ({ origin }) => ({
    kind: 'refund.failed',
    relatedId: refund.id,
    subject: `A refund of ${inRupees(refund.amountPaise)} failed`,
    paragraphs: [
      `The payment ${refund.externalPaymentId} could not be refunded. ${refund.message}`,
      'Refund it another way, for example by bank transfer.',
    ],
    action: { label: 'View payments', url: `${origin}/admin/payments` },
  })
