import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { readRecord } from '../contract/check-record.ts'
import { differenceOf, editZone } from '../contract/edit-zone.ts'
import type { presetInput, presetOutput } from '../contract/preset-input.ts'
import { findPreset, readPresetValues } from '../contract/presets.ts'
import type { ZoneRecord } from '../contract/record-types.ts'
import { assertAsPreviewed, changeZone, clashOf, tellDomain } from './change-zone.ts'
import { describeChange } from './describe-change.ts'
import { type DomainRow, findDomain } from './own.ts'
import { presentRecord } from './present.ts'
import { presetEdit } from './preset-edit.ts'
import { readZone } from './zone.ts'

type Wish = z.output<typeof presetInput>
type Output = Answer<typeof presetOutput>

/** The records of a preset in their stored form, and its name. @throws INVALID when what it needs is missing */
function readPreset(wish: Wish, zone: string): { name: string; records: ZoneRecord[] } {
  const preset = findPreset(wish.preset)
  if (!preset) throw invalid('preset', 'There is no such provider.')
  const read = readPresetValues(preset, wish.values)
  if ('fault' in read) throw invalid(`values.${read.field}`, read.fault)
  const records = preset.records(read.values, zone).map((written) => {
    const record = readRecord(written, zone)
    if ('fault' in record) throw invalid('preset', `${written.type} ${written.name}: ${record.fault}`)
    return record
  })
  return { name: preset.name, records }
}

/** What the preset would change, with the edit that does it. @throws CONFLICT with what the zone has */
async function planPreset(
  ctx: CustomerContext,
  tx: Tx,
  { domain, records }: { domain: DomainRow; records: readonly ZoneRecord[] },
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
    effects: await describeChange(ctx, tx, { domain, before, after: edited.after }),
  }
  return { edit, answer }
}

/**
 * What the zone would be with the records of a provider, in the place of those that say otherwise. With `apply` it is so, in
 * one change that can be undone.
 * @throws NOT_FOUND, INVALID, CONFLICT with what the zone has, or when it changed since its preview
 */
export async function addPreset(ctx: CustomerContext, wish: Wish): Promise<Answered<Output>> {
  const { domainName } = await findDomain(ctx, wish.id)
  const { name, records } = readPreset(wish, domainName)
  const done = await ctx.store.tx(async (tx) => {
    const domain = await findDomain(ctx, wish.id, tx)
    if (wish.apply) assertAsPreviewed(domain, wish.serial)
    const { edit, answer } = await planPreset(ctx, tx, { domain, records })
    if (wish.apply) await changeZone(ctx, tx, { domain, edit, note: `Added the records of ${name}` })
    return { domain, answer: await ctx.answerIn(tx, { ...answer, applied: wish.apply }) }
  })
  if (wish.apply) tellDomain(ctx, done.domain)
  return done.answer
}
