import { day, hour, minute } from '#shared/time.ts'

const micros = 1_000_000

/** How far back figures go, and how far they are apart. */
export const figuresKeptMs = day
const stepMs = 15 * minute

/** A figure of a kind of resource: where it lies, how far the day moves it, and how far chance does. */
export type Figure = { name: string; unit: string; base: number; swing: number; noise: number }

/** A number from 0 to 1 that depends on the text alone (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}

/** The value of a figure of a named resource at a moment: the same whoever asks, and whenever. */
function valueAt({ name, base, swing, noise, unit }: Figure, resource: string, at: Date): number {
  const turn = ((at.getTime() / hour) % 24) / 24
  const drift = chance(`${resource} ${name} ${at.getTime()}`) * 2 - 1
  const value = Math.max(0, base + swing * Math.sin(turn * 2 * Math.PI) + noise * drift)
  return unit === 'Percent' ? value : Math.round(value)
}

/** The moments of the day before `now` at which simulated resources have figures, the newest first. */
export function momentsUntil(now: Date): Date[] {
  const last = Math.floor(now.getTime() / stepMs) * stepMs
  return Array.from({ length: figuresKeptMs / stepMs }, (_, back) => new Date(last - back * stepMs))
}

/** What a simulated resource shows at one of the moments; values in millionths of their unit. */
export const figuresAt = (figures: readonly Figure[], resource: string, timestamp: Date) =>
  figures.map((figure) => ({
    metricName: figure.name,
    unit: figure.unit,
    valueMicros: Math.round(valueAt(figure, resource, timestamp) * micros),
    timestamp,
  }))
