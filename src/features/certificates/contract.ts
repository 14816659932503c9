import { z } from 'zod'
import { id, maybeInstant } from '#shared/schema.ts'

/** The path of the certificate of the portal's own authority. */
export const rootPath = '/api/certificates/authority.pem'

export const setSslInput = z.object({
  id,
  enable: z.boolean('Must be true or false.'),
})

const finding = z.object({
  /** Whether nothing is issued while it is so. */
  isBlocking: z.boolean(),
  /** What is so, and what to do, as a sentence. */
  message: z.string(),
})
export type Finding = z.infer<typeof finding>

export const sslOutput = z.object({
  /** Whether the customer wants a certificate. */
  isEnabled: z.boolean(),
  /** Whether there is one. */
  ssl: z.boolean(),
  /** `pending` while the first one is on its way; `failed` since the last attempt, also beside one that is still valid. */
  status: z.enum(['off', 'pending', 'issued', 'failed']),
  /** Why the last attempt failed, as a sentence. */
  problem: z.string().nullable(),
  /** Whether one is ordered automatically once the name is verified and points here. */
  isAwaited: z.boolean(),
  /** Whether browsers trust the one that there is; false for a test certificate, and without one. */
  isTrusted: z.boolean(),
  /** When it is issued next: for the first time, again, or anew. */
  nextIssueAt: maybeInstant,
  /** Who signed it, as the certificate says. */
  issuer: z.string().nullable(),
  /** The names that it covers; without a certificate those that it would. */
  names: z.array(z.string()),
  notBefore: maybeInstant,
  notAfter: maybeInstant,
  daysLeft: z.number().int().nullable(),
  /** Where to download the certificate of the authority; null when browsers know it. */
  authorityUrl: z.string().nullable(),
  /** What would fail, and what is worth knowing, before the authority is asked. */
  preflight: z.object({ isReady: z.boolean(), findings: z.array(finding) }),
})
export type Ssl = z.output<typeof sslOutput>
