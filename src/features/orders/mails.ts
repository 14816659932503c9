import { composeMail, greet, type Recipient } from '#shared/mail.ts'
import { formatPrice } from '#shared/money.ts'

type Sender = { companyName: string; origin: string }

/** Sent when an order was placed. `amount` in rupees. */
export const orderReceived = (to: Recipient, from: Sender, order: { planName: string; amount: number }) => ({
  kind: 'order.received',
  subject: 'We have received your order',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [
      `Thank you for ordering ${order.planName} at ${formatPrice(order.amount)} a month.`,
      'We are reviewing your order, which takes up to 24 hours. You will get an email as soon as your account is active.',
    ],
    action: { label: 'See your order', url: `${from.origin}/pending-activation` },
  }),
})

/** Sent when an order was rejected, with the administrator's reason. */
export const orderRejected = (to: Recipient, from: Sender, order: { planName: string; reason: string }) => ({
  kind: 'order.rejected',
  subject: 'Your order could not be accepted',
  ...composeMail({
    companyName: from.companyName,
    greeting: greet(to),
    paragraphs: [`We could not accept your order of ${order.planName}.`, `Reason: ${order.reason}`],
    action: { label: 'Choose another plan', url: `${from.origin}/select-plan` },
  }),
})
