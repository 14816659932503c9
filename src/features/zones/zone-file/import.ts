import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { type Clash, identityOf } from '../contract/check-zone.ts'
import { differenceOf, type Edit, editZone, isDelegation, type StoredRecord } from '../contract/edit-zone.ts'
import type { ZoneRecord } from '../contract/record-types.ts'
import { parseZoneFile } from '../contract/zone-file/parse.ts'
import {
  type importInput,
  type importOutput,
  maxZoneCharacters,
  maxZoneLines,
} from '../contract/zone-file/zone-file.ts'
import { findDomain } from '../domain/own.ts'
import { assertAsPreviewed, clashOf, storeZone } from '../service/change-zone.ts'
import { describeChange } from '../service/describe-change.ts'
import { presentRecord } from '../service/present-record.ts'
import { lockZone, type Zone } from '../service/zone.ts'

type Output = Answer<typeof importOutput>

/** @throws INVALID when it is longer than any zone needs */
function assertReadable(zoneFile: string): void {
  if (zoneFile.length > maxZoneCharacters)
    throw invalid('zoneFile', `This file is too long. The limit is ${maxZoneCharacters} characters.`)
  let lines = zoneFile.endsWith('\n') ? 0 : 1
  for (let at = zoneFile.indexOf('\n'); at >= 0; at = zoneFile.indexOf('\n', at + 1)) lines += 1
  if (lines > maxZoneLines)
    throw invalid('zoneFile', `This file has ${lines} lines. The limit is ${maxZoneLines}.`)
}

/** The edit that replaces the records with those of a file, except for the zone's own name servers. */
function editTo(records: readonly ZoneRecord[], before: readonly StoredRecord[]): Edit {
  const present = new Map(before.map((record) => [identityOf(record), record.id]))
  const put = records
    .filter((record) => !isDelegation(record))
    .map((record) => ({ ...record, id: present.get(identityOf(record)) ?? Bun.randomUUIDv7() }))
  const stays = new Set(put.map(({ id }) => id))
  const remove = before.filter((record) => !isDelegation(record) && !stays.has(record.id))
  return { remove: remove.map(({ id }) => id), put }
}

type Parsed = ReturnType<typeof parseZoneFile>

const shownLines = 4

/** The error for conflicting lines, with their numbers. */
function refuseLines(clash: Clash, lineOf: Parsed['lineOf']): DomainError {
  const lines = [...new Set(clash.records.flatMap((record) => lineOf(record) ?? []))].toSorted(
    (a, b) => a - b,
  )
  if (lines.length === 0) return clashOf(clash)
  const shown = lines.slice(0, shownLines).join(', ')
  const more = lines.length > shownLines ? ` and ${lines.length - shownLines} more` : ''
  const message = `${lines.length === 1 ? 'Line' : 'Lines'} ${shown}${more}: ${clash.message}`
  const refused = lines.map((line) => ({ line, message: clash.message }))
  return new DomainError('CONFLICT', message, { fields: { zoneFile: message }, details: { refused } })
}

/** The changes of the file to the current zone. @throws CONFLICT when its records are not a valid zone */
async function planImport(
  tx: Tx,
  ctx: CustomerContext,
  zone: Zone,
  { records, refused, doubtful, lineOf }: Parsed,
) {
  const { domain, records: before } = zone
  const edited = editZone(before, editTo(records, before), domain.domainName)
  if (!('after' in edited)) throw refuseLines(edited, lineOf)
  const { after } = edited
  const { removed, added } = differenceOf(before, after)
  const answer: Output = {
    applied: false,
    serial: domain.zoneSerial,
    added: added.map(presentRecord),
    removed: removed.map(presentRecord),
    kept: after.length - added.length,
    refused: refused.map(({ line, fault }) => ({ line, message: fault })),
    effects: [
      ...doubtful.slice(0, shownLines).map(({ line, fault }) => `Line ${line}: ${fault}`),
      ...(await describeChange(tx, ctx, { ...zone, after })),
    ],
  }
  return { after, answer }
}

function assertWhole({ refused }: Parsed): void {
  const [first] = refused
  if (first)
    throw new DomainError(
      'INVALID',
      `Nothing was changed, because line ${first.line} was rejected. ${first.fault}`,
      {
        fields: { zoneFile: `Line ${first.line}: ${first.fault}` },
        details: { refused: refused.map(({ line, fault }) => ({ line, message: fault })) },
      },
    )
}

/** @throws INVALID when the file has nothing to import, and would only empty the zone */
function assertSomething({ records, refused }: Parsed, zone: string): void {
  if (refused.length > 0 || records.some((record) => !isDelegation(record))) return
  if (records.length === 0)
    throw invalid('zoneFile', 'This file has no records, so nothing was changed. Paste at least one.')
  const hosts = records.map(({ value }) => value).join(', ')
  throw invalid(
    'zoneFile',
    `This file has only the name servers of ${zone} (${hosts}), which cannot be changed here, so nothing was changed. Paste its other records too.`,
  )
}

/**
 * Previews the zone of a file: its records and the zone's own name servers. With `apply` it is stored in one change that can be
 * undone, unless a line of the file is rejected.
 * @throws NOT_FOUND, INVALID, CONFLICT when the records are not a valid zone, or it changed since its preview
 */
export async function importZone(
  ctx: CustomerContext,
  { id, zoneFile, apply, serial }: z.output<typeof importInput>,
): Promise<Answered<Output>> {
  assertReadable(zoneFile)
  const { domainName } = await findDomain(ctx, id)
  const parsed = parseZoneFile(zoneFile, domainName)
  if (apply) assertWhole(parsed)
  assertSomething(parsed, domainName)
  return mutate(ctx, async (tx) => {
    const zone = await lockZone(tx, ctx, id)
    if (apply) assertAsPreviewed(zone.domain, serial)
    const { after, answer } = await planImport(tx, ctx, zone, parsed)
    if (apply) await storeZone(tx, ctx, zone, { after, note: 'Imported a zone file' })
    return { ...answer, applied: apply }
  })
}
