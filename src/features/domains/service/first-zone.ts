import { isIPv6 } from 'node:net'
import type { KeptRecord } from '../contract/edit-zone.ts'
import { apex, type RecordType, usualTtl } from '../contract/record-types.ts'

/** The subdomains of a new domain; whether the zone leads them anywhere. */
const firstSubdomains = [
  { name: 'www', isLed: true },
  { name: 'api', isLed: true },
  { name: 'mail', isLed: false },
]

/** What a new domain has: its nameservers, and addresses of its site. No mail server: there is none yet. */
export function makeFirstZone({ address, nameservers }: { address: string; nameservers: string[] }) {
  const record = (name: string, type: RecordType, value: string): KeptRecord => ({
    id: Bun.randomUUIDv7(),
    name,
    type,
    value,
    priority: null,
    ttl: usualTtl,
  })
  const type = isIPv6(address) ? 'AAAA' : 'A'
  const led = firstSubdomains.filter(({ isLed }) => isLed)
  return {
    records: [
      ...nameservers.map((host) => record(apex, 'NS', host)),
      ...[apex, ...led.map(({ name }) => name)].map((name) => record(name, type, address)),
    ],
    subdomains: firstSubdomains.map(({ name, isLed }) => ({
      name,
      target: address,
      status: isLed ? ('active' as const) : ('inactive' as const),
    })),
  }
}
