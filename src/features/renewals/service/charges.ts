import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { issueCreditNote } from '#features/billing/service/credit-note.ts'
import { type InvoiceLine, issueInvoice } from '#features/billing/service/issue-invoice.ts'
import { readInvoice } from './read-invoice.ts'
import type { ChargeRow } from './rows.ts'

type NewCharge = Pick<
  ChargeRow,
  | 'userId'
  | 'kind'
  | 'serviceId'
  | 'domainId'
  | 'planId'
  | 'months'
  | 'pricePaise'
  | 'startsAt'
  | 'endsAt'
  | 'dueAt'
> & {
  description: string
  totalPaise: number
  nextAt?: Date | null
  /** False: account credit is not used. */
  useCredit?: boolean
}

/** Bills the charge by its own invoice, which the customer's credit usually pays first. Locks the customer's bills. */
export async function issueCharge(tx: Tx, ctx: BillingContext, charge: NewCharge): Promise<ChargeRow> {
  const { description, totalPaise, nextAt = null, useCredit = true, ...row } = charge
  const { userId, kind, serviceId, domainId, startsAt: periodStart, endsAt: periodEnd, dueAt } = row
  const line: InvoiceLine = {
    kind,
    description,
    quantity: 1,
    totalPaise,
    serviceId,
    domainId,
    periodStart,
    periodEnd,
  }
  const invoice = await issueInvoice(tx, ctx, { userId, serviceId, lines: [line], dueAt, useCredit })
  const [stored] = await tx
    .insert(tx.t.renewalCharges)
    .values({ ...row, invoiceId: invoice.id, status: 'open', issuedAt: ctx.now(), nextAt })
    .returning()
  if (!stored) throw new Error('the charge was not stored')
  return stored
}

const isCharge = ({ t }: Pick<Tx, 't'>, { userId, id }: Pick<ChargeRow, 'userId' | 'id'>) =>
  and(eq(t.renewalCharges.userId, userId), eq(t.renewalCharges.id, id))

export async function updateCharge(tx: Tx, charge: ChargeRow, set: Partial<ChargeRow>): Promise<ChargeRow> {
  await tx.update(tx.t.renewalCharges).set(set).where(isCharge(tx, charge))
  return { ...charge, ...set }
}

/** The charge is no longer open. */
export const closeCharge = (
  tx: Tx,
  { charge, status, now }: { charge: ChargeRow; status: 'settled' | 'cancelled'; now: Date },
): Promise<ChargeRow> => updateCharge(tx, charge, { status, closedAt: now, nextAt: null })

/** Cancels the charge by a credit note; payments on it become account credit. */
export async function cancelCharge(
  tx: Tx,
  ctx: BillingContext,
  { charge, reason }: { charge: ChargeRow; reason: string },
): Promise<void> {
  await closeCharge(tx, { charge, status: 'cancelled', now: ctx.now() })
  const { totalPaise, creditedPaise } = await readInvoice(tx, charge)
  const amountPaise = totalPaise - creditedPaise
  if (amountPaise > 0)
    await issueCreditNote(tx, ctx, { invoiceId: charge.invoiceId, amountPaise, reason, to: 'credit' })
}
