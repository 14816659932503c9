import { z } from 'zod'
import { id, maybeInstant } from '#shared/schema.ts'

/** The path of the portal authority's root certificate. */
export const rootPath = '/api/certificates/authority.pem'

export const setSslInput = z.object({
  id,
  enable: z.boolean('Must be true or false.'),
})

const finding = z.object({
  /** Whether it prevents issuing. */
  isBlocking: z.boolean(),
  /** The problem and its solution, as sentences. */
  message: z.string(),
})
export type Finding = z.infer<typeof finding>

export const sslOutput = z.object({
  /** Whether the customer has enabled SSL. */
  isEnabled: z.boolean(),
  /** Whether a certificate exists. */
  ssl: z.boolean(),
  /** `pending` while the first one is on its way; `failed` since the last attempt, even beside a valid one. */
  status: z.enum(['off', 'pending', 'issued', 'failed']),
  /** Why the last attempt failed, as a sentence. */
  problem: z.string().nullable(),
  /** Whether one is ordered automatically once the name is verified and points here. */
  isAwaited: z.boolean(),
  /** Whether browsers trust the current one; false for a test certificate, and without one. */
  isTrusted: z.boolean(),
  /** The next attempt: a first order, a retry, or a renewal. */
  nextIssueAt: maybeInstant,
  /** The issuer in the certificate. */
  issuer: z.string().nullable(),
  /** The names that it covers; without a certificate those that it would cover. */
  names: z.array(z.string()),
  notBefore: maybeInstant,
  notAfter: maybeInstant,
  daysLeft: z.number().int().nullable(),
  /** Where to download the authority's root certificate; null when browsers know it. */
  authorityUrl: z.string().nullable(),
  /** Obstacles and hints, known before the authority is contacted. */
  preflight: z.object({ isReady: z.boolean(), findings: z.array(finding) }),
})
export type Ssl = z.output<typeof sslOutput>
