import { asc, eq } from 'drizzle-orm'
import { presentAdminOrder, selectOrdersWithCustomer } from '#features/orders/service/present.ts'
import { readRevenue } from '#features/orders/service/revenue.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { overviewOutput } from '../contract.ts'
import { countFailedBackups } from './failed-backups.ts'

type Overview = Answer<typeof overviewOutput>

const shownOrders = 5

async function listOldestOrders({ store }: CustomerContext): Promise<Overview['oldestOrders']> {
  const { orders } = store.t
  const rows = await selectOrdersWithCustomer(store)
    .where(eq(orders.status, 'pending'))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(shownOrders)
  return rows.map(presentAdminOrder)
}

const listLimitations = (ctx: CustomerContext): Overview['limitations'] =>
  ctx.features.flatMap((feature) => [
    ...(feature.drivers?.(ctx) ?? []).flatMap(({ area, driver: { limitation } }) =>
      limitation ? [{ area, message: limitation, isDriver: true }] : [],
    ),
    ...(feature.limitations?.(ctx) ?? []).map((each) => ({ ...each, isDriver: false })),
  ])

/** What an administrator looks at first: who waits, what came in, and what was left undone. Nothing outside is asked. */
export async function readOverview(ctx: CustomerContext): Promise<Overview> {
  return {
    oldestOrders: await listOldestOrders(ctx),
    revenue: await readRevenue(ctx.store, ctx.now()),
    failedBackups: await countFailedBackups(ctx),
    limitations: listLimitations(ctx),
  }
}
