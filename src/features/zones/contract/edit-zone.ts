import { type Clash, findClash, setOf } from './check-zone.ts'
import { apex, type ZoneRecord } from './record-types.ts'

export type StoredRecord = ZoneRecord & { id: string }

/** Ids of records to delete, and records to add or to replace by id. */
export type Edit = { remove: readonly string[]; put: readonly StoredRecord[] }

/** A name server of the zone itself, which its owner cannot change. */
export const isDelegation = ({ name, type }: ZoneRecord): boolean => name === apex && type === 'NS'

/** Applies the edit; the other records of the same names and types get the same TTL (RFC 2181 section 5.2). */
function withEdit(before: readonly StoredRecord[], { remove, put }: Edit): StoredRecord[] {
  const gone = new Set([...remove, ...put.map(({ id }) => id)])
  const ttls = new Map(put.map((record) => [setOf(record), record.ttl]))
  return [...before.filter(({ id }) => !gone.has(id)), ...put].map((record) => ({
    ...record,
    ttl: ttls.get(setOf(record)) ?? record.ttl,
  }))
}

/** The zone after an edit, or the conflict. */
export function editZone(
  before: readonly StoredRecord[],
  edit: Edit,
  zone: string,
): { after: StoredRecord[] } | Clash {
  const gone = new Set([...edit.remove, ...edit.put.map(({ id }) => id)])
  const touched = [...before.filter(({ id }) => gone.has(id)), ...edit.put]
  const delegations = touched.filter(isDelegation)
  if (delegations.length > 0)
    return {
      field: 'name',
      message: `The name servers of ${zone} are set by the portal and cannot be changed.`,
      records: delegations,
    }
  const after = withEdit(before, edit)
  return findClash(after, zone) ?? { after }
}

const isSame = (one: ZoneRecord, other: ZoneRecord): boolean =>
  setOf(one) === setOf(other) &&
  one.value === other.value &&
  one.priority === other.priority &&
  one.ttl === other.ttl

/** Removed and added records. A changed record is in both. */
export function differenceOf(
  before: readonly StoredRecord[],
  after: readonly StoredRecord[],
): { removed: StoredRecord[]; added: StoredRecord[] } {
  const without = (some: readonly StoredRecord[], others: readonly StoredRecord[]) => {
    const byId = new Map(others.map((record) => [record.id, record]))
    return some.filter((record) => {
      const other = byId.get(record.id)
      return !other || !isSame(record, other)
    })
  }
  return { removed: without(before, after), added: without(after, before) }
}
