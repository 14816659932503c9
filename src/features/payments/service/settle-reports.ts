import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { isFor } from './pay.ts'
import type { Target } from './targets.ts'

type Settled = {
  target: Target
  references: readonly string[]
  paymentId: string
  at: Date
  by: string | null
}

/** Settles the customer's report of this transfer: the payment is recorded. */
export async function settleReports(
  tx: Tx,
  { target, references, paymentId, at, by }: Settled,
): Promise<void> {
  const { paymentReports: r } = tx.t
  await tx
    .update(r)
    .set({ status: 'matched', paymentId, decidedAt: at, decidedBy: by })
    .where(and(isFor(r, target), inArray(r.reference, [...references]), eq(r.status, 'waiting')))
}
