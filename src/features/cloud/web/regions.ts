import type { Bar } from './bars.tsx'

/** How many resources each region holds, the fullest first. */
export function regionsOf(resources: readonly { region: string }[]): Bar[] {
  const counts = new Map<string, number>()
  for (const { region } of resources) counts.set(region, (counts.get(region) ?? 0) + 1)
  return [...counts]
    .map(([name, value]) => ({ name, value, text: String(value) }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name))
}
