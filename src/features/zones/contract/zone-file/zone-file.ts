import { z } from 'zod'
import { mib } from '#shared/bytes.ts'
import { id } from '#shared/schema.ts'
import { recordOutput } from '../records.ts'

export const maxZoneLines = 5_000
/** More than any zone of 500 records needs. */
export const maxZoneCharacters = 1.25 * mib
/** Room for a file that is far too long, which gets a proper message. */
export const maxZoneBodyBytes = 4 * mib

/** The serial of the preview; with it nothing is applied if the zone has changed since. */
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
  /** Serial of the zone that the preview is based on. */
  serial: z.number(),
  added: z.array(recordOutput),
  /** Deleted records, and the previous version of changed ones. */
  removed: z.array(recordOutput),
  kept: z.number(),
  /** Effects of the change on those who use the names, as sentences. */
  effects: z.array(z.string()),
  refused: z.array(z.object({ line: z.number(), message: z.string() })),
})
export type ImportPlan = z.output<typeof importOutput>
