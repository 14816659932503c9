/** The values of one line, one per point in time; `null` where nothing was measured. */
export type Values = readonly (number | null)[]

export type Scale = { top: number; ticks: number[] }

/** Steps that people count in; those of a base of 1024 are powers of two, so that ticks are whole KB and MB. */
const steps: Record<10 | 1024, number[]> = {
  10: [1, 2, 2.5, 5, 10],
  1024: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
}

/** A scale from zero that holds the highest value with at most five lines, in steps that people count in. */
export function scaleTo(highest: number, base: 10 | 1024 = 10): Scale {
  const most = Math.max(highest, 1)
  const power = base ** Math.floor(Math.log(most / 4) / Math.log(base))
  const step = power * (steps[base].find((each) => each * power * 4 >= most) ?? base)
  const count = Math.ceil(most / step)
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, tick) => tick * step) }
}

/** A scale of percentages. */
export const percentScale: Scale = { top: 100, ticks: [0, 25, 50, 75, 100] }

const digits = (value: number): number => Number(value.toFixed(2))

/** Places of the points on the way from the first to the last, 0 to 100. */
export function placesOf(times: readonly number[]): number[] {
  const first = times[0] ?? 0
  const span = (times.at(-1) ?? 0) - first
  return times.map((time) => (span > 0 ? digits(((time - first) / span) * 100) : 50))
}

/** How far from the top of the field a value is, 0 to 100; what is beyond the scale stays on its edge. */
export const heightOf = (value: number, top: number): number =>
  digits(100 - (Math.min(Math.max(value, 0), top) / top) * 100)

/**
 * An SVG path through the values on a field of 100 by 100. It is broken where nothing was measured; a value that stands
 * alone becomes a line of no length, which a round cap shows as a dot.
 */
export function pathOf(values: Values, places: readonly number[], top: number): string {
  let path = ''
  let isDown = false
  values.forEach((value, index) => {
    if (value === null) {
      isDown = false
      return
    }
    const x = places[index] ?? 0
    const y = heightOf(value, top)
    const isAlone = !isDown && (values[index + 1] ?? null) === null
    path += isDown ? `L${x} ${y}` : isAlone ? `M${x} ${y}h0` : `M${x} ${y}`
    isDown = true
  })
  return path
}

/** The area between such a path and the ground; nothing under dots. */
export const areaOf = (path: string): string =>
  path
    .split('M')
    .filter((line) => line.includes('L'))
    .map((line) => {
      const from = Number.parseFloat(line)
      const to = Number.parseFloat(line.slice(line.lastIndexOf('L') + 1))
      return `M${from} 100L${line}L${to} 100Z`
    })
    .join('')

/** The index whose place is nearest to a share of the width, 0 to 100. */
export function nearest(places: readonly number[], at: number): number {
  let best = 0
  places.forEach((place, index) => {
    if (Math.abs(place - at) < Math.abs((places[best] ?? 0) - at)) best = index
  })
  return best
}

const isMeasured = (value: number | null): value is number => value !== null

export type Extent = { last: number; low: number; high: number }

/** The newest, the lowest and the highest of what was measured; nothing when nothing was. */
export function extentOf(values: Values): Extent | undefined {
  const measured = values.filter(isMeasured)
  const last = measured.at(-1)
  if (last === undefined) return undefined
  const low = measured.reduce((one, other) => Math.min(one, other))
  const high = measured.reduce((one, other) => Math.max(one, other))
  return { last, low, high }
}
