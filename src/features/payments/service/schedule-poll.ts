import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { PaymentsContext } from '../context.ts'
import { isFor } from './pay.ts'
import type { Target } from './targets.ts'

/** Polls the provider immediately for the page of this order or invoice, and closes it when nothing is due. */
export async function schedulePoll(tx: Tx, ctx: PaymentsContext, target: Target): Promise<void> {
  const { paymentLinks: l } = tx.t
  await tx
    .update(l)
    .set({ checkAt: ctx.now() })
    .where(and(isFor(l, target), eq(l.status, 'open')))
}
