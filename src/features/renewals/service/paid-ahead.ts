import { and, eq, gte } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { BillingContext } from '#features/billing/context.ts'
import { issueCreditNote } from '#features/billing/service/credit-note.ts'
import type { Owned } from './rows.ts'

type Ahead = { invoiceId: string; paise: number }

/** Invoices for time of the service that has not begun, each with its unused amount; `except` is refunded in another way. */
export async function readPaidAhead(
  tx: Tx,
  { userId, serviceId }: Owned,
  { now, except }: { now: Date; except: string },
): Promise<Ahead[]> {
  const { renewalPeriods: p, renewalCharges: c, invoices: i } = tx.t
  const rows = await tx
    .select({ invoice: i })
    .from(p)
    .innerJoin(c, and(eq(c.userId, p.userId), eq(c.id, p.chargeId)))
    .innerJoin(i, and(eq(i.userId, c.userId), eq(i.id, c.invoiceId)))
    .where(and(eq(p.userId, userId), eq(p.serviceId, serviceId), gte(p.startsAt, now)))
  return rows
    .map(({ invoice }) => ({
      invoiceId: invoice.id,
      paise: invoice.status === 'paid' ? invoice.totalPaise - invoice.creditedPaise : 0,
    }))
    .filter(({ invoiceId, paise }) => paise > 0 && invoiceId !== except)
}

/** Credits payments for time after the end to the account. */
export async function creditPaidAhead(tx: Tx, ctx: BillingContext, ahead: readonly Ahead[]): Promise<void> {
  const reason = 'The service ended before this time began'
  for (const { invoiceId, paise: amountPaise } of ahead)
    await issueCreditNote(tx, ctx, { invoiceId, amountPaise, reason, to: 'credit' })
}
