import { z } from 'zod'
import { mailOutput } from '#features/mail/contract.ts'
import { serviceOutput } from '#features/services/contract/contract.ts'
import { choice, person, searchInput } from '#shared/desk-list.ts'
import { id, instant, line, lines, maybeInstant } from '#shared/schema.ts'
import { orderOutput, orderStatuses } from './contract.ts'

const customer = person.extend({ mobile: z.string() })

/**
 * Payment state of an order: `reported` is a transfer that its customer reported and nobody confirmed, `returned` one that became
 * credit or was refunded.
 */
const paymentStates = ['paid', 'part', 'reported', 'unpaid', 'returned'] as const

const payment = z.object({
  state: z.enum(paymentStates),
  /** Method of the newest payment; `approval` was confirmed with the approval alone. */
  by: z.enum(['transfer', 'razorpay', 'credit', 'approval']).nullable(),
  /** Reference of the newest payment, or of the reported transfer. */
  reference: z.string().nullable(),
  /** Rupees received. */
  received: z.number(),
})

/** A row of the approval desk. */
export const adminOrderOutput = orderOutput.extend({
  user: customer,
  payment,
  decidedAt: maybeInstant,
  /** The administrator who decided, or the customer who cancelled; null for the portal. */
  decidedBy: person.nullable(),
  note: z.string().nullable(),
})
export type AdminOrder = z.output<typeof adminOrderOutput>

export const listOrdersInput = searchInput.extend({ status: choice(orderStatuses) })
export type ListOrdersInput = z.output<typeof listOrdersInput>

export const approveInput = z.object({
  id,
  note: line(500).nullish(),
  serverIp: z.union([z.ipv4(), z.ipv6()], 'Enter an IP address.').nullish(),
})
export const rejectInput = z.object({ id, reason: lines(500).pipe(z.string().min(1, 'Enter a reason.')) })

const timelineEntry = z.object({
  at: instant,
  actor: z.string(),
  action: z.string(),
  note: z.string().nullable(),
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** `GET /api/admin/orders/{id}`; approve and reject return the same, approve with `alreadyApproved` on a repeat. */
export const orderDetailOutput = adminOrderOutput.extend({
  service: serviceOutput,
  provisioning: serviceOutput.shape.provisioning,
  mails: z.array(mailOutput),
  timeline: z.array(timelineEntry),
  alreadyApproved: z.boolean().optional(),
})
export type OrderDetail = z.output<typeof orderDetailOutput>
