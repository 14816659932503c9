import { hour, minute } from '#shared/time.ts'

/** Interval of the measurements. */
export const sampleMs = 5 * minute

const startOf = (at: Date, ms: number): number => Math.floor(at.getTime() / ms) * ms

/** The sample time that a measurement belongs to. */
export const sampleTime = (now: Date): Date => new Date(startOf(now, sampleMs))

/** The full hours between two instants. */
export function hoursOf(from: Date, to: Date): Date[] {
  const hours: Date[] = []
  for (let at = startOf(from, hour); at <= to.getTime(); at += hour)
    if (at >= from.getTime()) hours.push(new Date(at))
  return hours
}

/** The sample times between the full hours of a period. */
export const betweenHours = (from: Date, to: Date): Date[] =>
  hoursOf(from, to).flatMap((full) =>
    Array.from({ length: hour / sampleMs - 1 }, (_, at) => new Date(full.getTime() + (at + 1) * sampleMs)),
  )
