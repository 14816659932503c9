import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Source } from '#db/types.ts'
import { assertOwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { InvoiceRow } from '../context.ts'
import type {
  creditOutput,
  invoiceDetailOutput,
  invoiceOutput,
  listInvoicesInput,
} from '../contract/contract.ts'
import { readCredit } from './account-credit.ts'
import { presentInvoice, presentWhole, type WholeInvoice } from './present.ts'

/** The caller's invoices and credit notes, or those of one service, newest first, all or one page. @throws NOT_FOUND */
export async function listInvoices(
  ctx: CustomerContext,
  { limit = maxRows, cursor, serviceId }: z.output<typeof listInvoicesInput> = {},
): Promise<Answer<typeof invoiceOutput>[]> {
  await assertOwnService(ctx, serviceId)
  const { invoices } = ctx.store.t
  const which = and(
    eq(invoices.userId, ctx.user.id),
    serviceId === undefined ? undefined : eq(invoices.serviceId, serviceId),
    olderThan({ at: invoices.issuedAt, id: invoices.id }, cursor),
  )
  const rows = await ctx.store.read
    .select()
    .from(invoices)
    .where(which)
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(limit + 1)
  const notes = await readCreditNotes(ctx.store, rows)
  const key = ({ issuedAt: at, id }: InvoiceRow) => ({ at, id })
  const present = (row: InvoiceRow) => presentInvoice(row, notes)
  return toArray(toPage(rows, { limit, key, present }), ctx.reply.headers)
}

/** Credit notes of these invoices, oldest first. */
export async function readCreditNotes(
  { read, t }: Source,
  rows: readonly InvoiceRow[],
): Promise<InvoiceRow[]> {
  const credited = rows.filter(({ creditedPaise }) => creditedPaise > 0)
  if (credited.length === 0) return []
  const { invoices: i } = t
  const corrects = and(
    inArray(i.userId, [...new Set(credited.map(({ userId }) => userId))]),
    inArray(
      i.correctsId,
      credited.map(({ id }) => id),
    ),
  )
  return read.select().from(i).where(corrects).orderBy(asc(i.issuedAt), asc(i.id))
}

/** Lines and payments of an invoice, and the documents that correct it or that it corrects. */
export async function readWhole(source: Source, invoice: InvoiceRow): Promise<WholeInvoice> {
  const { read, t } = source
  const { invoices: i, invoiceLines: l, payments: p } = t
  const { userId, id } = invoice
  const lines = await read
    .select()
    .from(l)
    .where(and(eq(l.userId, userId), eq(l.invoiceId, id)))
    .orderBy(asc(l.position))
  const payments = await read
    .select()
    .from(p)
    .where(and(eq(p.userId, userId), eq(p.invoiceId, id)))
    .orderBy(asc(p.receivedAt), asc(p.id))
  const corrected = invoice.correctsId ? eq(i.id, invoice.correctsId) : undefined
  const related = await read
    .select()
    .from(i)
    .where(and(eq(i.userId, userId), or(eq(i.correctsId, id), corrected)))
    .orderBy(asc(i.issuedAt), asc(i.id))
  return { invoice, lines, payments, related }
}

/** The caller's own invoice. @throws NOT_FOUND */
export async function findInvoice(ctx: CustomerContext, id: string): Promise<InvoiceRow> {
  const { invoices } = ctx.store.t
  const own = and(eq(invoices.userId, ctx.user.id), eq(invoices.id, id))
  return only(await ctx.store.read.select().from(invoices).where(own), 'This invoice')
}

/** The caller's invoice with its lines, tax and payments. @throws NOT_FOUND */
export async function getInvoice(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof invoiceDetailOutput>> {
  return presentWhole(await readWhole(ctx.store, await findInvoice(ctx, id)))
}

/** Number of recent credit changes to list. */
const mostEntries = 100

/** The caller's credit, and its latest changes. */
export async function getCredit(ctx: CustomerContext): Promise<Answer<typeof creditOutput>> {
  const { accountCredits: c } = ctx.store.t
  const entries = await ctx.store.read
    .select()
    .from(c)
    .where(eq(c.userId, ctx.user.id))
    .orderBy(desc(c.createdAt), desc(c.id))
    .limit(mostEntries)
  const credit = await readCredit(ctx.store, ctx.user.id)
  return {
    amount: toRupees(credit),
    currency: 'INR',
    entries: entries.map(({ id, amountPaise, reason, createdAt }) => ({
      id,
      amount: toRupees(amountPaise),
      reason,
      at: createdAt,
    })),
  }
}
