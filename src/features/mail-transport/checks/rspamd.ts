import { Readable } from 'node:stream'
import { z } from 'zod'
import { findHostProblem } from '#server/system/host-lookup.ts'
import { second } from '#shared/time.ts'
import type { Intake } from '../receiving/intake.ts'
import type { Sending } from './authenticate.ts'
import type { Verdict } from './rules.ts'

const limitMs = 15 * second
const answer = z.object({
  action: z.string(),
  score: z.number().optional(),
  required_score: z.number().optional(),
})

/** Characters that are safe in a request header. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)

/** A spam filter beside the portal. */
export interface SpamFilter {
  /** Null when it does not answer. */
  ask(intake: Intake, sending: Sending, recipients: readonly string[]): Promise<Verdict | null>
  /** The result of the last health check. */
  check(): Promise<{ isHealthy: boolean; version: string | null }>
  /** The reason why it does not answer, as the beginning of a sentence for the administrator. */
  describeSilence(): Promise<string>
}

/** rspamd's scan worker, at a URL such as `http://127.0.0.1:11333`. */
export const createRspamd = (url: string): SpamFilter => ({
  async ask(intake, { address, helo, sender }, recipients) {
    try {
      const headers = new Headers({ IP: plain(address), Helo: plain(helo), From: plain(sender) })
      for (const recipient of recipients) headers.append('Rcpt', plain(recipient))
      const response = await fetch(new URL('/checkv2', url), {
        method: 'POST',
        headers,
        body: Readable.toWeb(Readable.from(intake.whole())) as unknown as ReadableStream,
        signal: AbortSignal.timeout(limitMs),
      })
      if (!response.ok) return null
      const { action, score = 0, required_score: limit = 0 } = answer.parse(await response.json())
      const points = `rspamd gave it ${score.toFixed(1)} of ${limit.toFixed(1)} points.`
      if (action === 'reject') return { kind: 'refuse', reply: 'spam', why: 'The message looks like spam.' }
      if (action === 'soft reject' || action === 'greylist') return { kind: 'defer', reply: 'later' }
      const isSpam = action === 'add header' || action === 'rewrite subject'
      return { kind: 'take', spamReasons: isSpam ? [points] : [] }
    } catch {
      return null
    }
  },
  async check() {
    try {
      const response = await fetch(new URL('/ping', url), { signal: AbortSignal.timeout(2 * second) })
      const server = response.headers.get('server')
      return { isHealthy: response.ok, version: /\d[\d.]*/.exec(server ?? '')?.[0] ?? null }
    } catch {
      return { isHealthy: false, version: null }
    }
  },
  async describeSilence() {
    const problem = await findHostProblem(new URL(url).hostname)
    return problem === null ? 'rspamd does not answer' : `RSPAMD_URL: ${problem}`
  },
})
