import { apex, fullName, isLead, type ZoneRecord } from './record-types.ts'

type Records = readonly ZoneRecord[]

/** The final target of a name, as a resolver finds it. */
export type Path =
  | { end: 'addresses'; values: string[] }
  /** A name outside the zone, with no further data. */
  | { end: 'elsewhere'; host: string }
  | { end: 'delegated'; cut: string; servers: string[] }
  | { end: 'circle' }
  | { end: 'nothing' }

/** The parent name, relative to the zone. */
const parentOf = (name: string): string => {
  const dot = name.indexOf('.')
  return dot < 0 ? apex : name.slice(dot + 1)
}

/** The name and its parents below the zone itself. */
export const lineOf = (name: string): string[] => (name === apex ? [] : [name, ...lineOf(parentOf(name))])

/** A full name relative to the zone; null outside it. */
export function relativeTo(full: string, zone: string): string | null {
  if (full === zone) return apex
  return full.endsWith(`.${zone}`) ? full.slice(0, -zone.length - 1) : null
}

/** A name exists when it or a name below it has records (RFC 4592 section 2.2). */
const exists = (records: Records, name: string): boolean =>
  name === apex || records.some((each) => each.name === name || each.name.endsWith(`.${name}`))

/** The name whose records answer for a name: itself, the wildcard that covers it, or null. */
export function answering(records: Records, name: string): string | null {
  if (exists(records, name)) return name
  let encloser = parentOf(name)
  while (!exists(records, encloser)) encloser = parentOf(encloser)
  const wildcard = encloser === apex ? '*' : `*.${encloser}`
  return exists(records, wildcard) ? wildcard : null
}

/** The highest delegated name at or above a name. */
export const cutAbove = (records: Records, name: string): string | undefined =>
  lineOf(name).findLast((each) => records.some(({ name: of, type }) => type === 'NS' && of === each))

const serversOf = (records: Records, cut: string): string[] =>
  records.filter(({ name, type }) => type === 'NS' && name === cut).map(({ value }) => value)

/** Follows a name of the zone through its wildcards and aliases. */
export function pathOf(records: Records, start: string, zone: string): Path {
  const seen = new Set<string>()
  for (let name = start; ; ) {
    if (seen.has(name)) return { end: 'circle' }
    seen.add(name)
    const cut = cutAbove(records, name)
    if (cut !== undefined)
      return { end: 'delegated', cut: fullName(cut, zone), servers: serversOf(records, cut) }
    const node = answering(records, name)
    const found = records.filter((each) => each.name === node && isLead(each))
    const alias = found.find(({ type }) => type === 'CNAME')
    if (!alias) {
      const values = found.map(({ value }) => value).toSorted()
      return values.length > 0 ? { end: 'addresses', values } : { end: 'nothing' }
    }
    const target = relativeTo(alias.value, zone)
    if (target === null) return { end: 'elsewhere', host: alias.value }
    name = target
  }
}
