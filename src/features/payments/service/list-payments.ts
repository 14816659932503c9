import { and, desc, eq, type SQL } from 'drizzle-orm'
import { olderThan, toPage } from '#db/lists/paging.ts'
import { ownerColumns } from '#db/rows/owner.ts'
import type { Source } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import type { paymentOutput } from '../contract/contract.ts'

type Output = Answer<typeof paymentOutput>

function selectPayments({ read, t }: Source, which: SQL | undefined) {
  const { payments, invoices, users } = t
  const isOwn = and(eq(invoices.userId, payments.userId), eq(invoices.id, payments.invoiceId))
  return read
    .select({
      payment: payments,
      invoiceNumber: invoices.number,
      user: ownerColumns(t),
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(invoices, isOwn)
    .where(which)
    .orderBy(desc(payments.createdAt), desc(payments.id))
}

type Row = Awaited<ReturnType<typeof selectPayments>>[number]

const present = ({ payment, invoiceNumber, user }: Row): Output => ({
  id: payment.id,
  provider: payment.provider,
  reference: payment.reference,
  amount: toRupees(payment.amountPaise),
  currency: 'INR',
  creditAmount: toRupees(payment.creditedPaise),
  orderId: payment.orderId,
  invoiceId: payment.invoiceId,
  invoiceNumber,
  receivedAt: payment.receivedAt,
  createdAt: payment.createdAt,
  user,
})

export async function readPayment(source: Source, id: string): Promise<Output> {
  const rows = await selectPayments(source, eq(source.t.payments.id, id)).limit(1)
  return present(only(rows, 'This payment'))
}

/** Recorded payments of all customers, newest first, including those by account credit. */
export async function listPayments(
  ctx: CustomerContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const { payments } = ctx.store.t
  const older = olderThan({ at: payments.createdAt, id: payments.id }, cursor)
  const rows = await selectPayments(ctx.store, older).limit(limit + 1)
  const key = ({ payment }: Row) => ({ at: payment.createdAt, id: payment.id })
  return toPage(rows, { limit, key, present })
}
