/** One line's values, one per point in time; `null` where nothing was measured. */
export type Values = readonly (number | null)[]

export type Scale = { top: number; ticks: number[] }

/** Round steps; with base 1024 powers of two, so that ticks are whole KB and MB. */
const steps: Record<10 | 1024, number[]> = {
  10: [1, 2, 2.5, 5, 10],
  1024: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-9

/**
 * A scale from zero to at least the highest value with at most five gridlines, in round steps with
 * no more decimals than the values. Bytes (base 1024) have no decimals.
 */
export function scaleTo(highest: number, base: 10 | 1024 = 10, decimals = 0): Scale {
  const finest = base === 1024 ? 1 : 10 ** -decimals
  const most = Math.max(highest, finest)
  const power = Math.max(finest, base ** Math.floor(Math.log(most / 4) / Math.log(base)))
  const fits = (each: number) => each * power * 4 >= most && isWhole((each * power) / finest)
  const step = power * (steps[base].find(fits) ?? base)
  const count = Math.ceil(Number((most / step).toFixed(9)))
  const ticks = Array.from({ length: count + 1 }, (_, tick) => Number((tick * step).toFixed(decimals)))
  return { top: ticks.at(-1) ?? most, ticks }
}

/** A scale of percentages. */
export const percentScale: Scale = { top: 100, ticks: [0, 25, 50, 75, 100] }

// Maximum number of decimals.
const mostDecimals = 2

/** The number of decimals in the shown values. */
export function decimalsOf(values: Values): number {
  const has = (value: number | null, decimals: number) =>
    value === null || isWhole(Number(value.toFixed(mostDecimals)) * 10 ** decimals)
  const places = Array.from({ length: mostDecimals }, (_, decimals) => decimals)
  return places.find((decimals) => values.every((value) => has(value, decimals))) ?? mostDecimals
}

/** At most five evenly spaced times for the axis. */
export function marksOf(times: readonly number[]): number[] {
  const count = Math.min(times.length, 5)
  const last = times.length - 1
  return Array.from(
    { length: count },
    (_, mark) => times[Math.round((mark * last) / Math.max(1, count - 1))] ?? 0,
  )
}

const isMeasured = (value: number | null): value is number => value !== null

export type Extent = { last: number; low: number; high: number }

/** The newest, lowest and highest measured value; nothing without any. */
export function extentOf(values: Values): Extent | undefined {
  const measured = values.filter(isMeasured)
  const last = measured.at(-1)
  if (last === undefined) return undefined
  const low = measured.reduce((one, other) => Math.min(one, other))
  const high = measured.reduce((one, other) => Math.max(one, other))
  return { last, low, high }
}

type Measured = { times: readonly number[]; series: readonly { values: Values }[] }

/** The moments at which any line has a value. */
export const measuredTimes = ({ times, series }: Measured): number[] =>
  times.filter((_, index) => series.some(({ values }) => typeof values[index] === 'number'))
