import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { olderThan, toPage } from '#db/lists/paging.ts'
import { type Match, searchList } from '#db/lists/search.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Source, Store } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { InvoiceRow } from '../context.ts'
import type {
  adminInvoiceDetailOutput,
  creditNoteInput,
  listAdminInvoicesInput,
} from '../contract/contract.ts'
import { rangeOf } from '../rules/month.ts'
import { issueCreditNote } from './credit-note.ts'
import { readMonthTotals } from './month-totals.ts'
import { readCreditNotes, readWhole } from './own-invoices.ts'
import { presentInvoice, presentWhole } from './present.ts'

type Input = z.output<typeof listAdminInvoicesInput>

const inMonth = ({ issuedAt }: Store['t']['invoices'], month: string | undefined): SQL[] => {
  if (month === undefined) return []
  const { from, before } = rangeOf(month)
  return [gte(issuedAt, from), lt(issuedAt, before)]
}

const filterOf = ({ invoices }: Store['t'], { status, orderId, userId, month }: Input): SQL | undefined =>
  and(
    ...inMonth(invoices, month),
    status ? eq(invoices.status, status) : undefined,
    orderId ? eq(invoices.orderId, orderId) : undefined,
    userId ? eq(invoices.userId, userId) : undefined,
  )

const selectInvoices = ({ read, t }: Source) =>
  read
    .select({ invoice: t.invoices, user: ownerColumns(t) })
    .from(t.invoices)
    .innerJoin(t.users, eq(t.users.id, t.invoices.userId))

const selectPage = (source: Source, input: Input, which?: SQL) => {
  const { invoices } = source.t
  return selectInvoices(source)
    .where(
      and(
        filterOf(source.t, input),
        which,
        olderThan({ at: invoices.issuedAt, id: invoices.id }, input.cursor),
      ),
    )
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(input.limit + 1)
}

/** Numbers with the typed prefix; they are upper-case. */
export function beginsNumber({ invoices }: Store['t'], typed: string): Match {
  const prefix = typed.toUpperCase()
  return {
    range: sql`(${invoices.number} >= ${prefix} and ${invoices.number} < ${`${prefix}\u{ffff}`})`,
    test: sql`substr(${invoices.number}, 1, ${sql.raw(String([...prefix].length))}) = ${prefix}`,
  }
}

type Row = Awaited<ReturnType<typeof selectPage>>[number]

const presentAdmin = ({ invoice, user }: Row, related: readonly InvoiceRow[]) => ({
  ...presentInvoice(invoice, related),
  user: { ...user, name: invoice.recipient.name },
})

/** Invoices and credit notes of all customers, newest first, and the totals of a month. */
export async function listAllInvoices(ctx: CustomerContext, input: Input) {
  const { store } = ctx
  const { invoices } = store.t
  const found = input.q
    ? await searchList(
        store,
        {
          table: invoices,
          at: invoices.issuedAt,
          filter: filterOf(store.t, input),
          matches: [beginsNumber(store.t, input.q)],
          select: (read, which) => selectPage({ read, t: store.t }, input, which),
        },
        input,
      )
    : await selectPage(store, input)
  const key = ({ invoice: { issuedAt: at, id } }: Row) => ({ at, id })
  const rows = Array.isArray(found) ? found : found.rows
  const notes = await readCreditNotes(
    store,
    rows.map(({ invoice }) => invoice),
  )
  const present = (row: Row) => presentAdmin(row, notes)
  const { month, userId, status, orderId, q } = input
  const isNarrow = status !== undefined || orderId !== undefined || Boolean(q)
  return {
    ...toPage(found, { limit: input.limit, key, present }),
    totals: month === undefined || isNarrow ? null : await readMonthTotals(ctx, { month, userId }),
  }
}

/** Any customer's invoice. @throws NOT_FOUND */
export async function findAnyInvoice({ store }: CustomerContext, id: string): Promise<InvoiceRow> {
  return only(await selectInvoices(store).where(eq(store.t.invoices.id, id)), 'This invoice').invoice
}

/** Any customer's invoice with its details. @throws NOT_FOUND */
export async function getAnyInvoice(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answer<typeof adminInvoiceDetailOutput>> {
  return readAny(ctx.store, id)
}

/** Reads through a given transaction, so that the result includes its change. */
async function readAny(source: Source, id: string): Promise<Answer<typeof adminInvoiceDetailOutput>> {
  const row = only(await selectInvoices(source).where(eq(source.t.invoices.id, id)), 'This invoice')
  return { ...presentWhole(await readWhole(source, row.invoice)), user: presentAdmin(row, []).user }
}

/**
 * Credits the invoice and returns its new state.
 * @throws NOT_FOUND, WRONG_STATE when it is credited in full, INVALID for more than its rest
 */
export const creditInvoice = (
  ctx: CustomerContext,
  { id, amount: amountPaise, reason, to }: z.output<typeof creditNoteInput>,
): Promise<Answered<Answer<typeof adminInvoiceDetailOutput>>> =>
  mutate(ctx, async (tx) => {
    await issueCreditNote(tx, ctx, { invoiceId: id, amountPaise, reason, to })
    const invoice = await readAny(tx, id)
    publish(tx, ctx, { userId: invoice.user.id, kind: 'invoice', id, status: invoice.status })
    return invoice
  })
