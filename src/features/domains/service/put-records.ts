import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { differenceOf, editZone } from '../contract/edit-zone.ts'
import type { presetOutput } from '../contract/preset-input.ts'
import type { ZoneRecord } from '../contract/record-types.ts'
import { assertAsPreviewed, changeZone, clashOf } from './change-zone.ts'
import { describeChange } from './describe-change.ts'
import type { DomainRow } from './own.ts'
import { presentRecord } from './present.ts'
import { presetEdit } from './preset-edit.ts'
import { readZone } from './zone.ts'

type Output = Answer<typeof presetOutput>

type Wish = {
  domain: DomainRow
  records: readonly ZoneRecord[]
  apply: boolean
  /** Of the preview. */
  serial: number | undefined
  /** What was done, for the history. */
  note: string
}

/** What the records would change, with the edit that does it. @throws CONFLICT with what the zone has */
async function planRecords(
  tx: Tx,
  ctx: CustomerContext,
  { domain, records }: Pick<Wish, 'domain' | 'records'>,
) {
  const before = await readZone(tx, tx.t, domain)
  const edit = presetEdit(records, before)
  const edited = editZone(before, edit, domain.domainName)
  if (!('after' in edited)) throw clashOf(edited)
  const difference = differenceOf(before, edited.after)
  const answer: Output = {
    applied: false,
    serial: domain.zoneSerial,
    added: difference.added.map(presentRecord),
    removed: difference.removed.map(presentRecord),
    kept: edited.after.length - difference.added.length,
    effects: await describeChange(tx, ctx, { domain, before, after: edited.after }),
  }
  return { edit, answer }
}

/**
 * What the zone of a domain that the caller has locked would be with these records in the place of those that say otherwise.
 * With `apply` it is so, in one change that can be undone.
 * @throws CONFLICT with what the zone has, or when it changed since its preview
 */
export async function putRecords(
  tx: Tx,
  ctx: CustomerContext,
  { domain, records, apply, serial, note }: Wish,
): Promise<Output> {
  if (apply) assertAsPreviewed(domain, serial)
  const { edit, answer } = await planRecords(tx, ctx, { domain, records })
  if (apply) await changeZone(tx, ctx, { domain, edit, note })
  return { ...answer, applied: apply }
}
