import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { billOrder, type Confirmation } from '#features/billing/service/bill-order.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour } from '#shared/time.ts'
import type { DecisionContext, OrderRow } from './present.ts'

/** Text of an order's invoice line. */
async function describeOrder(tx: Tx, { planId, domain }: OrderRow): Promise<string> {
  const { pricingPlans: plans, serviceCategories: categories } = tx.t
  const [row] = await tx
    .select({ plan: plans.name, category: categories.name })
    .from(plans)
    .innerJoin(categories, eq(categories.id, plans.categoryId))
    .where(eq(plans.id, planId))
  const plan = row ? `${row.category}, ${row.plan}` : 'Hosting'
  return domain === null ? `${plan}, one month` : `${plan}, one month, for ${domain}`
}

type Approved = { order: OrderRow; confirmation: Confirmation | null; useCredit?: boolean }

/** Issues the invoice of an approved order, paid by its confirmation. */
export async function billApproved(tx: Tx, ctx: DecisionContext, { order, ...how }: Approved): Promise<void> {
  const billed = { ...order, description: await describeOrder(tx, order) }
  await billOrder(tx, ctx, { order: billed, ...how })
}

const batch = 100

/** Approved orders without invoices, first approved first. */
function listUnbilled({ store }: JobContext): Promise<{ id: string }[]> {
  const { orders: o, invoices: i } = store.t
  return store.readLong((read) =>
    read
      .select({ id: o.id })
      .from(o)
      .leftJoin(i, eq(i.orderId, o.id))
      .where(and(eq(o.status, 'approved'), isNull(i.id)))
      .orderBy(asc(o.decidedAt), asc(o.id))
      .limit(batch),
  )
}

/** Issues the invoice of an older order, dated today; its approval confirmed the payment, so no credit is used. */
async function billOlder(ctx: JobContext, id: string): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const { orders: o, invoices: i } = tx.t
    const [order] = await ctx.store.lock(tx.select().from(o).where(eq(o.id, id)))
    if (order?.status !== 'approved' || (await tx.$count(i, eq(i.orderId, id))) > 0) return
    const confirmation = { by: order.decidedBy, at: order.decidedAt ?? ctx.now() }
    await billApproved(tx, ctx, { order, confirmation, useCredit: false })
  })
}

/** Issues invoices for all older approved orders, numbered in the order of approval. */
async function billOlderOrders(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const found = await listUnbilled(ctx)
    for (const { id } of found) {
      if (stopping.aborted) return
      await billOlder(ctx, id)
    }
    if (found.length < batch) return
  }
}

export const billing: ScheduledTask = { name: 'older-orders', everyMs: hour, run: billOlderOrders }
