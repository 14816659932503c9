import { and, desc, eq, sql } from 'drizzle-orm'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import { prepareOnce } from '#db/store.ts'
import type { Store, Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { orderOutput, placedOrderOutput } from '../contract/contract.ts'
import { auditOrder } from './audit-order.ts'
import { closeOrder } from './close-order.ts'
import { type JoinedOrder, presentOrder, presentPlaced, selectOrders } from './present.ts'

const selectOwnOrders = (store: Store, cursor?: string) => {
  const { userId, createdAt, id } = store.t.orders
  return selectOrders(store)
    .where(and(eq(userId, sql.placeholder('userId')), olderThan({ at: createdAt, id }, cursor)))
    .orderBy(desc(createdAt), desc(id))
    .limit(sql.placeholder('limit'))
}

const newestOrders = (store: Store) => selectOwnOrders(store).prepare('newest_own_orders')

/** The caller's orders in every status, newest first, all or one page. */
export async function listOwnOrders(
  ctx: CustomerContext,
  { limit = maxRows, cursor }: Page = {},
): Promise<Answer<typeof orderOutput>[]> {
  const query = cursor
    ? selectOwnOrders(ctx.store, cursor).prepare('older_own_orders')
    : prepareOnce(ctx.store, newestOrders)
  const rows = await query.execute({ userId: ctx.user.id, limit: limit + 1 })
  const key = ({ order }: JoinedOrder) => ({ at: order.createdAt, id: order.id })
  return toArray(toPage(rows, { limit, key, present: presentOrder }), ctx.reply.headers)
}

/** One of the caller's orders. @throws NOT_FOUND, for visitors too */
export async function findOwnOrder({ store, user }: Context, id: string): Promise<JoinedOrder> {
  const { orders } = store.t
  const own = and(eq(orders.id, id), eq(orders.userId, user?.id ?? ''))
  return only(user ? await selectOrders(store).where(own) : [], 'This order')
}

async function lockOwnOrder(tx: Tx, ctx: CustomerContext, id: string) {
  const { orders } = tx.t
  const own = and(eq(orders.userId, ctx.user.id), eq(orders.id, id))
  return only(await ctx.store.lock(tx.select().from(orders).where(own)), 'This order')
}

/**
 * Cancels the caller's pending order and terminates its service.
 * @throws NOT_FOUND, WRONG_STATE when it was decided already
 */
export const cancelOrder = (
  ctx: CustomerContext,
  input: { id: string },
): Promise<Answered<Answer<typeof placedOrderOutput>>> =>
  mutate(ctx, async (tx) => {
    const order = await lockOwnOrder(tx, ctx, input.id)
    if (order.status !== 'pending')
      throw new DomainError('WRONG_STATE', 'Only pending orders can be cancelled.')
    const closed = await closeOrder(tx, ctx, { order, status: 'cancelled', reason: null })
    await auditOrder(tx, ctx, { action: 'order.cancel', order })
    return presentPlaced(closed)
  })
