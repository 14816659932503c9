import type { Template } from '#features/mail/template.ts'
import { formatPrice } from '#shared/money/money.ts'

/** Sent when an order is placed. `amount` in rupees. */
export const orderReceived =
  (order: { id: string; planName: string; amount: number }): Template =>
  ({ origin }) => ({
    kind: 'order.received',
    relatedId: order.id,
    subject: 'We have received your order',
    paragraphs: [
      `Thank you for ordering ${order.planName} at ${formatPrice(order.amount)} a month.`,
      'We are reviewing your order, which takes up to 24 hours. We will email you as soon as your account is active.',
    ],
    action: { label: 'View your order', url: `${origin}/pending-activation?order=${order.id}` },
  })

/** Sent when an order is approved after it lost its domain name. */
export const approvedWithoutName =
  (order: { id: string; domain: string }): Template =>
  ({ origin }) => ({
    kind: 'order.nameless',
    relatedId: order.id,
    subject: `Your order was approved without ${order.domain}`,
    paragraphs: [
      `Your order was approved. As we wrote to you before, it no longer includes ${order.domain}.`,
      'You can set the name once your service is active, unless another customer uses it by then.',
    ],
    action: { label: 'Open your dashboard', url: `${origin}/dashboard` },
  })

/** Sent when an order is rejected, with the administrator's reason. */
export const orderRejected =
  (order: { id: string; planName: string; reason: string }): Template =>
  ({ origin }) => ({
    kind: 'order.rejected',
    relatedId: order.id,
    subject: 'Your order could not be accepted',
    paragraphs: [`We could not accept your ${order.planName} order.`, `Reason: ${order.reason}`],
    action: { label: 'Choose another plan', url: `${origin}/select-plan` },
  })
