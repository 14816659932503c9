import { z } from 'zod'
import { mailOutput } from '#features/mail/contract.ts'
import { domainOrNone } from '#features/services/contract/domain.ts'
import { serviceOutput } from '#features/services/contract.ts'
import { id, instant, line, lines, maybeInstant, rupees, searchText } from '#shared/schema.ts'

const orderStatuses = ['pending', 'approved', 'rejected', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The same order again within this time is answered with the first one (docs/product.md, "Orders"). */
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
      paymentMethod: z.literal('credit_card', 'Choose a payment method that is offered.'),
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

const customer = z.object({
  id: z.string(),
  email: z.string(),
  mobile: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})

/** A row of the approval desk. */
export const adminOrderOutput = orderOutput.extend({
  user: customer,
  decidedAt: maybeInstant,
  note: z.string().nullable(),
})
export type AdminOrder = z.output<typeof adminOrderOutput>

export const listOrdersInput = z.object({
  status: z
    .enum(['', 'all', ...orderStatuses])
    .optional()
    .transform((status) => (status === '' || status === 'all' ? undefined : status)),
  q: searchText(254).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListOrdersInput = z.output<typeof listOrdersInput>

export const approveInput = z.object({
  id,
  note: line(500).nullish(),
  serverIp: z.union([z.ipv4(), z.ipv6()], 'Enter an IP address.').nullish(),
})
export const rejectInput = z.object({ id, reason: lines(500).pipe(z.string().min(1, 'Give a reason.')) })

const timelineEntry = z.object({
  at: instant,
  actor: z.string(),
  action: z.string(),
  note: z.string().nullable(),
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** `GET /api/admin/orders/{id}`; approve and reject answer the same, approve with `alreadyApproved` on a repeat. */
export const orderDetailOutput = adminOrderOutput.extend({
  service: serviceOutput,
  provisioning: serviceOutput.shape.provisioning,
  mails: z.array(mailOutput),
  timeline: z.array(timelineEntry),
  alreadyApproved: z.boolean().optional(),
})
export type OrderDetail = z.output<typeof orderDetailOutput>
