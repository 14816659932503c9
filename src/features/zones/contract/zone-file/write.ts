import { soaTimes } from '#shared/names/soa.ts'
import { stringsOf } from '#shared/names/txt-strings.ts'
import { apex, type ZoneRecord } from '../record-types.ts'

const escapeOctet = (octet: number): string => {
  const sign = String.fromCharCode(octet)
  if (octet < 32 || octet > 126) return `\\${String(octet).padStart(3, '0')}`
  return sign === '"' || sign === '\\' ? `\\${sign}` : sign
}

/** The quoted strings of a text: special characters are escaped, and octets beyond ASCII written in decimal. */
const quoteText = (value: string): string =>
  stringsOf(value)
    .map((string) => `"${[...new TextEncoder().encode(string)].map(escapeOctet).join('')}"`)
    .join(' ')

function dataOf({ type, value, priority }: ZoneRecord): string {
  if (type === 'TXT') return quoteText(value)
  const absolute = value.endsWith('.') ? value : `${value}.`
  if (type === 'CNAME' || type === 'NS') return absolute
  if (type === 'MX' || type === 'SRV') return `${priority ?? 0} ${absolute}`
  return value
}

type Zone = { zone: string; serial: number; nameserver: string; records: readonly ZoneRecord[] }

/** A master file of the zone (RFC 1035 section 5) with its SOA record, which other name servers can load. */
export function writeZoneFile({ zone, serial, nameserver, records }: Zone): string {
  const soa = `@ 3600 IN SOA ${nameserver}. hostmaster.${zone}. ${serial} ${Object.values(soaTimes).join(' ')}`
  const isNs = ({ name, type }: ZoneRecord) => name === apex && type === 'NS'
  const sorted = [...records.filter(isNs), ...records.filter((record) => !isNs(record))]
  const lines = sorted.map((record) => `${record.name} ${record.ttl} IN ${record.type} ${dataOf(record)}`)
  return `${[`$ORIGIN ${zone}.`, '$TTL 3600', soa, ...lines].join('\n')}\n`
}
