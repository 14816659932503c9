import { and, eq, gte, inArray, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { prepareOnce } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { day, minute } from '#shared/time.ts'
import { mostToday, type todayOutput } from '../contract/today.ts'
import { type Grid, growthOf, listSteps, type Sums, startOfStep, stripOf, uptimeOf } from './grid.ts'
import { sumRollups } from './rollups.ts'
import { slotMs } from './slots.ts'

type StepSums = Pick<Sums, 'samples' | 'upSamples' | 'networkOut' | 'pageViews'>
type Steps = Map<number, StepSums>

// Midnight IST, when counters restart, falls on a half hour.
const stepMs = 30 * minute
const steps = day / stepMs
const slotsPerStep = stepMs / slotMs

const gridAt = (now: Date): Grid => ({
  stepMs,
  first: Math.floor(now.getTime() / stepMs) - steps + 1,
  steps,
  stepsPerBlock: 2,
})

/** The caller's services, or those of `ids`. */
function selectServices({ read, t: { userServices } }: Store, ids?: string[]) {
  const { id, userId, status, activatedAt } = userServices
  const own = and(eq(userId, sql.placeholder('userId')), ne(status, 'terminated'))
  return read
    .select({ id, activatedAt })
    .from(userServices)
    .where(ids ? and(own, inArray(id, ids)) : own)
    .limit(mostToday + 1)
}

/** The services' rollups summed by step; only the needed columns, as every dashboard loads them. */
function selectSteps(store: Store, services: string[] | SQLWrapper) {
  const r = store.t.serverMetricRollups
  // Inlined: with a parameter, PostgreSQL would not match the selected expression to the grouped one.
  const step = sql<number>`${r.slot} / ${sql.raw(String(slotsPerStep))}`
  const own = and(eq(r.userId, sql.placeholder('userId')), inArray(r.serviceId, services))
  const { samples, upSamples, networkOut, pageViews } = sumRollups(store.t)
  return store.read
    .select({ serviceId: r.serviceId, step: step.mapWith(Number), samples, upSamples, networkOut, pageViews })
    .from(r)
    .where(and(own, gte(r.slot, sql.placeholder('since'))))
    .groupBy(r.serviceId, step)
}

const ownServices = (store: Store) => selectServices(store).prepare('own_services_today')

const ownSteps = (store: Store) => {
  const { id, userId } = store.t.userServices
  const own = store.read.select({ id }).from(store.t.userServices)
  return selectSteps(store, own.where(eq(userId, sql.placeholder('userId')))).prepare('own_steps_today')
}

/** The two queries; prepared for all of a caller's services, as a dashboard asks for. */
const queriesFor = (store: Store, ids: string[] | undefined) =>
  ids
    ? {
        services: selectServices(store, ids).prepare('named_services_today'),
        steps: selectSteps(store, ids).prepare('named_steps_today'),
      }
    : { services: prepareOnce(store, ownServices), steps: prepareOnce(store, ownSteps) }

function byService(rows: Awaited<ReturnType<ReturnType<typeof ownSteps>['execute']>>): Map<string, Steps> {
  const found = new Map<string, Steps>()
  for (const row of rows) {
    const known = found.get(row.serviceId)
    if (known) known.set(row.step, row)
    else found.set(row.serviceId, new Map([[row.step, row]]))
  }
  return found
}

/** Null while nothing ran, as in the service's chart. */
const bytesOutOf = (
  grid: Grid,
  step: ReturnType<typeof listSteps<StepSums>>[number],
  isNew: (step: number) => boolean,
): number | null =>
  step.found && step.found.upSamples > 0 ? (growthOf(grid, step, { name: 'networkOut', isNew }) ?? 0) : null

/**
 * The last 24 hours of the caller's services, in two queries; an empty list without `ids` when there are more than fit on a page.
 */
export async function readToday(
  ctx: CustomerContext,
  { ids }: { ids?: string[] | undefined },
): Promise<Answer<typeof todayOutput>[]> {
  if (ids?.length === 0) return []
  const userId = ctx.user.id
  const { services, steps } = queriesFor(ctx.store, ids)
  const own = await services.execute({ userId })
  if (own.length === 0 || own.length > mostToday) return []
  const grid = gridAt(ctx.now())
  const since = (grid.first - 1) * slotsPerStep
  const found = byService(await steps.execute({ userId, since }))
  return own.map((service) => {
    const measured: Steps = found.get(service.id) ?? new Map()
    const isNew = (step: number) =>
      service.activatedAt !== null && service.activatedAt >= startOfStep(grid, step - 1)
    const listed = listSteps(grid, measured)
    const shown = [...measured].filter(([step]) => step >= grid.first)
    return {
      id: service.id,
      from: startOfStep(grid, grid.first),
      bytesOut: listed.map((each) => bytesOutOf(grid, each, isNew)),
      pageViews: listed.map((each) => growthOf(grid, each, { name: 'pageViews', isNew })),
      uptimePercent: uptimeOf(shown.map(([, sums]) => sums)),
      strip: stripOf(grid, measured).map(({ state }) => state),
    }
  })
}
