import { after, day, minute } from '#shared/time.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

/** Schedules: daily, on Sundays, or on the first of the month, at `HH:MM` in the time of Kolkata. */
export type Rhythm = { frequency: Frequency; time: string }

export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** Default schedule. */
export const usualSchedule = { frequency: 'daily', time: '02:30', backupType: 'full', keep: 7 } as const

/** Kolkata has a fixed offset all year. */
const offsetMs = 330 * minute

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const isRunDay = (frequency: Frequency, localDay: Date): boolean => {
  if (frequency === 'weekly') return localDay.getUTCDay() === 0
  return frequency === 'daily' || localDay.getUTCDate() === 1
}

/** The first run after `from`. */
export function nextRun({ frequency, time }: Rhythm, from: Date): Date {
  const localMidnight = Math.floor((from.getTime() + offsetMs) / day) * day
  for (let ahead = 0; ; ahead++) {
    const localDay = new Date(localMidnight + ahead * day)
    const run = after(localDay, minutesOf(time) * minute - offsetMs)
    if (run > from && isRunDay(frequency, localDay)) return run
  }
}

/** The next `count` runs after `from`, soonest first. */
export function nextRuns(rhythm: Rhythm, from: Date, count: number): Date[] {
  const runs: Date[] = []
  while (runs.length < count) runs.push(nextRun(rhythm, runs.at(-1) ?? from))
  return runs
}
