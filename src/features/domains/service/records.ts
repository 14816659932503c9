import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { readRecord, type WrittenRecord } from '../contract/check-record.ts'
import type { KeptRecord } from '../contract/edit-zone.ts'
import { fullName } from '../contract/record-types.ts'
import type { addRecordInput, recordOutput, setRecordInput } from '../contract/records.ts'
import { changeZone, tellDomain } from './change-zone.ts'
import { type DomainRow, findDomain } from './own.ts'
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
    const domain = await findDomain(ctx, id, tx)
    const record = parseRecord(Bun.randomUUIDv7(), written, domain.domainName)
    const edit = { remove: [], put: [record] }
    await changeZone(ctx, tx, { domain, edit, note: `Added ${nameOf(record, domain)}` })
    return { domain, answer: await ctx.answerIn(tx, presentRecord(record)) }
  })
  tellDomain(ctx, change.domain)
  return change.answer
}

/** The record is as given; other records of its name and type have its TTL. @throws NOT_FOUND, INVALID, CONFLICT */
export async function setRecord(
  ctx: CustomerContext,
  { id, recordId, ...written }: z.output<typeof setRecordInput>,
): Promise<Answered<Output>> {
  const change = await ctx.store.tx(async (tx) => {
    const domain = await findDomain(ctx, id, tx)
    await findRecord(ctx, { domain, recordId, tx })
    const record = parseRecord(recordId, written, domain.domainName)
    const edit = { remove: [], put: [record] }
    await changeZone(ctx, tx, { domain, edit, note: `Changed ${nameOf(record, domain)}` })
    return { domain, answer: await ctx.answerIn(tx, presentRecord(record)) }
  })
  tellDomain(ctx, change.domain)
  return change.answer
}

/** The record is gone from the zone. @throws NOT_FOUND, CONFLICT for a nameserver of the zone itself */
export async function removeRecord(
  ctx: CustomerContext,
  { id, recordId }: { id: string; recordId: string },
): Promise<Answered<{ ok: true }>> {
  const change = await ctx.store.tx(async (tx) => {
    const domain = await findDomain(ctx, id, tx)
    const record = await findRecord(ctx, { domain, recordId, tx })
    const edit = { remove: [recordId], put: [] }
    await changeZone(ctx, tx, { domain, edit, note: `Deleted ${nameOf(record, domain)}` })
    return { domain, answer: await ctx.answerIn(tx, { ok: true as const }) }
  })
  tellDomain(ctx, change.domain)
  return change.answer
}
