import { isIPv6 } from 'node:net'
import type { Tx } from '#db/types.ts'
import type { StoredRecord } from '../contract/edit-zone.ts'
import { apex, type RecordType, usualTtl } from '../contract/record-types.ts'
import type { DomainRow } from '../domain/own.ts'
import { insertRecords } from './zone.ts'

/** The subdomains of a new domain, and whether the zone has a record for them. */
const firstSubdomains = [
  { name: 'www', hasRecord: true },
  { name: 'api', hasRecord: true },
  { name: 'mail', hasRecord: false },
]

type FirstTargets = { address: string; nameservers: string[] }

/** The records of a new domain: its name servers, and its site's addresses. No mail server, as there is none yet. */
function firstZone({ address, nameservers }: FirstTargets) {
  const record = (name: string, type: RecordType, value: string): StoredRecord => ({
    id: Bun.randomUUIDv7(),
    name,
    type,
    value,
    priority: null,
    ttl: usualTtl,
  })
  const type = isIPv6(address) ? 'AAAA' : 'A'
  const active = firstSubdomains.filter(({ hasRecord }) => hasRecord)
  return {
    records: [
      ...nameservers.map((host) => record(apex, 'NS', host)),
      ...[apex, ...active.map(({ name }) => name)].map((name) => record(name, type, address)),
    ],
    subdomains: firstSubdomains.map(({ name, hasRecord }) => ({
      name,
      target: address,
      status: hasRecord ? ('active' as const) : ('inactive' as const),
    })),
  }
}

/** Creates the first zone of a domain, which points it to the address. */
export async function createFirstZone(
  tx: Tx,
  { domain, address, now }: { domain: DomainRow; address: string; now: Date },
): Promise<void> {
  const { records, subdomains } = firstZone({ address, nameservers: domain.nameservers })
  await insertRecords(tx, { zone: domain, records, now })
  const own = { userId: domain.userId, domainId: domain.id, createdAt: now }
  await tx.insert(tx.t.subdomains).values(subdomains.map((each) => ({ ...each, ...own })))
}
