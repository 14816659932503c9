import { z } from 'zod'
import { domainOrNone } from '#features/services/contract/domain.ts'
import { id, instant, rupees } from '#shared/schema.ts'

export const orderStatuses = ['pending', 'approved', 'rejected', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** A repeated order within this time returns the first one (docs/product/orders.md, "Orders"). */
export const sameOrderMinutes = 10

export const texts = {
  placed: 'Order Placed Successfully',
  placedText: 'Your hosting plan has been ordered. Awaiting admin approval for dashboard access.',
  failed: 'Order Failed',
  failedText: 'There was an error processing your order. Please try again.',
  cardNotice: 'Card details stay in this browser and are not charged; the administrator confirms payment.',
  awaiting: 'Awaiting Dashboard Access',
} as const

const cardFields = ['cardNumber', 'cvc', 'expiry']

export const placeOrderInput = z
  .unknown()
  .superRefine((body, issue) => {
    if (typeof body !== 'object' || body === null) return
    const field = cardFields.find((name) => Object.hasOwn(body, name))
    if (field) issue.addIssue({ code: 'custom', path: [field], message: 'Card details must not be sent.' })
  })
  .pipe(
    z.object({
      planId: id,
      amount: rupees,
      paymentMethod: z.literal('credit_card', 'Choose an available payment method.'),
      domain: domainOrNone.default(null),
    }),
  )

const orderFields = {
  id: z.string(),
  planId: z.string(),
  amount: z.number(),
  currency: z.literal('INR'),
  status: z.enum(orderStatuses),
  paymentMethod: z.string().nullable(),
  domain: z.string().nullable(),
  serviceId: z.string(),
  createdAt: instant,
}

export const placedOrderOutput = z.object(orderFields)
export type PlacedOrder = z.output<typeof placedOrderOutput>

const named = z.object({ id: z.string(), name: z.string() })

/** A row of `GET /api/user/orders`. */
export const orderOutput = z.object({
  ...orderFields,
  plan: named,
  category: named,
  reason: z.string().nullable(),
})
export type Order = z.output<typeof orderOutput>
