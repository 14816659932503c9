import { z } from 'zod'
import { formatLimit } from '#shared/bytes.ts'
import { person } from '#shared/desk-list.ts'
import { id, instant, line, maybeInstant, rupees, searchText } from '#shared/schema.ts'
import { plainReference } from './reference.ts'
import { maxStatementBytes } from './statement-limits.ts'

const leastReference = 6
const mostReference = 35
const referenceRule = 'Enter the transfer reference as your bank or app shows it, such as 632912345678.'

/** A UTR or UPI reference: letters and digits, in any spelling. */
const reference = line(60, referenceRule)
  .transform(plainReference)
  .refine((text) => text.length >= leastReference && text.length <= mostReference, referenceRule)

/** Most open references for one order or invoice. */
export const maxReports = 5

export const reportInput = z.object({ id, reference })

const reportFields = {
  id: z.string(),
  reference: z.string(),
  status: z.enum(['waiting', 'matched', 'dismissed']),
  createdAt: instant,
}
export const reportOutput = z.object(reportFields)

/** How to pay. `upi` and `bank` are null until the operator has set them. */
export const payOutput = z.object({
  id: z.string(),
  kind: z.enum(['order', 'invoice']),
  /** Subject of the payment. */
  title: z.string(),
  /** The amount still due; 0 when there is none. */
  amount: z.number(),
  paidAmount: z.number(),
  /** Account credit that will pay a pending order first, once it is approved; 0 for an invoice, which it has paid. */
  credit: z.number(),
  currency: z.literal('INR'),
  /** The reference for the transfer. */
  reference: z.string(),
  upi: z.object({ id: z.string(), name: z.string(), link: z.string() }).nullable(),
  bank: z
    .object({ accountName: z.string(), accountNumber: z.string(), ifsc: z.string(), bank: z.string() })
    .nullable(),
  /** Whether a payment provider's page can take it. */
  canPayOnline: z.boolean(),
  reports: z.array(reportOutput),
})
export type Pay = z.output<typeof payOutput>

export const payLinkOutput = z.object({ id: z.string(), url: z.string(), expiresAt: instant })

const targetFields = { orderId: id.optional(), invoiceId: id.optional() }
const oneTarget = 'Choose either an order or an invoice.'
type Targets = { orderId?: string | undefined; invoiceId?: string | undefined }
const hasOneTarget = ({ orderId, invoiceId }: Targets) =>
  (orderId === undefined) !== (invoiceId === undefined)

export const recordInput = z
  .object({
    ...targetFields,
    amount: rupees.refine((paise) => paise > 0, 'Enter an amount above zero.'),
    reference,
    receivedAt: z.iso.datetime('Enter when it arrived.').transform((text) => new Date(text)),
  })
  .refine(hasOneTarget, { message: oneTarget, path: ['orderId'] })

/** Form values of the desk's dialog, which sets the target separately. */
export const recordForm = z.object({
  amount: rupees.refine((paise) => paise > 0, 'Enter an amount above zero.'),
  reference,
  day: z.iso.date('Enter the date it arrived.'),
})

/** A payment in the desk's list. */
export const paymentOutput = z.object({
  id: z.string(),
  provider: z.enum(['manual', 'razorpay', 'credit']),
  reference: z.string(),
  amount: z.number(),
  currency: z.literal('INR'),
  /** The part that became account credit, because nothing was due. */
  creditAmount: z.number(),
  orderId: z.string().nullable(),
  invoiceId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  receivedAt: instant,
  createdAt: instant,
  user: person,
})
export type Payment = z.output<typeof paymentOutput>

const cursor = z.string().max(200).optional()
const limit = z.coerce.number().int().min(1).max(100).default(50)

export const pageInput = z.object({ cursor, limit })

/** An order or an invoice as the desk shows it before a payment. */
const targetOutput = z.object({
  kind: z.enum(['order', 'invoice']),
  id: z.string(),
  title: z.string(),
  amount: z.number(),
  user: person,
})
export type PayTarget = z.output<typeof targetOutput>

export const adminReportOutput = z.object({
  ...reportFields,
  amount: z.number(),
  target: targetOutput,
})
export type AdminReport = z.output<typeof adminReportOutput>

const lineStatuses = ['waiting', 'counted', 'dismissed'] as const
export const listLinesInput = z.object({
  cursor,
  limit,
  status: z
    .enum(['', 'all', ...lineStatuses])
    .optional()
    .transform((status) => (status === '' || status === 'all' ? undefined : status)),
})

/** A dialog without fields: the target comes from a list. */
export const matchForm = z.object({})

/** An incoming payment of a bank statement. `match`: its order or invoice, by the reference and the exact amount. */
export const bankLineOutput = z.object({
  id: z.string(),
  day: z.string(),
  narration: z.string(),
  reference: z.string(),
  amount: z.number(),
  status: z.enum(lineStatuses),
  match: targetOutput.nullable(),
  paymentId: z.string().nullable(),
  createdAt: instant,
  decidedAt: maybeInstant,
})
export type BankLine = z.output<typeof bankLineOutput>

export const statementOutput = z.object({
  id: z.string(),
  fileName: z.string(),
  lines: z.number(),
  newLines: z.number(),
  /** Rows that are not incoming payments. */
  leftOut: z.number(),
  createdAt: instant,
})

export const confirmLinesInput = z.object({ ids: z.array(id).min(1, 'Choose a line.').max(200) })
export const confirmLinesOutput = z.object({ counted: z.array(z.string()), left: z.array(z.string()) })

export const matchLineInput = z
  .object({ id, ...targetFields })
  .refine(hasOneTarget, { message: oneTarget, path: ['orderId'] })

export const importStatementInput = z.object({
  fileName: line(200, 'Enter the file name.').pipe(z.string().min(1, 'Enter the file name.')),
  text: z
    .string('Choose a file.')
    .min(1, 'This file is empty.')
    .refine(
      (text) => new TextEncoder().encode(text).byteLength <= maxStatementBytes,
      `A statement can have at most ${formatLimit(maxStatementBytes)}.`,
    ),
})

export const findPayableInput = z.object({ q: searchText(254) })
export const findPayableOutput = z.array(targetOutput)

export const waitingOutput = z.object({ reports: z.number(), lines: z.number() })
