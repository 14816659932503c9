import { countText } from '#shared/text/count-text.ts'
import type { StatusDay } from '../contract.ts'

type Level = 'whole' | 'brief' | 'long' | 'unknown'

/** How a day went; `unknown` without data. */
export function levelOf(uptimePercent: number | null): Level {
  if (uptimePercent === null) return 'unknown'
  if (uptimePercent >= 100) return 'whole'
  return uptimePercent >= 99 ? 'brief' : 'long'
}

/** Summary of the strip in words. */
export function summarise(days: readonly StatusDay[]): string {
  const count = (level: Level) => days.filter(({ uptimePercent }) => levelOf(uptimePercent) === level).length
  const parts: [Level, string][] = [
    ['whole', 'without interruption'],
    ['brief', 'interrupted with at least 99% uptime'],
    ['long', 'below 99% uptime'],
    ['unknown', 'without data'],
  ]
  const told = parts.flatMap(([level, words]) =>
    count(level) > 0 ? [`${countText(count(level), 'day')} ${words}`] : [],
  )
  return `The last ${countText(days.length, 'day')}: ${told.join(', ')}.`
}
