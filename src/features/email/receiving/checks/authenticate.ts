import { Readable } from 'node:stream'
import type { Resolver } from '#features/domains/drivers/resolver.ts'
import { second } from '#shared/time.ts'
import type { Intake } from '../intake.ts'
import { askThrough } from './ask-dns.ts'

/** Who sends, as the connection and the envelope say it. */
export type Sending = { address: string; helo: string; sender: string }

/** Results as in RFC 8601; null where there was nothing to check. */
export type Checks = { spf: string | null; dkim: string | null; dmarc: string | null; spamReasons: string[] }

export type Authenticated = Pick<Checks, 'spf' | 'dkim' | 'dmarc'> & {
  /** What the owner of that domain asks to do with what fails DMARC. */
  policy: 'none' | 'quarantine' | 'reject' | null
  /** Fields for the top of the message, each with its line end. */
  fields: string
}

const limitMs = 5 * second

const ranks = ['pass', 'fail', 'temperror', 'permerror', 'policy', 'neutral']

/** Of several signatures the one that says most for the message. */
const bestOf = (results: readonly string[]): string | null =>
  ranks.find((rank) => results.includes(rank)) ?? results.find((result) => result !== 'none') ?? null

const late = (name: string): Authenticated => ({
  spf: 'temperror',
  dkim: null,
  dmarc: 'temperror',
  policy: null,
  fields: `Authentication-Results: ${name}; none\r\n`,
})

/** Whether SPF, DKIM and DMARC speak for a message; what the DNS does not answer within five seconds is a `temperror`. */
export async function authenticateMessage(
  { resolver, name }: { resolver: Resolver; name: string },
  { address, helo, sender }: Sending,
  intake: Intake,
): Promise<Authenticated> {
  // It brings much with it that a portal without mail does not need.
  const { authenticate } = await import('mailauth')
  const work = authenticate(Readable.from(intake.whole()), {
    ip: address,
    helo,
    sender,
    mta: name,
    resolver: askThrough(resolver) as (name: string, type: string) => Promise<string[]>,
    disableArc: true,
    disableBimi: true,
  })
  let timer: Timer | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs)
  })
  const result = await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
  if (!result) {
    work.catch(() => {})
    return late(name)
  }
  const { spf, dkim, dmarc, headers } = result
  const policy = dmarc ? (dmarc.policy ?? null) : null
  return {
    spf: spf ? spf.status.result : null,
    dkim: bestOf(dkim.results.map(({ status }) => status.result)),
    dmarc: dmarc ? dmarc.status.result : null,
    policy: policy === 'quarantine' || policy === 'reject' || policy === 'none' ? policy : null,
    fields: headers,
  }
}
