import { and, desc, eq, ne } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import { mostActivities } from '#features/activity/contract.ts'
import { type Activity, nameOf, type OwnService, pageOf, type Scope } from '#features/activity/scope.ts'
import { provisioningSteps } from '#features/services/contract/contract.ts'
import type { CustomerContext } from '#server/context.ts'

type OrderRow = Store['t']['orders']['$inferSelect']
type Progress = Pick<Activity, 'state' | 'detail' | 'progress' | 'at'>

const setUp: Record<NonNullable<OwnService['provisioning']>, string> = {
  queued: 'It was approved and will be set up shortly.',
  running: 'It is being set up.',
  retrying: 'A setup step failed and is being retried.',
  failed: 'Setup failed. An administrator needs to look at it.',
}

/** Set-up progress of a service. */
function stepsDone(step: string | null): number {
  const place = provisioningSteps.map(String).indexOf(step ?? '')
  return Math.round((Math.max(place, 0) / provisioningSteps.length) * 100)
}

function progressOf(order: OrderRow, service: OwnService | undefined): Progress {
  const decided = order.decidedAt ?? order.createdAt
  if (order.status === 'pending')
    return { state: 'waiting', detail: 'Awaiting approval.', progress: null, at: order.createdAt }
  if (order.status === 'rejected')
    return { state: 'failed', detail: order.reason ?? 'It was rejected.', progress: null, at: decided }
  if (service?.status !== 'pending')
    return { state: 'done', detail: null, progress: null, at: service?.activatedAt ?? decided }
  const { provisioning, step } = service
  const detail = setUp[provisioning ?? 'queued']
  if (provisioning === 'failed') return { state: 'failed', detail, progress: null, at: decided }
  return { state: 'running', detail, progress: stepsDone(step), at: decided }
}

/** Orders that do not have a running service yet. Cancelled orders are omitted. */
export async function listOrderActivity(ctx: CustomerContext, scope: Scope): Promise<Activity[]> {
  const { orders } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(orders)
    .where(and(eq(orders.userId, ctx.user.id), ne(orders.status, 'cancelled')))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(mostActivities)
  return rows.map((order) => {
    const service = scope.services.get(order.serviceId)
    const progress = progressOf(order, service)
    return {
      id: `order:${order.id}`,
      title: `${service?.plan ?? 'Plan'} order`,
      subject: nameOf(scope, order.serviceId),
      href: progress.state === 'done' ? pageOf(order.serviceId) : '/pending-activation',
      ...progress,
    }
  })
}
