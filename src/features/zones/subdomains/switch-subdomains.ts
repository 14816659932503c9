import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { isLead, type ZoneRecord } from '../contract/record-types.ts'
import type { DomainRow } from '../domain/own.ts'

/** The targets of each name in the zone: addresses, or an alias. */
function targetsOf(records: readonly ZoneRecord[]): Map<string, string[]> {
  const leading = records.filter(isLead)
  const byName = Map.groupBy(leading, ({ name }) => name)
  return new Map([...byName].map(([name, all]) => [name, all.map(({ value }) => value)]))
}

/**
 * Updates each subdomain's status and target from the zone. One that redirects keeps its target, and is active while the zone
 * points its name to the gateway, which alone can redirect.
 */
export async function switchSubdomains(
  tx: Tx,
  { domain, records }: { domain: Pick<DomainRow, 'id' | 'userId'>; records: readonly ZoneRecord[] },
): Promise<void> {
  const { subdomains } = tx.t
  const ofDomain = and(eq(subdomains.userId, domain.userId), eq(subdomains.domainId, domain.id))
  const targets = targetsOf(records)
  for (const row of await tx.select().from(subdomains).where(ofDomain)) {
    const values = targets.get(row.name) ?? []
    const [first] = row.redirectTo === null ? values : values.filter((each) => each === row.target)
    const status = first === undefined ? 'inactive' : 'active'
    const target = first === undefined || values.includes(row.target) ? row.target : first
    if (status === row.status && target === row.target) continue
    await tx
      .update(subdomains)
      .set({ status, target })
      .where(and(ofDomain, eq(subdomains.id, row.id)))
  }
}
