import { z } from 'zod'
import { readRecord } from '#features/zones/contract/check-record.ts'
import { apex, fullName, type RecordType, usualTtl } from '#features/zones/contract/record-types.ts'
import { readRedirect, unredirectable } from '#features/zones/contract/redirect.ts'
import { readIpv6 } from '#features/zones/contract/values/address.ts'

export type SubdomainValues = {
  name: string
  /** The target type: a service's address, another address, another host, or a redirect to a URL. */
  kind: 'service' | 'address' | 'host' | 'redirect'
  service: string
  target: string
  redirect: '302' | '308'
}

const typeOf = ({ kind, target }: SubdomainValues): RecordType => {
  if (kind === 'host') return 'CNAME'
  return 'value' in readIpv6(target.trim()) ? 'AAAA' : 'A'
}

type Fault = { field: keyof SubdomainValues; fault: string }

function redirectFault({ name, target }: SubdomainValues, zone: string): Fault | null {
  // A record for any address, to check the name.
  const record = readRecord({ name, type: 'A', value: '192.0.2.1', ttl: usualTtl }, zone)
  if ('fault' in record) return { field: 'name', fault: record.fault }
  const fault = unredirectable(record.name, zone)
  if (fault !== null) return { field: 'name', fault }
  const read = readRedirect(target, fullName(record.name, zone))
  return 'fault' in read ? { field: 'target', fault: read.fault } : null
}

function faultOf(values: SubdomainValues, zone: string): Fault | null {
  const { name, target, kind } = values
  if (name.trim() === '') return { field: 'name', fault: 'Enter a name, such as shop.' }
  if (kind === 'redirect') return redirectFault(values, zone)
  const field = kind === 'service' ? 'service' : 'target'
  const record = readRecord({ name, type: typeOf(values), value: target, ttl: usualTtl }, zone)
  if ('fault' in record) return { field: record.field === 'name' ? 'name' : field, fault: record.fault }
  return record.name === apex
    ? { field: 'name', fault: `This is ${zone} itself. Enter a name such as shop.` }
    : null
}

/** The form of a new subdomain of this zone; `addressOf` returns the address of a service. */
export const subdomainForm = (zone: string, addressOf: (service: string) => string) =>
  z.custom<SubdomainValues>().superRefine((values, context) => {
    const found = faultOf({ ...values, target: targetOf(values, addressOf) }, zone)
    if (found) context.addIssue({ code: 'custom', path: [found.field], message: found.fault })
  })

const statuses = { 302: 302, 308: 308 } as const

export const wishOf = (values: SubdomainValues, addressOf: (service: string) => string) => ({
  name: values.name,
  target: targetOf(values, addressOf),
  redirect: values.kind === 'redirect' ? statuses[values.redirect] : null,
})

/** The target of the subdomain. */
export const targetOf = (
  { kind, service, target }: SubdomainValues,
  addressOf: (service: string) => string,
): string => (kind === 'service' ? addressOf(service) : target)
