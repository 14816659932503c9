import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { day, minute } from '#shared/time.ts'
import type { todayOutput } from '../contract/today.ts'
import { type Grid, pointsOf, type Sums, startOfStep, stripOf, uptimeOf } from './grid.ts'
import { sumRollups } from './rollups.ts'
import { slotMs } from './slots.ts'

type Steps = Map<number, Sums>

// Midnight IST, where the counters begin anew, begins a half hour and no hour.
const stepMs = 30 * minute
const steps = day / stepMs
const slotsPerStep = stepMs / slotMs

const gridAt = (now: Date): Grid => ({
  stepMs,
  first: Math.floor(now.getTime() / stepMs) - steps + 1,
  steps,
  stepsPerBlock: 2,
})

/** The rollups of the services added up step by step, in one query. */
async function readSteps(ctx: CustomerContext, ids: string[], grid: Grid): Promise<Map<string, Steps>> {
  const r = ctx.store.t.serverMetricRollups
  // Written out: as a parameter, PostgreSQL could not tell the selected term from the grouped one.
  const step = sql<number>`${r.slot} / ${sql.raw(String(slotsPerStep))}`
  const rows = await ctx.store.read
    .select({ serviceId: r.serviceId, step: step.mapWith(Number), ...sumRollups(ctx.store.t) })
    .from(r)
    .where(
      and(eq(r.userId, ctx.user.id), inArray(r.serviceId, ids), gte(r.slot, (grid.first - 1) * slotsPerStep)),
    )
    .groupBy(r.serviceId, step)
  const found = new Map<string, Steps>()
  for (const { serviceId, ...sums } of rows) {
    const known = found.get(serviceId) ?? new Map()
    found.set(serviceId, known.set(sums.step, sums))
  }
  return found
}

/** The last 24 hours of those of the services that are the caller's, in two queries. */
export async function readToday(
  ctx: CustomerContext,
  { ids }: { ids: string[] },
): Promise<Answer<typeof todayOutput>[]> {
  if (ids.length === 0) return []
  const { userServices } = ctx.store.t
  const { id, userId, status, activatedAt } = userServices
  const own = await ctx.store.read
    .select({ id, activatedAt })
    .from(userServices)
    .where(and(eq(userId, ctx.user.id), inArray(id, ids), ne(status, 'terminated')))
  const grid = gridAt(ctx.now())
  const found = await readSteps(ctx, ids, grid)
  return own.map((service) => {
    const measured = found.get(service.id) ?? new Map()
    const isNew = (step: number) =>
      service.activatedAt !== null && service.activatedAt >= startOfStep(grid, step - 1)
    const points = pointsOf(grid, measured, isNew)
    const shown = [...measured].filter(([step]) => step >= grid.first)
    return {
      id: service.id,
      from: startOfStep(grid, grid.first),
      bytesOut: points.map(({ networkOut }) => networkOut),
      pageViews: points.map(({ pageViews }) => pageViews),
      uptimePercent: uptimeOf(shown.map(([, sums]) => sums)),
      strip: stripOf(grid, measured).map(({ state }) => state),
    }
  })
}
