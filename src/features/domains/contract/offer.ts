import { z } from 'zod'
import { tlds } from '#features/names/contract/tlds.ts'
import { exactLine } from '#shared/schema.ts'

/** Without a name, only the registrar is described. */
export const offerInput = z.object({
  name: exactLine(253).optional(),
  tld: z.enum(tlds, `Choose one of ${tlds.join(', ')}.`).default('com'),
})

export const offerOutput = z.object({
  /** Whether the name can be registered; null without a name. */
  isFree: z.boolean().nullable(),
  /** Why it cannot, as a sentence. */
  message: z.string().nullable(),
  /** Whether names are registered in this portal only, not with a registry. */
  isTest: z.boolean(),
})
