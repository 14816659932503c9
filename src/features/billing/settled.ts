import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import type { Feature } from '#server/feature.ts'
import type { BillingContext } from './context.ts'

/** The kind of the job that follows when an invoice becomes paid; its payload is `{ invoiceId, userId }`. */
export const invoiceSettledKind = 'invoice.settled'

/** The kind of the job that follows when the payments of a pending order cover its amount; `{ orderId, userId }`. */
export const orderPaidKind = 'order.paid'

/** The kinds of jobs that some feature carries out: one that nobody does must not be queued. */
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

/** Whoever waits for this invoice goes on, by a job of this transaction. */
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

/** Whoever waits for the money of this pending order goes on, by a job of this transaction. */
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
