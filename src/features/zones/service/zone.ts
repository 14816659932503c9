import { and, asc, eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import type { StoredRecord } from '../contract/edit-zone.ts'
import { maxRecords, type ZoneRecord } from '../contract/record-types.ts'
import { type DomainRow, lockDomain } from '../domain/own.ts'

type RecordRow = Store['t']['dnsRecords']['$inferSelect']
type DomainKey = Pick<DomainRow, 'id' | 'userId'>
/** A domain with the records of its zone. */
export type Zone = { domain: DomainRow; records: StoredRecord[] }
type ZoneReader = { read: Pick<Tx, 'select'>; t: Pick<Store['t'], 'dnsRecords'> }

export const isOfZone = ({ dnsRecords }: Pick<Store['t'], 'dnsRecords'>, { id, userId }: DomainKey) =>
  and(eq(dnsRecords.userId, userId), eq(dnsRecords.domainId, id))

/** All records of a zone, by name and type. */
export async function readZone({ read, t }: ZoneReader, place: DomainKey): Promise<RecordRow[]> {
  const { dnsRecords } = t
  return read
    .select()
    .from(dnsRecords)
    .where(isOfZone(t, place))
    .orderBy(asc(dnsRecords.name), asc(dnsRecords.type), asc(dnsRecords.valueKey))
    .limit(maxRecords)
}

/** One of the caller's domains, locked until the transaction ends, with its records. @throws NOT_FOUND */
export async function lockZone(tx: Tx, ctx: OwnerContext, id: string): Promise<Zone> {
  const domain = await lockDomain(tx, ctx, id)
  return { domain, records: await readZone(tx, domain) }
}

// A PostgreSQL index entry holds 2,704 bytes.
const longestKey = 255

const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** The index key that identifies a record. */
function valueKeyOf({ value, priority }: ZoneRecord): string {
  const key = priority === null ? value : `${priority} ${value}`
  return key.length > longestKey || /[^ -~]/.test(key) ? `sha256:${hash(key)}` : key
}

const rowsAtOnce = 50

/** Inserts records of a zone. */
export async function insertRecords(
  tx: Tx,
  {
    zone,
    records,
    now,
  }: { zone: DomainKey; records: readonly (StoredRecord & { createdAt?: Date })[]; now: Date },
): Promise<void> {
  const rows = records.map((record) => ({
    id: record.id,
    userId: zone.userId,
    domainId: zone.id,
    name: record.name,
    type: record.type,
    value: record.value,
    valueKey: valueKeyOf(record),
    priority: record.priority,
    ttl: record.ttl,
    createdAt: record.createdAt ?? now,
    updatedAt: now,
  }))
  for (let i = 0; i < rows.length; i += rowsAtOnce)
    await tx.insert(tx.t.dnsRecords).values(rows.slice(i, i + rowsAtOnce))
}
