import { z } from 'zod'
import { exactLine, id, instant } from '#shared/schema.ts'
import { maxTtl, minTtl, recordTypes, usualTtl } from './record-types.ts'
import { maxStrings, maxTextBytes } from './values/txt.ts'

const ttlRule = `A TTL is a whole number of seconds from ${minTtl} to ${maxTtl}.`
const priorityRule = 'A priority is a whole number from 0 to 65535.'
// Quotes around each string, and possibly a backslash before each character.
const longestValue = 2 * maxTextBytes + 3 * maxStrings

export const recordFields = z.object({
  type: z.enum(recordTypes, `Choose one of ${recordTypes.join(', ')}.`),
  name: exactLine(255),
  value: exactLine(longestValue, 'Enter a value.'),
  ttl: z.number(ttlRule).int(ttlRule).min(minTtl, ttlRule).max(maxTtl, ttlRule).default(usualTtl),
  priority: z.number(priorityRule).int(priorityRule).min(0, priorityRule).max(65_535, priorityRule).nullish(),
})

export const addRecordInput = recordFields.extend({ id })
/** Version of the record that was edited: a newer one is not overwritten. Without it, any version is. */
const version = z.string().max(64).optional()
export const removeRecordInput = z.object({ id, recordId: id, version })
export const setRecordInput = recordFields.extend({ id, recordId: id, version })

export const recordOutput = z.object({
  id: z.string(),
  type: z.enum(recordTypes),
  /** Relative to the zone; `@` is the zone itself. */
  name: z.string(),
  value: z.string(),
  ttl: z.number(),
  priority: z.number().nullable(),
  /** Changes with the record. */
  version: z.string(),
})
export type DnsRecord = z.output<typeof recordOutput>

/** A change to preview: one record added, changed or removed. */
export const previewInput = z.object({
  id,
  recordId: id.optional(),
  remove: z.boolean().default(false),
  record: recordFields.optional(),
})
export type PreviewInput = z.input<typeof previewInput>
export const previewOutput = z.object({ effects: z.array(z.string()) })

export const changeOutput = z.object({
  id: z.string(),
  at: instant,
  note: z.string(),
  removed: z.array(recordOutput),
  added: z.array(recordOutput),
  /** When it was undone; null if it was not. */
  undoneAt: instant.nullable(),
})
export type DnsChange = z.output<typeof changeOutput>

export const undoInput = z.object({ id, changeId: id })
