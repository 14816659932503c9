import { isIPv6 } from 'node:net'
import { apex, type RecordType, usualTtl, type ZoneRecord } from '#features/zones/contract/record-types.ts'

/** What the records of a domain's mail are made from. */
export type MailPlace = {
  zone: string
  /** The name of this server, if it has one of its own; else `mail` below the domain leads to it. */
  host: string | null
  /** Where the service of the domain is. */
  address: string
  /** Null when programs cannot hand mail over. */
  submissionPort: number | null
}

const priority = 10
const ownName = 'mail'

const record = (name: string, type: RecordType, value: string, rank: number | null = null): ZoneRecord => ({
  name,
  type,
  value,
  priority: rank,
  ttl: usualTtl,
})

export const mailHostOf = ({ zone, host }: Pick<MailPlace, 'zone' | 'host'>): string =>
  host ?? `${ownName}.${zone}`

export const keyName = (selector: string): string => `${selector}._domainkey`

/** The record of a key (RFC 6376, 3.6.1). */
export const keyRecord = (selector: string, publicKey: string): ZoneRecord =>
  record(keyName(selector), 'TXT', `v=DKIM1; k=rsa; p=${publicKey}`)

export const spfText = 'v=spf1 mx ~all'
export const dmarcName = '_dmarc'
export const dmarcText = 'v=DMARC1; p=none'

export const isDmarc = (text: string): boolean => /^v=DMARC1\b/i.test(text)
export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text)

/** How `mail` below the domain leads to the server, so that programs find it there. */
function leadOf({ zone, host, address }: MailPlace): ZoneRecord[] {
  const own = mailHostOf({ zone, host: null })
  if (host !== null && host !== own && host !== zone && !host.endsWith(`.${zone}`))
    return [record(ownName, 'CNAME', host)]
  if (host !== null && host !== own) return []
  return [record(ownName, isIPv6(address) ? 'AAAA' : 'A', address)]
}

/**
 * The records by which a domain's mail comes here and is believed: MX, SPF, the key, DMARC, and where programs hand mail over
 * (RFC 6186).
 */
export function mailRecords(place: MailPlace, key: { selector: string; publicKey: string }): ZoneRecord[] {
  const host = mailHostOf(place)
  const { submissionPort } = place
  return [
    record(apex, 'MX', host, priority),
    ...leadOf(place),
    record(apex, 'TXT', spfText),
    keyRecord(key.selector, key.publicKey),
    record(dmarcName, 'TXT', dmarcText),
    ...(submissionPort === null ? [] : [record('_submission._tcp', 'SRV', `1 ${submissionPort} ${host}`, 0)]),
  ]
}
