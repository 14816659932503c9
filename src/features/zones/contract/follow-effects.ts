import { listWords } from '#shared/text/list-words.ts'
import { setOf } from './check-zone.ts'
import { apex, fullName, isLead, type ZoneRecord } from './record-types.ts'
import { lineOf, type Path, pathOf, relativeTo } from './zone-paths.ts'

type Records = readonly ZoneRecord[]
type Zones = { before: Records; after: Records; zone: string }

const shownNames = 5

const works = ({ end }: Path): boolean => end !== 'nothing' && end !== 'circle'

/** The effect on an untouched name; null without one. */
function describe(full: string, from: Path, to: Path): string | null {
  if (to.end === 'addresses') return `${full} will point to ${listWords(to.values, 'or')} too.`
  if (to.end === 'elsewhere') return `${full} will be an alias for ${to.host} too.`
  // Effects of a delegation are described with the delegation.
  if (to.end === 'delegated' || from.end === 'delegated') return null
  if (to.end === 'circle') return `${full} will point back to itself and stop working.`
  return works(from) ? `${full} stops working too.` : null
}

const isSame = (one: Path, other: Path): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Effects on names whose own records stay: aliases, and names covered by a wildcard. */
export function followEffects(touched: Records, { before, after, zone }: Zones): string[] {
  const described = new Set(touched.filter(isLead).map(({ name }) => name))
  const names = new Set([...before, ...after].flatMap(({ name }) => lineOf(name)))
  const sentences = [apex, ...names].flatMap((name) => {
    if (described.has(name) || name.includes('_')) return []
    const [from, to] = [pathOf(before, name, zone), pathOf(after, name, zone)]
    return isSame(from, to) ? [] : (describe(fullName(name, zone), from, to) ?? [])
  })
  const more = sentences.length - shownNames
  return more > 1
    ? [...sentences.slice(0, shownNames), `${more} more names change in the same way.`]
    : sentences
}

/** Mail servers of untouched MX records that have lost their address. */
export function mailHostEffects(touched: Records, { before, after, zone }: Zones): string[] {
  const described = new Set(touched.map(setOf))
  return after.flatMap((record) => {
    const host = record.type === 'MX' && !described.has(setOf(record)) ? relativeTo(record.value, zone) : null
    if (host === null || !works(pathOf(before, host, zone)) || works(pathOf(after, host, zone))) return []
    return `Mail for ${fullName(record.name, zone)} can no longer reach ${record.value}.`
  })
}
