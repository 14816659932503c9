import { z } from 'zod'
import { hour, minute } from '#shared/time.ts'
import type { RenewalAdvice } from '../certificate-authority.ts'
import { renewalIdOf } from './certificate.ts'
import type { Transport } from './transport.ts'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const renewalInfo = z.object({ suggestedWindow: z.object({ start: instant, end: instant }) })

const usualMs = 6 * hour
const shortestMs = minute
const longestMs = 24 * hour

/** RFC 9773: the suggested renewal window of a certificate; in the past once it is revoked. Null without one. */
export async function readAdvice(
  transport: Transport,
  chain: string,
  signal: AbortSignal,
): Promise<RenewalAdvice | null> {
  const { renewalInfo: address } = await transport.directory(signal)
  const id = renewalIdOf(chain)
  if (address === undefined || id === null) return null
  const { text, waitMs } = await transport.get(`${address}/${id}`, signal)
  const { data } = renewalInfo.safeParse(JSON.parse(text))
  if (!data) return null
  const { start, end } = data.suggestedWindow
  const nextMs = Math.min(longestMs, Math.max(shortestMs, waitMs ?? usualMs))
  return end > start ? { from: start, to: end, nextMs } : null
}
