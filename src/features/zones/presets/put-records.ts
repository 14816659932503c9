import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { differenceOf } from '../contract/edit-zone.ts'
import type { presetOutput } from '../contract/preset-input.ts'
import type { ZoneRecord } from '../contract/record-types.ts'
import { applyEdit, assertAsPreviewed, storeZone } from '../service/change-zone.ts'
import { describeChange } from '../service/describe-change.ts'
import { presentRecord } from '../service/present-record.ts'
import type { Zone } from '../service/zone.ts'
import { presetEdit } from './preset-edit.ts'

type Output = Answer<typeof presetOutput>

type PutRecordsRequest = {
  records: readonly ZoneRecord[]
  apply: boolean
  /** Serial of the preview. */
  serial: number | undefined
  /** Text for the history. */
  note: string
}

/** The changes to the current zone. @throws CONFLICT with the zone's records */
async function planRecords(tx: Tx, ctx: CustomerContext, zone: Zone, added: readonly ZoneRecord[]) {
  const after = applyEdit(zone, presetEdit(added, zone.records))
  const difference = differenceOf(zone.records, after)
  const answer: Output = {
    applied: false,
    serial: zone.domain.zoneSerial,
    added: difference.added.map(presentRecord),
    removed: difference.removed.map(presentRecord),
    kept: after.length - difference.added.length,
    effects: await describeChange(tx, ctx, { ...zone, after }),
  }
  return { after, answer }
}

/**
 * Previews these records in the place of conflicting ones, in a zone that the caller has locked.
 * With `apply` they are stored in one change that can be undone.
 * @throws CONFLICT with the zone's records, or when it changed since its preview
 */
export async function putRecords(
  tx: Tx,
  ctx: CustomerContext,
  zone: Zone,
  { records, apply, serial, note }: PutRecordsRequest,
): Promise<Output> {
  if (apply) assertAsPreviewed(zone.domain, serial)
  const { after, answer } = await planRecords(tx, ctx, zone, records)
  if (apply) await storeZone(tx, ctx, zone, { after, note })
  return { ...answer, applied: apply }
}
