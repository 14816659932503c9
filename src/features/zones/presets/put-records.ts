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

type Wish = {
  records: readonly ZoneRecord[]
  apply: boolean
  /** Of the preview. */
  serial: number | undefined
  /** What was done, for the history. */
  note: string
}

/** What the records would change, with the zone as it is then. @throws CONFLICT with what the zone has */
async function planRecords(tx: Tx, ctx: CustomerContext, zone: Zone, wanted: readonly ZoneRecord[]) {
  const after = applyEdit(zone, presetEdit(wanted, zone.records))
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
 * What a zone that the caller has locked would be with these records in the place of those that say otherwise.
 * With `apply` it is so, in one change that can be undone.
 * @throws CONFLICT with what the zone has, or when it changed since its preview
 */
export async function putRecords(
  tx: Tx,
  ctx: CustomerContext,
  zone: Zone,
  { records, apply, serial, note }: Wish,
): Promise<Output> {
  if (apply) assertAsPreviewed(zone.domain, serial)
  const { after, answer } = await planRecords(tx, ctx, zone, records)
  if (apply) await storeZone(tx, ctx, zone, { after, note })
  return { ...answer, applied: apply }
}
