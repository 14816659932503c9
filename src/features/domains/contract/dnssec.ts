import { z } from 'zod'
import { id } from '#shared/schema.ts'

/** `force` turns it off although the parent zone may still have a DS record. */
export const setDnssecInput = z.object({
  id,
  enable: z.boolean('Must be true or false.'),
  force: z.boolean('Must be true or false.').default(false),
})

/** The DS record that the registrar must publish in the parent zone; `text` is the line to copy. */
const dsOutput = z.object({
  keyTag: z.int(),
  algorithm: z.literal(13),
  digestType: z.literal(2),
  digest: z.string(),
  text: z.string(),
})

/** A key of the zone, for registrars that create the DS record themselves. */
const dnskeyOutput = z.object({
  flags: z.int(),
  protocol: z.int(),
  algorithm: z.literal(13),
  publicKey: z.string(),
  keyTag: z.int(),
  text: z.string(),
})

export const dnssecOutput = z.object({
  enabled: z.boolean(),
  ds: z.array(dsOutput),
  dnskey: z.array(dnskeyOutput),
  /** Steps at the registrar, in order, as sentences. */
  message: z.string(),
})
export type Dnssec = z.output<typeof dnssecOutput>
