import { z } from 'zod'
import { NotIssued } from '../certificate-authority.ts'

const prefix = 'urn:ietf:params:acme:error:'

const document = z.object({ type: z.string().default(''), detail: z.string().default('') })

/** The part of a problem document (RFC 7807) that is used; `type` without the prefix of RFC 8555 section 6.7. */
export type Problem = { type: string; detail: string }

/** A request that the authority refused. */
export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    /** How long the authority wants to be left alone, in ms. */
    readonly waitMs: number | null,
  ) {
    super(`${problem.type}: ${problem.detail}`)
  }
}

/** The problem that a text or a part of an answer describes; null when it describes none. */
export function readProblem(value: unknown): Problem | null {
  const { data } = document.safeParse(value)
  return data ? { type: data.type.replace(prefix, ''), detail: data.detail } : null
}

const longestDetail = 300

/** Text of strangers, in a sentence of ours. */
function clean(detail: string): string {
  const plain = detail.replace(/[^ -~]+/g, ' ').trim()
  const short = plain.length > longestDetail ? `${plain.slice(0, longestDetail)}…` : plain
  return /[.!?…]$/.test(short) || short === '' ? short : `${short}.`
}

const said: Record<string, string> = {
  caa: 'The CAA records of the domain do not let the certificate authority issue:',
  connection: 'The certificate authority could not connect to the site on port 80:',
  dns: 'The certificate authority could not look up the name in the DNS:',
  incorrectResponse: 'The certificate authority received a different answer than it expected:',
  rateLimited: 'The certificate authority’s rate limit has been reached:',
  rejectedIdentifier: 'The certificate authority does not issue certificates for this name:',
  unauthorized: 'The certificate authority did not find the proof that it expected:',
  unsupportedIdentifier: 'The certificate authority does not issue certificates for this name:',
}

/** The problem as one sentence for the customer, about a name if it is about one. */
export function describeProblem({ type, detail }: Problem, name: string | null = null): string {
  const start = said[type] ?? 'The certificate authority refused to issue a certificate:'
  const about = name === null ? '' : ` ${name}:`
  return `${start}${about} ${clean(detail) || 'it gave no reason.'}`
}

const rateLimitMs = 60 * 60 * 1_000

/** What a refusal means for the order, and when the next attempt makes sense. */
export function toNotIssued({ problem, waitMs }: Refused): NotIssued {
  // An authority that says nothing else counts in hours.
  const untilMs = waitMs ?? (problem.type === 'rateLimited' ? rateLimitMs : null)
  return new NotIssued(describeProblem(problem), {
    ...(untilMs === null ? {} : { waitMs: untilMs }),
    isOutage: problem.type === 'serverInternal',
  })
}
