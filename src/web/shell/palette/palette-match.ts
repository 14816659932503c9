import { searchKey } from '#shared/text/search-text.ts'
import type { Choice } from '../../feature.ts'

/** A palette entry with its section. */
export type PaletteEntry = Choice & { section: string; isOnSearch?: true | undefined }

export type PaletteSection = { section: string; entries: PaletteEntry[] }

const recentSection = 'Recent'
export const placesSection = 'Go to'
export const actionsSection = 'Actions'

/** Rows of a section that grows with the customer's data; typing finds the rest. */
const longest = 8
const isGrowing = (section: string): boolean => section !== placesSection && section !== actionsSection

/** How well an entry matches, 0 best; undefined when a search word does not occur in it. */
function rank({ label, detail, words }: PaletteEntry, q: string): number | undefined {
  const name = searchKey(label)
  const all = `${name} ${searchKey(detail ?? '')} ${searchKey(words ?? '')}`
  if (!q.split(/\s+/).every((word) => all.includes(word))) return undefined
  if (name.startsWith(q)) return 0
  if (` ${name}`.includes(` ${q}`)) return 1
  return name.includes(q) ? 2 : 3
}

type Ranked = { entry: PaletteEntry; score: number }

const bySection = (sections: Iterable<string>, ranked: Ranked[]): (PaletteSection & { score: number })[] =>
  [...sections].flatMap((section) => {
    const own = ranked.filter(({ entry }) => entry.section === section)
    const [best] = own
    if (!best) return []
    const shown = isGrowing(section) ? own.slice(0, longest) : own
    return [{ section, score: best.score, entries: shown.map(({ entry }) => entry) }]
  })

/**
 * Search results, best section first and best entry first within it; ties go to recent choices, then to the
 * order of `entries`. An empty search shows recent choices, then everything in order.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  search: string,
  recent: readonly string[],
): PaletteSection[] {
  const q = searchKey(search).trim()
  const sections = new Set(entries.map(({ section }) => section))
  const age = ({ id }: PaletteEntry) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  if (q === '') {
    const latest = entries.filter(({ id }) => recent.includes(id)).toSorted((a, b) => age(a) - age(b))
    const listed = entries.filter(({ isOnSearch }) => !isOnSearch)
    const rest = bySection(
      sections,
      listed.map((entry) => ({ entry, score: 0 })),
    )
    return latest.length > 0 ? [{ section: recentSection, entries: latest }, ...rest] : rest
  }
  const ranked = entries.flatMap((entry) => {
    const score = rank(entry, q)
    return score === undefined ? [] : [{ entry, score }]
  })
  ranked.sort((a, b) => a.score - b.score || age(a.entry) - age(b.entry))
  return bySection(sections, ranked).toSorted((a, b) => a.score - b.score)
}
