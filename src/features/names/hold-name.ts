import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import type { Store, Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { CustomerContext, JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { limitReached } from '#shared/errors.ts'
import { after, day, hour } from '#shared/time.ts'
import { heldDays } from './contract/held-days.ts'
import { nameReleased } from './mails.ts'

type OrderRow = Store['t']['orders']['$inferSelect']

const batch = 100

/**
 * Checks that the caller, whose row is locked, may reserve one more name with an order.
 * @throws LIMIT_REACHED at the limit
 */
export async function assertMayHold(tx: Tx, ctx: CustomerContext): Promise<void> {
  const { HELD_NAMES: limit } = ctx.env
  if (limit === 0) return
  const { orders: o, userServices: s } = tx.t
  const waiting = tx
    .select({ id: o.serviceId })
    .from(o)
    .where(and(eq(o.userId, ctx.user.id), eq(o.status, 'pending')))
  const used = await tx.$count(
    s,
    and(eq(s.userId, ctx.user.id), eq(s.status, 'pending'), isNotNull(s.domain), inArray(s.id, waiting)),
  )
  if (used < limit) return
  throw limitReached(
    `${used} of your pending orders already reserve a domain, which is the limit. Order without a domain, and set it once the service is active.`,
    { limit, used },
  )
}

/** Whether an order's service has lost its domain. */
export async function hasLostName(tx: Tx, { userId, serviceId, domain }: OrderRow): Promise<boolean> {
  const { userServices: s } = tx.t
  const own = and(eq(s.userId, userId), eq(s.id, serviceId), isNotNull(s.domain))
  return domain !== null && (await tx.$count(s, own)) === 0
}

const holding = ({ orders: o, userServices: s }: Tx['t'], now: Date) => ({
  service: and(eq(s.userId, o.userId), eq(s.id, o.serviceId), isNotNull(s.domain)),
  order: and(eq(o.status, 'pending'), lte(o.createdAt, after(now, -heldDays * day))),
})

/** Releases the name of an order that is still pending, and notifies its customer by mail. */
async function release(ctx: JobContext, { id }: Pick<OrderRow, 'id'>): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const { orders: o } = tx.t
    const isWaiting = and(eq(o.id, id), eq(o.status, 'pending'))
    const [order] = await ctx.store.lock(tx.select().from(o).where(isWaiting))
    if (!order || order.domain === null) return
    const { userId, domain } = order
    const now = ctx.now()
    const { userServices: s } = tx.t
    const service = and(eq(s.userId, userId), eq(s.id, order.serviceId), eq(s.status, 'pending'))
    await tx.update(s).set({ domain: null, updatedAt: now }).where(service)
    await appendAudit(tx, {
      at: now,
      actorId: null,
      action: 'order.release',
      targetType: 'order',
      targetId: id,
      userId,
      note: domain,
    })
    await notify(tx, ctx, { userId, kind: 'order.released', template: nameReleased({ id, domain }) })
  })
}

/** Releases names of orders that were not approved in time. */
async function releaseHeldNames(ctx: JobContext): Promise<void> {
  const { orders: o, userServices: s } = ctx.store.t
  const where = holding(ctx.store.t, ctx.now())
  const rows = await ctx.store.read
    .select({ id: o.id })
    .from(o)
    .innerJoin(s, where.service)
    .where(where.order)
    .orderBy(o.createdAt, o.id)
    .limit(batch)
  for (const row of rows) await release(ctx, row)
}

export const releasing: ScheduledTask = { name: 'held-names', everyMs: hour, run: releaseHeldNames }
