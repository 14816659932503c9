import { orderPaidKind } from '#features/billing/settled.ts'
import type { JobHandler } from '#server/jobs/job-handler.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { readId } from '#shared/schema.ts'
import { hour, second } from '#shared/time.ts'
import { approvePaidOrder } from './service/approve-paid.ts'
import { applyEvent, paymentEventKind, sweepEvents } from './service/events.ts'
import { followLinks } from './service/follow-links.ts'
import { carryOutRefund, failRefund, followRefunds, refundKind } from './service/refunds.ts'

const events: JobHandler = {
  kind: paymentEventKind,
  hasOwnRecord: true,
  run: (ctx, { id }) => applyEvent(ctx, id),
}

const approving: JobHandler = {
  kind: orderPaidKind,
  run: (ctx, { payload }) => approvePaidOrder(ctx, readId(payload.orderId)),
}

const refunding: JobHandler = {
  kind: refundKind,
  hasOwnRecord: true,
  failureText: 'The payment provider did not accept the refund.',
  run: (ctx, { id }) => carryOutRefund(ctx, id),
  async failed(tx, ctx, { job, outcome }) {
    if (outcome === 'failed') await failRefund(tx, ctx, job.id)
  },
}

export const handlers = [events, approving]

/** Jobs that wait for a provider, which may hang. */
export const onlineHandlers = [refunding]

export const following: ScheduledTask = {
  name: 'payment-links',
  everyMs: 10 * second,
  isHere: ({ paymentProvider }) => paymentProvider.online !== null,
  async run(ctx, stopping) {
    await followLinks(ctx, stopping)
    await followRefunds(ctx, stopping)
  },
}

export const sweeping: ScheduledTask = { name: 'payment-events', everyMs: hour, run: sweepEvents }
