import { z } from 'zod'
import { readRecord } from '../contract/check-record.ts'
import { apex, type RecordType, usualTtl } from '../contract/record-types.ts'
import { readIpv6 } from '../contract/values/address.ts'

export type SubdomainValues = {
  name: string
  /** What the name leads to: the address of a service, an address, or another host. */
  kind: 'service' | 'address' | 'host'
  service: string
  target: string
}

const typeOf = ({ kind, target }: SubdomainValues): RecordType => {
  if (kind === 'host') return 'CNAME'
  return 'value' in readIpv6(target.trim()) ? 'AAAA' : 'A'
}

type Fault = { field: keyof SubdomainValues; fault: string }

function faultOf(values: SubdomainValues, zone: string): Fault | null {
  const { name, target, kind } = values
  if (name.trim() === '') return { field: 'name', fault: 'Enter a name, such as shop.' }
  const field = kind === 'service' ? 'service' : 'target'
  const record = readRecord({ name, type: typeOf(values), value: target, ttl: usualTtl }, zone)
  if ('fault' in record) return { field: record.field === 'name' ? 'name' : field, fault: record.fault }
  return record.name === apex
    ? { field: 'name', fault: `This is ${zone} itself: write a name such as shop.` }
    : null
}

/** The form of a new subdomain of this zone; `addressOf` is where a service is. */
export const subdomainForm = (zone: string, addressOf: (service: string) => string) =>
  z.custom<SubdomainValues>().superRefine((values, context) => {
    const found = faultOf({ ...values, target: targetOf(values, addressOf) }, zone)
    if (found) context.addIssue({ code: 'custom', path: [found.field], message: found.fault })
  })

/** What the subdomain leads to. */
export const targetOf = (
  { kind, service, target }: SubdomainValues,
  addressOf: (service: string) => string,
): string => (kind === 'service' ? addressOf(service) : target)
