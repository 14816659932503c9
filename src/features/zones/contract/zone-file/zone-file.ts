import { z } from 'zod'
import { mib } from '#shared/bytes.ts'
import { id } from '#shared/schema.ts'
import { recordOutput } from '../records.ts'

export const maxZoneLines = 5_000
/** More than a zone of 500 records of any length takes. */
export const maxZoneCharacters = 1.25 * mib
/** Room for a file that is far too long: it is refused with a sentence about that. */
export const maxZoneBodyBytes = 4 * mib

/** The serial of the zone that a preview spoke of; with it nothing is applied to a zone that has changed since. */
export const previewedSerial = z.number().int('Send the serial of the preview.').optional()

export const importInput = z.object({
  id,
  /** A master file (RFC 1035). */
  zoneFile: z.string('Paste a zone file.').min(1, 'Paste a zone file.'),
  apply: z.boolean().default(false),
  serial: previewedSerial,
})

export const importOutput = z.object({
  applied: z.boolean(),
  /** That of the zone which the changes were compared with. */
  serial: z.number(),
  added: z.array(recordOutput),
  /** Records that go, and those that change as they were before. */
  removed: z.array(recordOutput),
  kept: z.number(),
  /** What the change means for those who use the names, as sentences. */
  effects: z.array(z.string()),
  refused: z.array(z.object({ line: z.number(), message: z.string() })),
})
export type ImportPlan = z.output<typeof importOutput>
