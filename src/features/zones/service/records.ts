import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { readRecord, type WrittenRecord } from '../contract/check-record.ts'
import type { StoredRecord } from '../contract/edit-zone.ts'
import { fullName } from '../contract/record-types.ts'
import type { addRecordInput, recordOutput, removeRecordInput, setRecordInput } from '../contract/records.ts'
import { findDomain } from '../domain/own.ts'
import { changeZone } from './change-zone.ts'
import { presentRecord } from './present-record.ts'
import { lockZone, readZone, type Zone } from './zone.ts'

type Output = Answer<typeof recordOutput>

/** An entered record in its stored form. @throws INVALID */
export function parseRecord(id: string, written: WrittenRecord, zone: string): StoredRecord {
  const record = readRecord(written, zone)
  if ('fault' in record) throw invalid(record.field, record.fault)
  return { id, ...record }
}

/** A record of the zone. @throws NOT_FOUND */
export const findRecord = ({ records }: Zone, recordId: string): StoredRecord =>
  only(
    records.filter(({ id }) => id === recordId),
    'This record',
  )

/**
 * Checks that the record is the version that was edited, if the caller gives one.
 * @throws CONFLICT with the current record in `record`
 */
function assertUnchanged(record: StoredRecord, version: string | undefined): void {
  const now = presentRecord(record)
  if (version === undefined || version === now.version) return
  const value = now.priority === null ? now.value : `${now.priority} ${now.value}`
  throw new DomainError(
    'CONFLICT',
    `This record has changed since you opened it. It is now ${now.type} ${now.name} ${value} with a TTL of ${now.ttl}. Nothing was saved.`,
    { details: { record: now } },
  )
}

const nameOf = ({ type, name }: StoredRecord, { domain }: Zone): string =>
  `${type} ${fullName(name, domain.domainName)}`

/** The records of the caller's domain, by name. @throws NOT_FOUND */
export async function listRecords(ctx: CustomerContext, { id }: { id: string }): Promise<Output[]> {
  const domain = await findDomain(ctx, id)
  return (await readZone(ctx.store, domain)).map(presentRecord)
}

/**
 * Adds a record; the other records of its name and type get its TTL.
 * @throws NOT_FOUND, INVALID by the rules of its type, CONFLICT with the zone's records
 */
export const addRecord = (
  ctx: CustomerContext,
  { id, ...written }: z.output<typeof addRecordInput>,
): Promise<Answered<Output>> =>
  mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    const record = parseRecord(Bun.randomUUIDv7(), written, zone.domain.domainName)
    const edit = { remove: [], put: [record] }
    await changeZone(tx, ctx, zone, { edit, note: `Added ${nameOf(record, zone)}` })
    return presentRecord(record)
  })

/**
 * Changes a record; the other records of its name and type get its TTL.
 * @throws NOT_FOUND, INVALID, CONFLICT with the zone's records, or when it is no longer the given `version`
 */
export const setRecord = (
  ctx: CustomerContext,
  { id, recordId, version, ...written }: z.output<typeof setRecordInput>,
): Promise<Answered<Output>> =>
  mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    assertUnchanged(findRecord(zone, recordId), version)
    const record = parseRecord(recordId, written, zone.domain.domainName)
    const edit = { remove: [], put: [record] }
    await changeZone(tx, ctx, zone, { edit, note: `Changed ${nameOf(record, zone)}` })
    return presentRecord(record)
  })

/**
 * Deletes a record.
 * @throws NOT_FOUND, CONFLICT for a name server of the zone itself, or when it is no longer the given `version`
 */
export const removeRecord = (
  ctx: CustomerContext,
  { id, recordId, version }: z.output<typeof removeRecordInput>,
): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    const record = findRecord(zone, recordId)
    assertUnchanged(record, version)
    const edit = { remove: [recordId], put: [] }
    await changeZone(tx, ctx, zone, { edit, note: `Deleted ${nameOf(record, zone)}` })
    return { ok: true as const }
  })
