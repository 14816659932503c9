import type { Answer } from '#shared/schema.ts'
import { day, minute, second } from '#shared/time.ts'
import type { MetricRange, metricPoint, uptimeBlock } from '../contract/contract.ts'
import { type AnswerCounts, answerCounts } from '../contract/counts.ts'
import { toPercent } from './shares.ts'

/** Responses since midnight IST; null where they were not counted. */
type Answers = { [Name in keyof AnswerCounts]: number | null }

/** Sums of one step's measurements; usages in hundredths of a percent, over the samples in which a process ran. */
export type Sums = Answers & {
  samples: number
  upSamples: number
  cpuUsageSum: number
  memoryUsageSum: number
  diskUsageSum: number
  /** Bytes since midnight IST at the end of the step. */
  networkIn: number
  networkOut: number
}

type CounterName = keyof Answers | 'networkIn' | 'networkOut'

/** The samples that decide whether a service was up. */
export type Uptime = Pick<Sums, 'samples' | 'upSamples'>

/** The even steps of a range. `first` is the first step's number since 1970. */
export type Grid = { stepMs: number; first: number; steps: number; stepsPerBlock: number }

const shapes: Record<MetricRange, { stepMs: number; steps: number; stepsPerBlock: number }> = {
  '1h': { stepMs: 10 * second, steps: 360, stepsPerBlock: 6 },
  '24h': { stepMs: 5 * minute, steps: 288, stepsPerBlock: 6 },
  '7d': { stepMs: 30 * minute, steps: 336, stepsPerBlock: 4 },
}

/** The steps of a range; the last one contains `now`. */
export function gridOf(range: MetricRange, now: Date): Grid {
  const shape = shapes[range]
  return { ...shape, first: Math.floor(now.getTime() / shape.stepMs) - shape.steps + 1 }
}

export const startOfStep = ({ stepMs }: Grid, step: number): Date => new Date(step * stepMs)

const greatest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** Adds two steps' sums. */
export const add = (one: Sums | undefined, other: Sums): Sums =>
  one === undefined
    ? other
    : {
        samples: one.samples + other.samples,
        upSamples: one.upSamples + other.upSamples,
        cpuUsageSum: one.cpuUsageSum + other.cpuUsageSum,
        memoryUsageSum: one.memoryUsageSum + other.memoryUsageSum,
        diskUsageSum: one.diskUsageSum + other.diskUsageSum,
        networkIn: Math.max(one.networkIn, other.networkIn),
        networkOut: Math.max(one.networkOut, other.networkOut),
        requests: greatest(one.requests, other.requests),
        clientErrors: greatest(one.clientErrors, other.clientErrors),
        serverErrors: greatest(one.serverErrors, other.serverErrors),
        pageViews: greatest(one.pageViews, other.pageViews),
      }

const istOffsetMs = 330 * minute
const istDayOf = (grid: Grid, step: number): number => Math.floor((step * grid.stepMs + istOffsetMs) / day)

const uncounted: Answers = { requests: null, clientErrors: null, serverErrors: null, pageViews: null }
const silent = { cpuUsage: null, memoryUsage: null, diskUsage: null, networkIn: null, networkOut: null }

/** A step of a range, and the last measured step before it. */
type GridStep<Values> = {
  step: number
  found: Values | undefined
  before: { step: number; sums: Values } | null
}

/** The steps of a range in order. `sums` may hold the step before the first, as the base of its counters. */
export function listSteps<Values>(grid: Grid, sums: ReadonlyMap<number, Values>): GridStep<Values>[] {
  const listed: GridStep<Values>[] = []
  let before: GridStep<Values>['before'] = null
  for (let step = grid.first - 1; step < grid.first + grid.steps; step += 1) {
    const found = sums.get(step)
    if (step >= grid.first) listed.push({ step, found, before })
    if (found) before = { step, sums: found }
  }
  return listed
}

/**
 * How much a counter grew since the last measured step, or its full value after midnight IST; null where either was not
 * counted. Counts from before the first measurement belong to no step, unless the service is new.
 */
export function growthOf<Name extends string>(
  grid: Grid,
  { step, found, before }: GridStep<{ [Counter in Name]: number | null }>,
  { name, isNew }: { name: Name; isNew: (step: number) => boolean },
): number | null {
  const value = found?.[name] ?? null
  if (value === null) return null
  if (before === null) return isNew(step) ? value : null
  const from = before.sums[name]
  if (from === null) return null
  return istDayOf(grid, before.step) === istDayOf(grid, step) ? Math.max(0, value - from) : value
}

const average = (sum: number, count: number): number => toPercent(Math.round(sum / count))

const usagesOf = (sums: Sums) => ({
  cpuUsage: average(sums.cpuUsageSum, sums.upSamples),
  memoryUsage: average(sums.memoryUsageSum, sums.upSamples),
  diskUsage: average(sums.diskUsageSum, sums.upSamples),
})

/** The points of a range. `sums` may hold the step before the first, as the base of its counters. */
export const pointsOf = (
  grid: Grid,
  sums: ReadonlyMap<number, Sums>,
  isNew: (step: number) => boolean,
): Answer<typeof metricPoint>[] =>
  listSteps(grid, sums).map((listed) => {
    const at = startOfStep(grid, listed.step)
    const { found } = listed
    if (!found) return { at, ...silent, ...uncounted }
    const growth = (name: CounterName) => growthOf(grid, listed, { name, isNew })
    const answers = { ...uncounted }
    for (const name of answerCounts) answers[name] = growth(name)
    if (found.upSamples === 0) return { at, ...silent, ...answers }
    const network = { networkIn: growth('networkIn') ?? 0, networkOut: growth('networkOut') ?? 0 }
    return { at, ...usagesOf(found), ...network, ...answers }
  })

/** The share of the samples in which a process ran, in percent with two decimals; null without any. */
export function uptimeOf(sums: Iterable<Uptime>): number | null {
  let [samples, upSamples] = [0, 0]
  for (const each of sums) {
    samples += each.samples
    upSamples += each.upSamples
  }
  // Never 100 while anything was down.
  return samples === 0 ? null : Math.floor((10_000 * upSamples) / samples) / 100
}

const stateOf = (percent: number | null) => {
  if (percent === null) return 'unknown' as const
  if (percent === 0) return 'down' as const
  return percent === 100 ? ('up' as const) : ('partial' as const)
}

/** The uptime strip of a range: even blocks of several steps. */
export function stripOf(grid: Grid, sums: ReadonlyMap<number, Uptime>): Answer<typeof uptimeBlock>[] {
  const { first, steps, stepsPerBlock } = grid
  return Array.from({ length: steps / stepsPerBlock }, (_, block) => {
    const from = first + block * stepsPerBlock
    const inside = Array.from({ length: stepsPerBlock }, (_, at) => sums.get(from + at))
    const uptimePercent = uptimeOf(inside.filter((found) => found !== undefined))
    return {
      from: startOfStep(grid, from),
      to: startOfStep(grid, from + stepsPerBlock),
      state: stateOf(uptimePercent),
      uptimePercent,
    }
  })
}
