import { apex, fullName, maxRecords, type RecordType, type ZoneRecord } from './record-types.ts'
import { noHost } from './values/target.ts'

/**
 * Records that are not valid in one zone, as a message for the field to change; `records` are the conflicting ones, empty
 * when there are only too many.
 */
export type Clash = { field: 'name' | 'value'; message: string; records: readonly ZoneRecord[] }

/** The records of one name and type, which are returned together. */
export const setOf = ({ name, type }: Pick<ZoneRecord, 'name' | 'type'>): string => `${name} ${type}`

/** The identity of a record, for finding duplicates. */
export const identityOf = ({ name, type, value, priority }: Omit<ZoneRecord, 'ttl'>): string =>
  `${name} ${type} ${priority ?? ''} ${value}`

const leading: readonly RecordType[] = ['MX', 'NS', 'SRV']

/** The host that an MX, NS or SRV record points to. */
const hostOfValue = ({ type, value }: Pick<ZoneRecord, 'type' | 'value'>): string | null =>
  leading.includes(type) ? (value.split(' ').at(-1) ?? null) : null

const findTwin = (records: readonly ZoneRecord[]): ZoneRecord | undefined => {
  const seen = new Set<string>()
  return records.find((record) => {
    const identity = identityOf(record)
    if (seen.has(identity)) return true
    seen.add(identity)
    return false
  })
}

function findAliasClash(records: readonly ZoneRecord[], zone: string): Clash | null {
  const names = Map.groupBy(records, ({ name }) => name)
  for (const alias of records.filter(({ type }) => type === 'CNAME')) {
    const full = fullName(alias.name, zone)
    if (alias.name === apex)
      return {
        field: 'name',
        message: `${zone} itself cannot be a CNAME, because it has name servers. Use A and AAAA records instead.`,
        records: [alias],
      }
    const all = names.get(alias.name) ?? []
    if (all.length > 1)
      return {
        field: 'name',
        message: `A CNAME at ${full} cannot share its name with other records. Delete the CNAME or the others first.`,
        records: all,
      }
  }
  return null
}

function findLeadClash(records: readonly ZoneRecord[], zone: string): Clash | null {
  const aliases = new Set(
    records.flatMap(({ type, name }) => (type === 'CNAME' ? [fullName(name, zone)] : [])),
  )
  const clash = records.find((record) => aliases.has(hostOfValue(record) ?? ''))
  if (!clash) return null
  const host = hostOfValue(clash)
  return {
    field: 'value',
    message: `${host} is a CNAME, and ${clash.type} records cannot point to one. Give ${host} an A or AAAA record instead.`,
    records: [clash],
  }
}

/** A null MX excludes other MX records of its name (RFC 7505 section 3). */
function findMailClash(records: readonly ZoneRecord[], zone: string): Clash | null {
  const names = Map.groupBy(
    records.filter(({ type }) => type === 'MX'),
    ({ name }) => name,
  )
  for (const [name, all] of names)
    if (all.length > 1 && all.some(({ value }) => value === noHost))
      return {
        field: 'value',
        message: `${fullName(name, zone)} has the MX record “.”, which means that it accepts no mail, so no other MX record can be added. Delete it or the others first.`,
        records: all,
      }
  return null
}

/** Why these records are not a valid zone; null when they are. All are in their stored form. */
export function findClash(records: readonly ZoneRecord[], zone: string): Clash | null {
  if (records.length > maxRecords)
    return {
      field: 'name',
      message: `A zone has at most ${maxRecords} records. Delete one first.`,
      records: [],
    }
  const twin = findTwin(records)
  if (twin)
    return {
      field: 'value',
      message: `${fullName(twin.name, zone)} has this ${twin.type} record already.`,
      records: [twin],
    }
  return findAliasClash(records, zone) ?? findLeadClash(records, zone) ?? findMailClash(records, zone)
}
