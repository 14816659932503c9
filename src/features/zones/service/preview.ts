import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { Edit } from '../contract/edit-zone.ts'
import type { previewInput, previewOutput } from '../contract/records.ts'
import { applyEdit } from './change-zone.ts'
import { describeChange } from './describe-change.ts'
import { findRecord, parseRecord } from './records.ts'
import { lockZone, type Zone } from './zone.ts'

type PreviewRequest = z.output<typeof previewInput>

function editOf(zone: Zone, { recordId, record, remove }: PreviewRequest): Edit {
  if (recordId !== undefined) findRecord(zone, recordId)
  if (remove) {
    if (recordId === undefined) throw invalid('recordId', 'Choose the record to delete.')
    return { remove: [recordId], put: [] }
  }
  if (!record) throw invalid('record', 'Enter the new record.')
  return { remove: [], put: [parseRecord(recordId ?? Bun.randomUUIDv7(), record, zone.domain.domainName)] }
}

/**
 * Describes the effects of adding, changing or deleting a record; nothing is stored.
 * @throws NOT_FOUND, INVALID, CONFLICT like the change itself
 */
export const previewChange = (
  ctx: CustomerContext,
  wish: PreviewRequest,
): Promise<Answered<Answer<typeof previewOutput>>> =>
  mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, wish.id)
    const after = applyEdit(zone, editOf(zone, wish))
    return { effects: await describeChange(tx, ctx, { ...zone, after }) }
  })
