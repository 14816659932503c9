import { z } from 'zod'
import { NotIssued } from '../certificate-authority.ts'

const prefix = 'urn:ietf:params:acme:error:'

const document = z.object({ type: z.string().default(''), detail: z.string().default('') })

/** The used part of a problem document (RFC 7807); `type` without the prefix of RFC 8555 section 6.7. */
export type Problem = { type: string; detail: string }

/** A request that the authority rejected. */
export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    /** Retry delay that the authority requested, in ms. */
    readonly waitMs: number | null,
  ) {
    super(`${problem.type}: ${problem.detail}`)
  }
}

/** The problem in a text or a part of an answer; null without one. */
export function readProblem(value: unknown): Problem | null {
  const { data } = document.safeParse(value)
  return data ? { type: data.type.replace(prefix, ''), detail: data.detail } : null
}

const longestDetail = 300

/** Third-party text, cleaned for our own sentences. */
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

/** The problem as one sentence for the customer, with its name if it concerns one. */
export function describeProblem({ type, detail }: Problem, name: string | null = null): string {
  const start = said[type] ?? 'The certificate authority refused to issue a certificate:'
  const about = name === null ? '' : ` ${name}:`
  return `${start}${about} ${clean(detail) || 'it gave no reason.'}`
}

const rateLimitMs = 60 * 60 * 1_000

/** The result of a rejection for the order, with the time of the next attempt. */
export function toNotIssued({ problem, waitMs }: Refused): NotIssued {
  // Default delay for rate limits, which span hours.
  const untilMs = waitMs ?? (problem.type === 'rateLimited' ? rateLimitMs : null)
  return new NotIssued(describeProblem(problem), {
    ...(untilMs === null ? {} : { waitMs: untilMs }),
    isOutage: problem.type === 'serverInternal',
  })
}
