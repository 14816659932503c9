import { and, eq } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { DomainError, invalid, only } from '#shared/errors.ts'
import type { BillingContext, InvoiceRow } from '../context.ts'
import { creditNoteIssued } from '../mails.ts'
import { duePaise } from '../rules/due-paise.ts'
import { seriesOf } from '../rules/series.ts'
import { gstPercent, splitTax } from '../rules/tax.ts'
import { lockAccount } from './account.ts'
import { addCredit } from './account-credit.ts'
import { readSupplier, taxKindOf } from './parties.ts'
import { inWords, setSums } from './settle.ts'
import { storeDocument } from './store-document.ts'

export type NewCreditNote = {
  invoiceId: string
  amountPaise: number
  reason: string
  /** How payments are returned. */
  to: 'credit' | 'refund'
}

/** The invoice; its account is locked. */
async function lockInvoice(tx: Tx, ctx: BillingContext, invoiceId: string) {
  const { invoices } = tx.t
  const find = () =>
    tx
      .select()
      .from(invoices)
      .where(and(eq(invoices.id, invoiceId), eq(invoices.kind, 'invoice')))
  const seen = only(await find(), 'This invoice')
  await lockAccount(tx, ctx, seen.userId)
  const [invoice = seen] = await find()
  return invoice
}

function assertCreditable(invoice: InvoiceRow, amountPaise: number): void {
  const left = invoice.totalPaise - invoice.creditedPaise
  if (left <= 0) throw new DomainError('WRONG_STATE', 'This invoice is already credited in full.')
  if (amountPaise <= 0) throw invalid('amount', 'Enter an amount above zero.')
  if (amountPaise > left) throw invalid('amount', `At most ${inWords(left)} of this invoice can be credited.`)
}

/** The credit note for the invoice and amount, with tax of the same kind. */
function storeNote(
  tx: Tx,
  ctx: BillingContext,
  { invoice, input }: { invoice: InvoiceRow; input: NewCreditNote },
) {
  const now = ctx.now()
  const tax = taxKindOf(invoice.supplier, invoice.placeOfSupply)
  const parts = splitTax(input.amountPaise, tax)
  const line = {
    kind: 'credit' as const,
    description: `Credit for ${invoice.number}: ${input.reason}`,
    sac: readSupplier(ctx).sac,
    quantity: 1,
    rate: tax === 'none' ? 0 : gstPercent * 100,
    ...parts,
    serviceId: invoice.serviceId,
    domainId: null,
    periodStart: null,
    periodEnd: null,
  }
  const { userId, serviceId, placeOfSupply, supplier, recipient, isSample } = invoice
  return storeDocument(tx, {
    ...{ userId, serviceId, placeOfSupply, supplier, recipient, isSample },
    kind: 'creditNote',
    series: seriesOf('creditNote', now),
    status: 'credited',
    correctsId: invoice.id,
    orderId: null,
    ...parts,
    reason: input.reason,
    issuedAt: now,
    dueAt: now,
    paidAt: null,
    lines: [line],
  })
}

/** Returns payments as account credit, or by a refund to be paid out. */
async function returnPayments(
  tx: Tx,
  ctx: BillingContext,
  {
    note,
    invoice,
    paise,
    to,
  }: { note: InvoiceRow; invoice: InvoiceRow; paise: number; to: NewCreditNote['to'] },
): Promise<string | null> {
  if (paise === 0) return null
  const { userId } = note
  if (to === 'credit') {
    await addCredit(tx, ctx, {
      userId,
      amountPaise: paise,
      reason: `Credit note ${note.number}`,
      invoiceId: note.id,
    })
    return `${inWords(paise)} is now credit of your account and pays your next invoices.`
  }
  const refund = {
    userId,
    invoiceId: invoice.id,
    creditNoteId: note.id,
    amountPaise: paise,
    createdAt: ctx.now(),
  }
  await tx.insert(tx.t.refunds).values(refund)
  return `We will refund ${inWords(paise)} to you.`
}

/**
 * Credits an invoice by a note with the next number of its series: first the amount due, then payments, which become account
 * credit or a refund. Notifies the customer.
 * @throws NOT_FOUND, WRONG_STATE when the invoice is credited in full, INVALID for more than its rest
 */
export async function issueCreditNote(
  tx: Tx,
  ctx: BillingContext,
  input: NewCreditNote,
): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, ctx, input.invoiceId)
  assertCreditable(invoice, input.amountPaise)
  const note = await storeNote(tx, ctx, { invoice, input })
  const paise = Math.max(input.amountPaise - Math.max(duePaise(invoice), 0), 0)
  await setSums(tx, ctx, {
    invoice,
    creditedPaise: invoice.creditedPaise + input.amountPaise,
    returnedPaise: invoice.returnedPaise + paise,
  })
  const becomes = await returnPayments(tx, ctx, { note, invoice, paise, to: input.to })
  await auditWork(tx, ctx, {
    action: 'invoice.credit',
    targetType: 'invoice',
    targetId: invoice.id,
    userId: invoice.userId,
    note: `${note.number}, ${inWords(input.amountPaise)}: ${input.reason}`,
  })
  const template = creditNoteIssued(note, { corrects: invoice.number, becomes })
  await notify(tx, ctx, { userId: note.userId, kind: 'invoice.issued', template })
  return note
}
