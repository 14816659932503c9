import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { type Edit, editZone } from '../contract/edit-zone.ts'
import type { previewInput, previewOutput } from '../contract/records.ts'
import { clashOf } from './change-zone.ts'
import { describeChange } from './describe-change.ts'
import { type DomainRow, lockDomain } from './own.ts'
import { findRecord, parseRecord } from './records.ts'
import { readZone } from './zone.ts'

type Wish = z.output<typeof previewInput>

async function editOf(
  tx: Tx,
  ctx: CustomerContext,
  { domain, wish }: { domain: DomainRow; wish: Wish },
): Promise<Edit> {
  const { recordId, record, remove } = wish
  if (recordId !== undefined) await findRecord(ctx, { domain, recordId, tx })
  if (remove) {
    if (recordId === undefined) throw invalid('recordId', 'Choose the record to be deleted.')
    return { remove: [recordId], put: [] }
  }
  if (!record) throw invalid('record', 'Write the record as it is to be.')
  return { remove: [], put: [parseRecord(recordId ?? Bun.randomUUIDv7(), record, domain.domainName)] }
}

/**
 * What adding, changing or deleting a record would mean, in sentences; nothing is changed.
 * @throws NOT_FOUND, INVALID, CONFLICT as the change itself would be
 */
export const previewChange = (
  ctx: CustomerContext,
  wish: Wish,
): Promise<Answered<Answer<typeof previewOutput>>> =>
  ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, wish.id)
    const edit = await editOf(tx, ctx, { domain, wish })
    const before = await readZone(tx, tx.t, domain)
    const edited = editZone(before, edit, domain.domainName)
    if (!('after' in edited)) throw clashOf(edited)
    const effects = await describeChange(tx, ctx, { domain, before, after: edited.after })
    return ctx.answerIn(tx, { effects })
  })
