import { after, hour } from '#shared/time.ts'

const micros = 1_000_000
const hoursKept = 24

/** A figure of a kind of resource: where it lies, how far the day moves it, and how far chance does. */
type Figure = { name: string; unit: string; base: number; swing: number; noise: number }

const figures: Record<string, Figure[]> = {
  instance: [
    { name: 'cpuUtilization', unit: 'Percent', base: 34, swing: 18, noise: 9 },
    { name: 'memoryUtilization', unit: 'Percent', base: 61, swing: 6, noise: 3 },
    { name: 'networkIn', unit: 'Bytes', base: 48_000_000, swing: 26_000_000, noise: 9_000_000 },
    { name: 'networkOut', unit: 'Bytes', base: 71_000_000, swing: 38_000_000, noise: 12_000_000 },
  ],
  database: [
    { name: 'cpuUtilization', unit: 'Percent', base: 22, swing: 11, noise: 6 },
    { name: 'connections', unit: 'Count', base: 46, swing: 22, noise: 7 },
  ],
  function: [{ name: 'invocations', unit: 'Count', base: 90, swing: 60, noise: 25 }],
}

/** A number from 0 to 1 that depends on the text alone (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}

/** The value of a figure of a named resource in an hour: the same whoever asks, and whenever. */
function valueAt({ name, base, swing, noise }: Figure, resource: string, at: Date): number {
  const turn = ((at.getTime() / hour) % 24) / 24
  const drift = chance(`${resource} ${name} ${at.getTime()}`) * 2 - 1
  return Math.max(0, base + swing * Math.sin(turn * 2 * Math.PI) + noise * drift)
}

/** The figures of the last 24 full hours of a simulated resource; values in millionths of their unit. */
export function figuresOf(resourceType: string, resource: string, now: Date) {
  const lastHour = new Date(Math.floor(now.getTime() / hour) * hour)
  return (figures[resourceType] ?? []).flatMap((figure) =>
    Array.from({ length: hoursKept }, (_, back) => {
      const timestamp = after(lastHour, -back * hour)
      const value = Math.round(valueAt(figure, resource, timestamp) * micros)
      return { metricName: figure.name, unit: figure.unit, valueMicros: value, timestamp }
    }),
  )
}
