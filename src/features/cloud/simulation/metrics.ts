import { day, hour, minute } from '#shared/time.ts'

const micros = 1_000_000

/** The period that metrics cover, and their interval. */
export const metricsKeptMs = day
const stepMs = 15 * minute

/** A metric of a kind of resource: its mean, and how far the time of day and chance move it. */
export type SimulatedMetric = { name: string; unit: string; base: number; swing: number; noise: number }

/** A number from 0 to 1 that depends on the text alone (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}

/** The value of a metric of a named resource at a moment: a pure function. */
function valueAt({ name, base, swing, noise, unit }: SimulatedMetric, resource: string, at: Date): number {
  const turn = ((at.getTime() / hour) % 24) / 24
  const drift = chance(`${resource} ${name} ${at.getTime()}`) * 2 - 1
  const value = Math.max(0, base + swing * Math.sin(turn * 2 * Math.PI) + noise * drift)
  return unit === 'Percent' ? value : Math.round(value)
}

/** The moments of the 24 hours before `now` at which simulated resources have metrics, newest first. */
export function momentsUntil(now: Date): Date[] {
  const last = Math.floor(now.getTime() / stepMs) * stepMs
  return Array.from({ length: metricsKeptMs / stepMs }, (_, back) => new Date(last - back * stepMs))
}

/** The metrics of a simulated resource at one of the moments; values in millionths of their unit. */
export const metricsAt = (metrics: readonly SimulatedMetric[], resource: string, timestamp: Date) =>
  metrics.map((metric) => ({
    metricName: metric.name,
    unit: metric.unit,
    valueMicros: Math.round(valueAt(metric, resource, timestamp) * micros),
    timestamp,
  }))
