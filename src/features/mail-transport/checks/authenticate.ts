import { Readable } from 'node:stream'
import { domainOf } from '#features/mailboxes/contract/address.ts'
import type { Checks } from '#features/mailboxes/filing/record.ts'
import type { Resolver } from '#features/resolver/contract.ts'
import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import { second } from '#shared/time.ts'
import type { Intake } from '../receiving/intake.ts'
import type { Authors } from './authors.ts'
import { queryThrough } from './query-dns.ts'

/** The sender according to the connection and the envelope. */
export type Sending = { address: string; helo: string; sender: string }

export type Authenticated = Pick<Checks, 'spf' | 'dkim' | 'dmarc'> & {
  /** The DMARC policy of the domain. */
  policy: 'none' | 'quarantine' | 'reject' | null
  /** Domains that passed SPF or DKIM. */
  proven: DomainName[]
  /** Header fields for the top of the message, each with its line end. */
  fields: string
}

const limitMs = 5 * second

const ranks = ['pass', 'fail', 'temperror', 'permerror', 'policy', 'neutral']

/** The best result among several signatures. */
const bestOf = (results: readonly string[]): string | null =>
  ranks.find((rank) => results.includes(rank)) ?? results.find((result) => result !== 'none') ?? null

const late = (name: string): Authenticated => ({
  spf: 'temperror',
  dkim: null,
  dmarc: 'temperror',
  policy: null,
  proven: [],
  fields: `Authentication-Results: ${name}; none\r\n`,
})

type Question = {
  sending: Sending
  authors: Authors
  /** The number of From fields: DMARC applies only to one. */
  fromFields: number
}
type Asking = { resolver: Resolver; name: string }

/** SPF, DKIM, and DMARC with the authors as parsed by this module. */
async function ask(
  { resolver, name }: Asking,
  { sending: { address, helo, sender }, authors, fromFields }: Question,
  intake: Intake,
): Promise<Authenticated> {
  // Imported lazily: these modules are large, and a portal without mail does not need them. DMARC is imported from mailauth's
  // internals, since `authenticate` parses the authors in its own, different way; the version is pinned, and the test beside this
  // file fails when it changes.
  const [{ authenticate }, { dmarc }] = await Promise.all([import('mailauth'), import('mailauth/lib/dmarc')])
  const asked = queryThrough(resolver) as (name: string, type: string) => Promise<string[]>
  const options = { disableArc: true, disableDmarc: true, disableBimi: true, resolver: asked }
  const { spf, dkim, headers } = await authenticate(Readable.from(intake.whole()), {
    ...options,
    ip: address,
    helo,
    sender,
    mta: name,
  })
  const signed = dkim.results.flatMap(({ signingDomain: domain, status: { result, underSized = 0 } }) =>
    result === 'pass' && domain !== undefined ? [{ domain, underSized }] : [],
  )
  const spfDomains = spf && spf.status.result === 'pass' && spf.domain ? [spf.domain] : []
  const policed = await dmarc({
    headerFrom: authors.addresses.map((each) => domainOf(each) ?? each),
    fromFields,
    spfDomains,
    dkimDomains: signed,
    resolver: asked,
  })
  const policy = policed ? policed.policy : null
  return {
    spf: spf ? spf.status.result : null,
    dkim: bestOf(dkim.results.map(({ status }) => status.result)),
    dmarc: policed ? policed.status.result : null,
    policy: policy === 'quarantine' || policy === 'reject' || policy === 'none' ? policy : null,
    proven: [...spfDomains, ...signed.map(({ domain }) => domain)]
      .map(domainToAscii)
      .filter((domain) => domain !== null),
    fields: policed ? headers.replace(/\r\n$/, `;\r\n ${policed.info}\r\n`) : headers,
  }
}

/** Checks SPF, DKIM and DMARC of a message; a DNS timeout of five seconds is a `temperror`. */
export async function authenticateMessage(
  asking: Asking,
  question: Question,
  intake: Intake,
): Promise<Authenticated> {
  const work = ask(asking, question, intake)
  let timer: Timer | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs)
  })
  const result = await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
  if (result) return result
  work.catch(() => {})
  return late(asking.name)
}
