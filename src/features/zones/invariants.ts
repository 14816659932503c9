import { asc, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Invariant } from '#server/feature.ts'
import { readRecord } from './contract/check-record.ts'
import { findClash, identityOf } from './contract/check-zone.ts'
import type { ZoneRecord } from './contract/record-types.ts'
import { readZone } from './service/zone.ts'

const pageSize = 200

/** Whether a record is in its stored form. */
function isStoredForm(record: ZoneRecord, zone: string): boolean {
  const read = readRecord(record, zone)
  return !('fault' in read) && identityOf(read) === identityOf(record)
}

/** Zones with a record that would be rejected today, or with two conflicting ones. */
async function countBrokenZones({ read, t }: Store): Promise<number> {
  const { domains } = t
  let broken = 0
  let last: { userId: string; id: string } | undefined
  for (;;) {
    const page = await read
      .select({ id: domains.id, userId: domains.userId, name: domains.domainName })
      .from(domains)
      .where(
        last &&
          sql`(${domains.userId}, ${domains.id}) > (${sql.param(last.userId, domains.userId)}, ${sql.param(last.id, domains.id)})`,
      )
      .orderBy(asc(domains.userId), asc(domains.id))
      .limit(pageSize)
    for (const zone of page) {
      const records = await readZone({ read, t }, zone)
      const isSound = records.every((each) => isStoredForm(each, zone.name)) && !findClash(records, zone.name)
      if (!isSound) broken += 1
    }
    last = page.at(-1)
    if (page.length < pageSize) return broken
  }
}

export const invariants: readonly Invariant[] = [
  { name: 'every zone keeps the rules of its records', count: countBrokenZones },
  {
    name: 'no serial of a zone has fallen',
    count: ({ read, t }) =>
      read.$count(
        t.domains,
        sql`exists (select 1 from dns_changes c where c.user_id = ${t.domains.userId} and c.domain_id = ${t.domains.id} and c.serial > ${t.domains.zoneSerial})`,
      ),
  },
]
