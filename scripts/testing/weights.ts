import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Seconds that files took in a run of all stages, by stage and path; what took less than two is not listed. */
type Weights = Record<string, Record<string, number>>

const path = join(import.meta.dir, 'weights.json')
const least = 2

/** What is known from the last run that was weighed. */
export const readWeights = (): Weights => JSON.parse(readFileSync(path, 'utf8'))

/** The files in at most `count` parts that weigh about the same: each, the heaviest first, goes to the part that is the lightest. */
export function balance(
  files: readonly string[],
  count: number,
  weigh: (file: string) => number,
): string[][] {
  const parts = Array.from({ length: count }, () => ({ files: [] as string[], weight: 0 }))
  for (const file of files.toSorted((a, b) => weigh(b) - weigh(a))) {
    const lightest = parts.reduce((best, part) => (part.weight < best.weight ? part : best))
    lightest.files.push(file)
    lightest.weight += weigh(file)
  }
  return parts.map((part) => part.files.sort()).filter((part) => part.length > 0)
}

const byName = <T>(entries: [string, T][]): [string, T][] => entries.sort(([a], [b]) => (a < b ? -1 : 1))

/** Collects what files took, and writes it down in place of what was known of their stages. */
export function collectWeights() {
  const noted: Weights = {}
  return {
    note(stage: string, files: ReadonlyMap<string, number>) {
      const heavy = [...files].filter(([, seconds]) => seconds >= least)
      const whole = heavy.map(([file, seconds]) => [file, Math.round(seconds)])
      noted[stage] = { ...noted[stage], ...Object.fromEntries(whole) }
    },
    async write() {
      const known = byName(Object.entries({ ...readWeights(), ...noted }))
      const sorted = known.map(([stage, files]) => [stage, Object.fromEntries(byName(Object.entries(files)))])
      await Bun.write(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
    },
  }
}
