import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import type { Feature } from '#server/feature.ts'
import type { BillingContext } from './context.ts'

/** Job kind that follows when an invoice becomes paid; payload `{ invoiceId, userId }`. */
export const invoiceSettledKind = 'invoice.settled'

/** Job kind that follows when payments cover a pending order; payload `{ orderId, userId }`. */
export const orderPaidKind = 'order.paid'

/** Job kinds that some feature handles: others must not be queued. */
export function listenedKinds(features: readonly Feature[]): ReadonlySet<string> {
  const works = features.flatMap(({ work = {} }) => Object.values(work))
  return new Set(works.flatMap(({ handlers = [] }) => handlers.map(({ kind }) => kind)))
}

async function follow(
  tx: Tx,
  ctx: BillingContext,
  job: { kind: string; relatedId: string; payload: { userId: string } },
): Promise<void> {
  if (!ctx.billing.listens.has(job.kind)) return
  await enqueueJob(tx, { ...job, userId: job.payload.userId, now: ctx.now() })
}

/** Queues the job for a paid invoice, in this transaction. */
export const followSettled = (
  tx: Tx,
  ctx: BillingContext,
  { id, userId }: { id: string; userId: string },
): Promise<void> =>
  follow(tx, ctx, {
    kind: invoiceSettledKind,
    relatedId: id,
    payload: { invoiceId: id, userId } as { userId: string },
  })

/** Queues the job for a paid pending order, in this transaction. */
export const followPaidOrder = (
  tx: Tx,
  ctx: BillingContext,
  { id, userId }: { id: string; userId: string },
): Promise<void> =>
  follow(tx, ctx, {
    kind: orderPaidKind,
    relatedId: id,
    payload: { orderId: id, userId } as { userId: string },
  })
