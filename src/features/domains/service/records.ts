import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { readRecord, type WrittenRecord } from '../contract/check-record.ts'
import type { KeptRecord } from '../contract/edit-zone.ts'
import { fullName } from '../contract/record-types.ts'
import type { addRecordInput, recordOutput, removeRecordInput, setRecordInput } from '../contract/records.ts'
import { changeZone, tellDomain } from './change-zone.ts'
import { type DomainRow, findDomain, lockDomain } from './own.ts'
import { presentRecord } from './present.ts'
import { readZone } from './zone.ts'

type Output = Answer<typeof recordOutput>

/** A record as somebody wrote it, in its stored form. @throws INVALID */
export function parseRecord(id: string, written: WrittenRecord, zone: string): KeptRecord {
  const record = readRecord(written, zone)
  if ('fault' in record) throw invalid(record.field, record.fault)
  return { id, ...record }
}

/** A record of the zone. @throws NOT_FOUND */
export async function findRecord(
  ctx: CustomerContext,
  { domain, recordId, tx }: { domain: DomainRow; recordId: string; tx?: Tx },
): Promise<KeptRecord> {
  const zone = await readZone(tx ?? ctx.store.read, ctx.store.t, domain)
  const found = zone.find(({ id }) => id === recordId)
  if (!found) throw notFound('This record')
  return found
}

/**
 * The record is the one that the change began with, if the caller says which one that was.
 * @throws CONFLICT with the record as it is now in `record`
 */
function assertUnchanged(record: KeptRecord, version: string | undefined): void {
  const now = presentRecord(record)
  if (version === undefined || version === now.version) return
  const value = now.priority === null ? now.value : `${now.priority} ${now.value}`
  throw new DomainError(
    'CONFLICT',
    `This record was changed since you opened it: it is now ${now.type} ${now.name} ${value} with a TTL of ${now.ttl}. Nothing was saved.`,
    { details: { record: now } },
  )
}

const nameOf = ({ type, name }: KeptRecord, { domainName }: DomainRow): string =>
  `${type} ${fullName(name, domainName)}`

/** The records of the caller's domain, by name. @throws NOT_FOUND */
export async function listRecords(ctx: CustomerContext, { id }: { id: string }): Promise<Output[]> {
  const domain = await findDomain(ctx, id)
  return (await readZone(ctx.store.read, ctx.store.t, domain)).map(presentRecord)
}

/**
 * The zone has the record too; other records of its name and type have its TTL.
 * @throws NOT_FOUND, INVALID by the rules of its type, CONFLICT with what the zone has
 */
export async function addRecord(
  ctx: CustomerContext,
  { id, ...written }: z.output<typeof addRecordInput>,
): Promise<Answered<Output>> {
  const change = await ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    const record = parseRecord(Bun.randomUUIDv7(), written, domain.domainName)
    const edit = { remove: [], put: [record] }
    await changeZone(tx, ctx, { domain, edit, note: `Added ${nameOf(record, domain)}` })
    return { domain, answer: await ctx.answerIn(tx, presentRecord(record)) }
  })
  tellDomain(ctx, change.domain)
  return change.answer
}

/**
 * The record is as given; other records of its name and type have its TTL.
 * @throws NOT_FOUND, INVALID, CONFLICT with what the zone has, or when it is no longer the `version` given
 */
export async function setRecord(
  ctx: CustomerContext,
  { id, recordId, version, ...written }: z.output<typeof setRecordInput>,
): Promise<Answered<Output>> {
  const change = await ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    assertUnchanged(await findRecord(ctx, { domain, recordId, tx }), version)
    const record = parseRecord(recordId, written, domain.domainName)
    const edit = { remove: [], put: [record] }
    await changeZone(tx, ctx, { domain, edit, note: `Changed ${nameOf(record, domain)}` })
    return { domain, answer: await ctx.answerIn(tx, presentRecord(record)) }
  })
  tellDomain(ctx, change.domain)
  return change.answer
}

/**
 * The record is gone from the zone.
 * @throws NOT_FOUND, CONFLICT for a nameserver of the zone itself, or when it is no longer the `version` given
 */
export async function removeRecord(
  ctx: CustomerContext,
  { id, recordId, version }: z.output<typeof removeRecordInput>,
): Promise<Answered<{ ok: true }>> {
  const change = await ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    const record = await findRecord(ctx, { domain, recordId, tx })
    assertUnchanged(record, version)
    const edit = { remove: [recordId], put: [] }
    await changeZone(tx, ctx, { domain, edit, note: `Deleted ${nameOf(record, domain)}` })
    return { domain, answer: await ctx.answerIn(tx, { ok: true as const }) }
  })
  tellDomain(ctx, change.domain)
  return change.answer
}
