import { isIPv6 } from 'node:net'
import type { Tx } from '#db/types.ts'
import type { KeptRecord } from '../contract/edit-zone.ts'
import { apex, type RecordType, usualTtl } from '../contract/record-types.ts'
import type { DomainRow } from '../domain/own.ts'
import { insertRecords } from './zone.ts'

/** The subdomains of a new domain; whether the zone leads them anywhere. */
const firstSubdomains = [
  { name: 'www', isLed: true },
  { name: 'api', isLed: true },
  { name: 'mail', isLed: false },
]

type Place = { address: string; nameservers: string[] }

/** What a new domain has: its nameservers, and addresses of its site. No mail server: there is none yet. */
function makeFirstZone({ address, nameservers }: Place) {
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

/** A new domain has its first zone, which leads it to the address. */
export async function layZone(
  tx: Tx,
  { domain, address, now }: { domain: DomainRow; address: string; now: Date },
): Promise<void> {
  const { records, subdomains } = makeFirstZone({ address, nameservers: domain.nameservers })
  await insertRecords(tx, { zone: domain, records, now })
  const own = { userId: domain.userId, domainId: domain.id, createdAt: now }
  await tx.insert(tx.t.subdomains).values(subdomains.map((each) => ({ ...each, ...own })))
}
