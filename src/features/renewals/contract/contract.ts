import { z } from 'zod'
import { person } from '#shared/desk-list.ts'
import { id, instant, line, listOf, maybeInstant, rupees } from '#shared/schema.ts'
import { terms } from './calendar.ts'
import { refundGrounds, refundMethods } from './refund.ts'

const serviceRef = z.object({ id: z.string(), name: z.string() })
const planRef = z.object({ id: z.string(), name: z.string(), price: z.number() })
const kinds = ['renewal', 'planChange', 'domain', 'domainRenewal'] as const

/** An unpaid invoice and its purpose. `name`: that of the service or domain. */
export const dueOutput = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  name: z.string(),
  serviceId: z.string().nullable(),
  domainId: z.string().nullable(),
  /** The service's plan once a plan change is paid; null for anything else. */
  planId: z.string().nullable(),
  invoiceId: z.string(),
  number: z.string(),
  /** The amount still due. */
  amount: z.number(),
  dueAt: instant,
  isOverdue: z.boolean(),
  /** When the service is suspended or the domain expires; null for a plan change, and where renewals are off. */
  deadline: maybeInstant,
  isSuspended: z.boolean(),
})
export type Due = z.output<typeof dueOutput>

/** The paid term of a service and its next invoice. */
export const renewalOutput = z.object({
  service: serviceRef,
  plan: planRef,
  term: z.enum(terms),
  paidUntil: instant,
  isSuspended: z.boolean(),
  /** When the next invoice is issued, and its amount at today's price; null while one is unpaid, and where renewals are off. */
  next: z.object({ at: instant, amount: z.number() }).nullable(),
  due: z.array(dueOutput),
  /** The account credit, which pays first; null for a member, as it belongs to all services. */
  credit: z.number().nullable(),
})
export type Renewal = z.output<typeof renewalOutput>

const aTerm = z.enum(terms, 'Choose monthly, quarterly or yearly.')
export const setTermInput = z.object({ id, term: aTerm })

/** Months that can be paid ahead. */
export const mostMonthsAhead = 36
export const renewInput = z.object({
  id,
  terms: z.coerce
    .number('Enter how many terms.')
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(36, 'At most 36.'),
})
export const renewOutput = z.object({
  invoiceId: z.string(),
  number: z.string(),
  amount: z.number(),
  dueAt: instant,
})

const limitNames = ['disk', 'databases', 'mailboxes', 'domains', 'backups'] as const

export const previewPlanInput = z.object({ id, planId: id })
export const planChangeOutput = z.object({
  service: serviceRef,
  from: planRef,
  to: planRef,
  paidUntil: instant,
  /** Unused value of the present plan, and cost of the other one for the same time. */
  credit: z.number(),
  cost: z.number(),
  /** Cost less credit: to be paid or, when negative, credit to the account. */
  difference: z.number(),
  /** The amount to confirm: the difference, or 0 when there is nothing to pay. */
  amount: z.number(),
  /** The part of it that the account credit does not cover. */
  toPay: z.number(),
  accountCredit: z.number(),
  next: z.object({ at: instant, amount: z.number() }),
  /** Why the change is not possible; `exceeded` lists usage above the plan's limits, disk in bytes. */
  refusal: z.string().nullable(),
  exceeded: z.array(z.object({ limit: z.enum(limitNames), allowed: z.number(), used: z.number() })),
})
export type PlanChange = z.output<typeof planChangeOutput>

export const changePlanInput = z.object({ id, planId: id, amount: rupees })
export const changePlanOutput = z.object({
  status: z.enum(['changed', 'waiting']),
  planId: z.string(),
  invoiceId: z.string().nullable(),
})

export const renewDomainInput = z.object({ id })

/** Filters of the desk. */
const deskStates = ['due', 'overdue', 'suspended'] as const
export const listRenewalsInput = z.object({
  state: z.enum(deskStates).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export const adminRenewalOutput = z.object({
  /** The site's title, and its parts. */
  service: serviceRef.extend({ ownName: z.string().nullable(), domain: z.string().nullable() }),
  user: person,
  plan: z.string(),
  term: z.enum(terms),
  status: z.string(),
  paidUntil: instant,
  invoice: z.object({ id: z.string(), number: z.string(), amount: z.number(), dueAt: instant }).nullable(),
  suspendedAt: maybeInstant,
  doNotSuspendBefore: maybeInstant,
})
export type AdminRenewal = z.output<typeof adminRenewalOutput>
export const adminRenewalsOutput = listOf(adminRenewalOutput)
export const postponeInput = z.object({
  id,
  doNotSuspendBefore: z.iso.datetime('Enter a date.').nullable(),
})

/** Form value of the dialog: a day in Kolkata, or none. */
export const postponeForm = z.object({ day: z.union([z.literal(''), z.iso.date('Enter a date.')]) })

const aGround = z.enum(refundGrounds, 'Choose a reason for the refund.')
export const previewRefundInput = z.object({
  invoiceId: id,
  ground: aGround,
  /** How long the service was down, for a downtime refund. */
  downtimeHours: z.coerce.number('Enter hours.').min(0, 'At least 0.').max(8_760, 'At most 8760.').optional(),
})
export const refundPreviewOutput = z.object({
  invoiceId: z.string(),
  number: z.string(),
  isEligible: z.boolean(),
  /** Why the policy gives money back, or does not. */
  reason: z.string(),
  amount: z.number(),
  /** The calculation, line by line. */
  working: z.array(z.object({ label: z.string(), amount: z.number() })),
  methods: z.array(z.object({ method: z.enum(refundMethods), days: z.string(), expectedBy: instant })),
})
export type RefundPreview = z.output<typeof refundPreviewOutput>
export const refundInput = previewRefundInput.extend({
  method: z.enum(refundMethods, 'Choose a refund method.'),
  amount: rupees,
  note: line(300).optional(),
})
/** Without an amount, the amount of the refund policy. */
export const refundOrderInput = z.object({
  id,
  reason: line(200).pipe(z.string().min(1, 'Enter a reason.')),
  amount: rupees.optional(),
})
/** Form values of the dialog; the amount is the one that was shown. */
export const refundForm = refundInput
  .pick({ ground: true, method: true, note: true })
  .extend({ downtimeHours: z.string() })
export const refundOutput = z.object({
  id: z.string(),
  invoiceId: z.string(),
  creditNoteId: z.string(),
  user: person,
  amount: z.number(),
  status: z.enum(['waiting', 'paid']),
  method: z.enum(refundMethods).nullable(),
  expectedBy: maybeInstant,
  reference: z.string().nullable(),
  createdAt: instant,
})
export type Refund = z.output<typeof refundOutput>
export const listRefundsInput = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export const refundsOutput = listOf(refundOutput)
export const paidRefundInput = z.object({
  id,
  reference: line(120, 'Enter a reference.').min(1, 'Enter a reference.'),
})
