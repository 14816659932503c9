import { countText } from './count-text.ts'

/** `35 minutes`, `2 hours 5 minutes`, `1 day 3 hours`: the two largest units. */
export function waitText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'less than a minute'
  const units: [count: number, name: string][] = [
    [Math.floor(minutes / 1_440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ]
  return units
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, name]) => countText(count, name))
    .join(' ')
}
