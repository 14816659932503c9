import { eachSet, type Zone } from '../zone/zone.ts'
import { fullText, rdataText, typeName } from './rdata-text.ts'

type Content = { content: string; disabled: boolean }

/** A record set of PowerDNS. */
export type RrSet = { name: string; type: string; ttl: number; records: Content[] }

export type RrSetChange =
  | (RrSet & { changetype: 'REPLACE' })
  | { name: string; type: string; changetype: 'DELETE'; records: [] }

/** The sets of a zone without DNSSEC, whose keys PowerDNS stores separately. */
export const rrSetsOf = (zone: Zone): RrSet[] =>
  eachSet(zone)
    .map(({ name, set: { type, ttl, data } }) => ({
      name: fullText(name + zone.apex),
      type: typeName(type),
      ttl,
      records: data.map((record) => ({ content: rdataText(type, record), disabled: false })),
    }))
    .toArray()

const keyOf = ({ name, type }: Pick<RrSet, 'name' | 'type'>): string => `${name.toLowerCase()} ${type}`

const textOf = ({ ttl, records }: RrSet): string =>
  `${ttl} ${records
    .map(({ content, disabled }) => `${disabled} ${content}`)
    .sort()
    .join('\n')}`

/** The changes from the present sets to the expected ones; deletions first, since a CNAME excludes other records. */
export function differenceOf(present: readonly RrSet[], wanted: readonly RrSet[]): RrSetChange[] {
  const before = new Map(present.map((set) => [keyOf(set), set]))
  const after = new Set(wanted.map(keyOf))
  const gone = present
    .filter((set) => !after.has(keyOf(set)))
    .map(({ name, type }) => ({ name, type, changetype: 'DELETE' as const, records: [] as [] }))
  const put = wanted
    .filter((set) => {
      const there = before.get(keyOf(set))
      return !there || textOf(there) !== textOf(set)
    })
    .map((set) => ({ ...set, changetype: 'REPLACE' as const }))
  return [...gone, ...put]
}
