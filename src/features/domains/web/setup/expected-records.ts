import type { Domain } from '../../contract/contract.ts'
import type { SeenRecord } from '../../contract/pointing.ts'

/** A record to set at another DNS provider; `host` is its name in a registrar's terms. */
export type ExpectedRecord = Pick<SeenRecord, 'type' | 'name' | 'value'> & { host: string }

/** The records that verify a name and point it here, as far as the portal has an address for them. */
export function expectedRecords({ name, host, address, challenge }: Domain): ExpectedRecord[] {
  const below = (label: string) => (host === '@' ? label : `${label}.${host}`)
  const proof = challenge && {
    type: challenge.type,
    name: challenge.name,
    host: below(challenge.name.slice(0, -name.length - 1)),
    value: challenge.value,
  }
  const type = address?.includes(':') ? ('AAAA' as const) : ('A' as const)
  const own = address === null ? [] : [{ type, name, host, value: address }]
  const www = own.map((record) => ({ ...record, name: `www.${name}`, host: 'www' }))
  // A registered name also has `www`; a name below one does not.
  return [...(proof ? [proof] : []), ...own, ...(host === '@' ? www : [])]
}
