import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { differenceOf, editZone } from '../contract/edit-zone.ts'
import { describeDelay, describeEffects } from '../contract/effects.ts'
import type { presetOutput } from '../contract/preset-input.ts'
import type { ZoneRecord } from '../contract/record-types.ts'
import { assertAsPreviewed, changeZone, clashOf } from './change-zone.ts'
import type { DomainRow } from './own.ts'
import { presentRecord } from './present.ts'
import { presetEdit } from './preset-edit.ts'
import { readZone } from './zone.ts'

type Output = Answer<typeof presetOutput>

/** What the records would change, with the edit that does it. @throws CONFLICT with what the zone has */
async function planRecords(tx: Tx, domain: DomainRow, records: readonly ZoneRecord[]) {
  const before = await readZone(tx, tx.t, domain)
  const edit = presetEdit(records, before)
  const edited = editZone(before, edit, domain.domainName)
  if (!('after' in edited)) throw clashOf(edited)
  const difference = differenceOf(before, edited.after)
  const delay = describeDelay(difference.removed)
  const zones = { before, after: edited.after, zone: domain.domainName }
  const answer: Output = {
    applied: false,
    serial: domain.zoneSerial,
    added: difference.added.map(presentRecord),
    removed: difference.removed.map(presentRecord),
    kept: edited.after.length - difference.added.length,
    effects: [...describeEffects(difference, zones), ...(delay === null ? [] : [delay])],
  }
  return { edit, answer }
}

type Wish = {
  domain: DomainRow
  records: readonly ZoneRecord[]
  apply: boolean
  /** Of the preview. */
  serial: number | undefined
  /** What was done, for the history. */
  note: string
}

/**
 * What the zone of a domain that the caller has locked would be with these records in the place of those that say otherwise.
 * With `apply` it is so, in one change that can be undone.
 * @throws CONFLICT with what the zone has, or when it changed since its preview
 */
export async function putRecords(
  ctx: CustomerContext,
  tx: Tx,
  { domain, records, apply, serial, note }: Wish,
): Promise<Output> {
  if (apply) assertAsPreviewed(domain, serial)
  const { edit, answer } = await planRecords(tx, domain, records)
  if (apply) await changeZone(ctx, tx, { domain, edit, note })
  return { ...answer, applied: apply }
}
