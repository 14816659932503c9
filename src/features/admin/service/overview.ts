import { countFailedBackups } from '#features/backups/desk/list-backups.ts'
import { listLongestWaiting } from '#features/orders/desk/read.ts'
import { readRevenue } from '#features/orders/service/revenue.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { overviewOutput } from '../contract.ts'

type Overview = Answer<typeof overviewOutput>

const shownOrders = 5

const listLimitations = (ctx: CustomerContext): Overview['limitations'] =>
  ctx.features.flatMap((feature) => [
    ...(feature.drivers?.(ctx) ?? []).flatMap(({ area, driver: { limitation } }) =>
      limitation ? [{ area, message: limitation, isDriver: true }] : [],
    ),
    ...(feature.limitations?.(ctx) ?? []).map((each) => ({ ...each, isDriver: false })),
  ])

/** An administrator's first page: waiting orders, revenue, and failures. Makes no external calls. */
export async function readOverview(ctx: CustomerContext): Promise<Overview> {
  return {
    oldestOrders: await listLongestWaiting(ctx, shownOrders),
    revenue: await readRevenue(ctx.store, ctx.now()),
    failedBackups: await countFailedBackups(ctx),
    limitations: listLimitations(ctx),
  }
}
