import { z } from 'zod'
import { person } from '#shared/desk-list.ts'
import { isGstin, isState } from '#shared/money/gst.ts'
import { id, idFilter, instant, line, lines, maybeInstant, page, rupees, searchText } from '#shared/schema.ts'
import { isPrintable } from './letters.ts'
import { isMonth } from './month.ts'

const statuses = ['open', 'paid', 'credited'] as const
export type InvoiceStatus = (typeof statuses)[number]

const related = z.object({ id: z.string(), number: z.string(), amount: z.number(), issuedAt: instant })

const invoiceFields = {
  id: z.string(),
  kind: z.enum(['invoice', 'creditNote']),
  number: z.string(),
  orderId: z.string().nullable(),
  serviceId: z.string().nullable(),
  /** The invoice that a credit note corrects. */
  correctedId: z.string().nullable(),
  amount: z.number(),
  currency: z.literal('INR'),
  status: z.enum(statuses),
  paid: z.number(),
  credited: z.number(),
  due: z.number(),
  issuedAt: instant,
  dueAt: instant,
  paidAt: maybeInstant,
  /** Credit notes of the invoice, oldest first. */
  creditNotes: z.array(related),
}

/** A row of `GET /api/invoices`. */
export const invoiceOutput = z.object(invoiceFields)
export type Invoice = z.output<typeof invoiceOutput>

/** The service, or none for all. */
export const listInvoicesInput = page.extend({ serviceId: idFilter.optional() })

const tax = { taxable: z.number(), cgst: z.number(), sgst: z.number(), igst: z.number() }

const party = z.object({
  name: z.string(),
  address: z.array(z.string()),
  stateCode: z.string(),
  state: z.string(),
  gstin: z.string().nullable(),
})

const lineOutput = z.object({
  description: z.string(),
  sac: z.string(),
  quantity: z.number(),
  /** Percent. */
  rate: z.number(),
  amount: z.number(),
  ...tax,
  periodStart: maybeInstant,
  periodEnd: maybeInstant,
})

const paymentOutput = z.object({
  id: z.string(),
  provider: z.enum(['manual', 'razorpay', 'credit']),
  reference: z.string(),
  amount: z.number(),
  receivedAt: instant,
})

export const invoiceDetailOutput = invoiceOutput.extend({
  ...tax,
  /** Issued before the operator set tax details. */
  isSample: z.boolean(),
  inWords: z.string(),
  placeOfSupply: z.object({ code: z.string(), name: z.string() }),
  supplier: party,
  recipient: party,
  reason: z.string().nullable(),
  lines: z.array(lineOutput),
  payments: z.array(paymentOutput),
  /** The credit notes of an invoice, or the invoice of a credit note. */
  related: z.array(related),
})
export type InvoiceDetail = z.output<typeof invoiceDetailOutput>

/** The customer's credit, with its changes. */
export const creditOutput = z.object({
  amount: z.number(),
  currency: z.literal('INR'),
  entries: z.array(z.object({ id: z.string(), amount: z.number(), reason: z.string(), at: instant })),
})
export type Credit = z.output<typeof creditOutput>

const orNone = <T extends z.ZodType<string, string>>(schema: T) =>
  z
    .union([schema, z.null()])
    .optional()
    .transform((value) => value || null)

const printable = 'An invoice shows Latin and Devanagari letters only.'

export const billingDetailsInput = z
  .object({
    legalName: orNone(line(200).refine(isPrintable, printable)),
    gstin: orNone(
      // In the forms that people type and certificates print.
      line(40)
        .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
        .refine(
          (text) => text === '' || isGstin(text),
          'This is not a valid GSTIN. Check its 15 characters.',
        ),
    ),
    address: orNone(lines(500).refine(isPrintable, printable)),
    stateCode: orNone(line(2).refine((code) => code === '' || isState(code), 'Choose a state.')),
  })
  .superRefine(({ gstin, stateCode, legalName }, issue) => {
    if (gstin && stateCode && gstin.slice(0, 2) !== stateCode)
      issue.addIssue({ code: 'custom', path: ['stateCode'], message: 'This GSTIN belongs to another state.' })
    if (gstin && !legalName)
      issue.addIssue({
        code: 'custom',
        path: ['legalName'],
        message: 'A GSTIN needs the name it is registered to.',
      })
  })
  // A registration is in one state, which is the place of supply.
  .transform(({ gstin, stateCode, ...rest }) => ({
    ...rest,
    gstin,
    stateCode: gstin ? gstin.slice(0, 2) : stateCode,
  }))

export const billingDetailsOutput = z.object({
  legalName: z.string().nullable(),
  gstin: z.string().nullable(),
  address: z.string().nullable(),
  stateCode: z.string().nullable(),
})
export type BillingDetails = z.output<typeof billingDetailsOutput>

/** A customer, and the name on the document. */
const customer = person.extend({ name: z.string() })

/** A row of the administrators' list. */
const adminInvoiceOutput = invoiceOutput.extend({ user: customer })
export type AdminInvoice = z.output<typeof adminInvoiceOutput>

export const adminInvoiceDetailOutput = invoiceDetailOutput.extend({ user: customer })

/** A month in Kolkata, `2026-11`. */
const month = z.string('Choose a month.').refine(isMonth, 'Choose a month, as in 2026-11.')

export const listAdminInvoicesInput = z.object({
  status: z
    .enum(['', 'all', ...statuses])
    .optional()
    .transform((status) => (status === '' || status === 'all' ? undefined : status)),
  /** Prefix of a number. */
  q: searchText(254).optional(),
  orderId: id.optional(),
  userId: id.optional(),
  month: z
    .union([z.literal(''), month])
    .optional()
    .transform((text) => text || undefined),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

const heads = z.object({ documents: z.number(), ...tax, total: z.number() })

/** Totals of a month's documents by tax head, for the tax return; `net` is invoices less credit notes. */
const monthTotals = z.object({ invoices: heads, creditNotes: heads, net: heads })
export type MonthTotals = z.output<typeof monthTotals>

export const adminInvoicesOutput = z.object({
  items: z.array(adminInvoiceOutput),
  nextCursor: z.string().nullable(),
  /** Totals of the month, or of one customer in it; null without a month, and with further filters. */
  totals: monthTotals.nullable(),
})

export const creditNoteInput = z.object({
  id,
  amount: rupees,
  reason: line(200).pipe(z.string().min(1, 'Enter a reason.')),
  to: z.enum(['credit', 'refund']),
})

/** All documents of a month, of a customer, or of a customer in a month. */
export const exportInput = z
  .object({ month: month.optional(), userId: id.optional() })
  .refine(({ month: text, userId }) => text ?? userId, { path: ['month'], message: 'Choose a month.' })
