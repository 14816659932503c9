import { isIPv6 } from 'node:net'
import { apex, type RecordType, usualTtl, type ZoneRecord } from '#features/zones/contract/record-types.ts'

/** The input of a domain's mail records. */
export type MailTarget = {
  zone: string
  /** The configured host name of this server; without one, `mail` below the domain points to it. */
  host: string | null
  /** The address of the domain's service. */
  address: string
  /** Null when mail programs cannot submit mail. */
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

export const mailHostOf = ({ zone, host }: Pick<MailTarget, 'zone' | 'host'>): string =>
  host ?? `${ownName}.${zone}`

export const keyName = (selector: string): string => `${selector}._domainkey`

/** The DKIM record of a key (RFC 6376, 3.6.1). */
export const keyRecord = (selector: string, publicKey: string): ZoneRecord =>
  record(keyName(selector), 'TXT', `v=DKIM1; k=rsa; p=${publicKey}`)

export const spfText = 'v=spf1 mx ~all'
export const dmarcName = '_dmarc'
export const dmarcText = 'v=DMARC1; p=none'

export const isDmarc = (text: string): boolean => /^v=DMARC1\b/i.test(text)
export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text)

/** Points `mail` below the domain to the server, where mail programs look for it. */
function mailHostRecords({ zone, host, address }: MailTarget): ZoneRecord[] {
  const own = mailHostOf({ zone, host: null })
  if (host !== null && host !== own && host !== zone && !host.endsWith(`.${zone}`))
    return [record(ownName, 'CNAME', host)]
  if (host !== null && host !== own) return []
  return [record(ownName, isIPv6(address) ? 'AAAA' : 'A', address)]
}

/** The mail records of a domain: MX, SPF, DKIM, DMARC, and the submission service (RFC 6186). */
export function mailRecords(place: MailTarget, key: { selector: string; publicKey: string }): ZoneRecord[] {
  const host = mailHostOf(place)
  const { submissionPort } = place
  return [
    record(apex, 'MX', host, priority),
    ...mailHostRecords(place),
    record(apex, 'TXT', spfText),
    keyRecord(key.selector, key.publicKey),
    record(dmarcName, 'TXT', dmarcText),
    ...(submissionPort === null ? [] : [record('_submission._tcp', 'SRV', `1 ${submissionPort} ${host}`, 0)]),
  ]
}
