import { z } from 'zod'
import { id, requiredLine } from '#shared/schema.ts'
import { domainOutput } from './contract.ts'

/** `name` is the full name. */
export const connectInput = z.object({
  name: requiredLine(253, 'Enter a domain name, such as example.com.'),
  serviceId: id.nullish(),
})

export const verifyOutput = z.object({
  domain: domainOutput,
  verified: z.boolean(),
  /** The result of the check, as a sentence. */
  message: z.string(),
})
