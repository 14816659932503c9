import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { readRecord } from '../contract/check-record.ts'
import type { presetInput, presetOutput } from '../contract/preset-input.ts'
import { findPreset, readPresetValues } from '../contract/presets/presets.ts'
import type { ZoneRecord } from '../contract/record-types.ts'
import { findDomain } from '../domain/own.ts'
import { lockZone } from '../service/zone.ts'
import { putRecords } from './put-records.ts'

type PresetRequest = z.output<typeof presetInput>
type Output = Answer<typeof presetOutput>

/** The records of a preset in their stored form, and its name. @throws INVALID when a required value is missing */
function readPreset(wish: PresetRequest, zone: string): { name: string; records: ZoneRecord[] } {
  const preset = findPreset(wish.preset)
  if (!preset) throw invalid('preset', 'No such provider.')
  const read = readPresetValues(preset, wish.values)
  if ('fault' in read) throw invalid(`values.${read.field}`, read.fault)
  const records = preset.records(read.values, zone).map((written) => {
    const record = readRecord(written, zone)
    if ('fault' in record) throw invalid('preset', `${written.type} ${written.name}: ${record.fault}`)
    return record
  })
  return { name: preset.name, records }
}

/**
 * Previews a provider's records in the place of conflicting ones. With `apply` they are stored in one change that can be
 * undone.
 * @throws NOT_FOUND, INVALID, CONFLICT with the zone's records, or when it changed since its preview
 */
export async function addPreset(ctx: CustomerContext, wish: PresetRequest): Promise<Answered<Output>> {
  const { domainName } = await findDomain(ctx, wish.id)
  const { name, records } = readPreset(wish, domainName)
  const { apply, serial } = wish
  return mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, wish.id)
    return putRecords(tx, ctx, zone, { records, apply, serial, note: `Added the ${name} records` })
  })
}
