import { z } from 'zod'
import { id } from '#shared/schema.ts'

/** `force` switches it off although the zone above may still point at its keys. */
export const setDnssecInput = z.object({
  id,
  enable: z.boolean('Must be true or false.'),
  force: z.boolean('Must be true or false.').default(false),
})

/** What the registrar has to publish in the zone above; `text` is the line to copy. */
const dsOutput = z.object({
  keyTag: z.int(),
  algorithm: z.literal(13),
  digestType: z.literal(2),
  digest: z.string(),
  text: z.string(),
})

/** A key of the zone; some registrars ask for it, and make the DS record themselves. */
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
  /** What to do at the registrar, and in which order, as sentences. */
  message: z.string(),
})
export type Dnssec = z.output<typeof dnssecOutput>
