export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA'] as const
export type RecordType = (typeof recordTypes)[number]

export const minTtl = 60
export const maxTtl = 86_400
export const usualTtl = 3_600
export const maxRecords = 500

/** The record name of the zone itself. */
export const apex = '@'

/**
 * A record in its stored form. `name` is relative to the zone, in lower-case A-labels; a host in `value` is absolute, without
 * the root dot; the priority of MX and SRV is not part of the value.
 */
export type ZoneRecord = {
  name: string
  type: RecordType
  value: string
  priority: number | null
  /** In seconds. */
  ttl: number
}

const leading: readonly RecordType[] = ['A', 'AAAA', 'CNAME']

/** Whether a record gives its name a target: an address, or an alias. */
export const isLead = ({ type }: Pick<ZoneRecord, 'type'>): boolean => leading.includes(type)

/** The full name of a record's owner, without the root dot. */
export const fullName = (name: string, zone: string): string => (name === apex ? zone : `${name}.${zone}`)
