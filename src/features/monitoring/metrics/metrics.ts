import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after, minute } from '#shared/time.ts'
import type { MetricRange, metricsOutput } from '../contract/contract.ts'
import { add, type Grid, gridOf, pointsOf, type Sums, startOfStep, stripOf, uptimeOf } from './grid.ts'
import { findMeasured } from './measured-service.ts'
import { sumRollups, sumSamples } from './rollups.ts'
import { slotMs, slotOf, startOfSlot } from './slots.ts'

type Metrics = Answer<typeof metricsOutput>
type Steps = Map<number, Sums>
type Owned = { id: string; userId: string }

/** Samples of the last hour, summed by step. */
async function readSamples(ctx: CustomerContext, service: Owned, grid: Grid): Promise<Steps> {
  const m = ctx.store.t.serverMetrics
  const { cpuUsage, memoryUsage, diskUsage, networkIn, networkOut, isUp, recordedAt } = m
  const { requests, clientErrors, serverErrors, pageViews } = m
  const answers = { requests, clientErrors, serverErrors, pageViews }
  const since = startOfStep(grid, grid.first - 1)
  const rows = await ctx.store.read
    .select({ cpuUsage, memoryUsage, diskUsage, networkIn, networkOut, ...answers, isUp, recordedAt })
    .from(m)
    .where(and(eq(m.userId, service.userId), eq(m.serviceId, service.id), gte(recordedAt, since)))
    .orderBy(asc(recordedAt))
  const steps: Steps = new Map()
  for (const row of rows) {
    const step = Math.floor(row.recordedAt.getTime() / grid.stepMs)
    const sums = {
      samples: 1,
      upSamples: row.isUp ? 1 : 0,
      cpuUsageSum: row.cpuUsage,
      memoryUsageSum: row.memoryUsage,
      diskUsageSum: row.diskUsage,
      networkIn: row.networkIn,
      networkOut: row.networkOut,
      requests: row.requests,
      clientErrors: row.clientErrors,
      serverErrors: row.serverErrors,
      pageViews: row.pageViews,
    }
    steps.set(step, add(steps.get(step), sums))
  }
  return steps
}

/** Rollups summed by step; `lastSlot` is the last one included. */
async function readRollups(ctx: CustomerContext, service: Owned, grid: Grid) {
  const r = ctx.store.t.serverMetricRollups
  const slotsPerStep = grid.stepMs / slotMs
  // Inlined: with a parameter, PostgreSQL would not match the selected expression to the grouped one.
  const step = sql<number>`${r.slot} / ${sql.raw(String(slotsPerStep))}`
  return ctx.store.read
    .select({ step: step.mapWith(Number), ...sumRollups(ctx.store.t) })
    .from(r)
    .where(
      and(
        eq(r.userId, service.userId),
        eq(r.serviceId, service.id),
        gte(r.slot, (grid.first - 1) * slotsPerStep),
      ),
    )
    .groupBy(step)
}

// Rollups run every minute, once a slot has settled.
const liveMs = 15 * minute

/** Rollups, plus the samples that are not rolled up yet. */
async function readSlots(ctx: CustomerContext, service: Owned, grid: Grid): Promise<Steps> {
  const m = ctx.store.t.serverMetrics
  const rollups = await readRollups(ctx, service, grid)
  const since = startOfSlot(slotOf(after(ctx.now(), -liveMs)))
  const live = await ctx.store.read
    .select({ slot: m.slot, ...sumSamples(ctx.store.t) })
    .from(m)
    .where(and(eq(m.userId, service.userId), eq(m.serviceId, service.id), gte(m.recordedAt, since)))
    .groupBy(m.slot)
  const steps: Steps = new Map(rollups.map((row) => [row.step, row]))
  const lastSlot = Math.max(0, ...rollups.map((row) => row.lastSlot))
  for (const row of live) {
    if (row.slot <= lastSlot) continue
    const step = Math.floor((row.slot * slotMs) / grid.stepMs)
    steps.set(step, add(steps.get(step), row))
  }
  return steps
}

function* inside(grid: Grid, steps: Steps): Generator<Sums> {
  for (const [step, sums] of steps) if (step >= grid.first) yield sums
}

/**
 * The measurements of a service in the last hour, day or week, at most 360 points, by one or two indexed queries.
 * @throws NOT_FOUND
 */
export async function readMetrics(
  ctx: CustomerContext,
  input: { id: string; range: MetricRange },
): Promise<Metrics> {
  const service = await findMeasured(ctx, input.id)
  const grid = gridOf(input.range, ctx.now())
  const read = input.range === '1h' ? readSamples : readSlots
  const steps = await read(ctx, service, grid)
  const isNew = (step: number) =>
    service.activatedAt !== null && service.activatedAt >= startOfStep(grid, step - 1)
  return {
    range: input.range,
    from: startOfStep(grid, grid.first),
    to: startOfStep(grid, grid.first + grid.steps),
    stepSeconds: grid.stepMs / 1_000,
    uptimePercent: uptimeOf(inside(grid, steps)),
    points: pointsOf(grid, steps, isNew),
    strip: stripOf(grid, steps),
  }
}
