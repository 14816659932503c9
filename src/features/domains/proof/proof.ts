import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { getDomain } from 'tldts'
import type { Tx } from '#db/types.ts'
import { challengeName } from '#features/names/contract/challenge-name.ts'
import { isInsideOwn, type NamedService, wasOfOthers } from '#features/names/names.ts'
import { Unanswered } from '#features/resolver/contract.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { Deps } from '#server/context.ts'

/** The DNS result: a proof, another value, or no answer. Both texts are sentences. */
export type Finding = { proof: 'TXT' } | Delegation | { problem: string } | { silence: string }

/**
 * A delegation to our name servers; `texts` describes the TXT records found. `within` is an enclosing domain that uses our name
 * servers too or could not be checked, so the answer may be our own.
 */
type Delegation = { proof: 'NS'; texts: string; within: string | null }

type Claim = Pick<DomainRow, 'id' | 'userId' | 'domainName' | 'challenge'>

/** The enclosing domains of a name, below its public suffix. */
function namesAround(name: string): string[] {
  const top = getDomain(name, { allowPrivateDomains: true }) ?? name
  const labels = name.slice(0, Math.max(name.length - top.length - 1, 0)).split('.')
  return name === top ? [] : labels.map((_, first) => [...labels.slice(first + 1), top].join('.'))
}

const shownCharacters = 60

/** Third-party text, cleaned for our own sentences. */
function clean(text: string): string {
  const plain = text.replace(/[^ -~]/g, '?')
  return plain.length > shownCharacters ? `${plain.slice(0, shownCharacters)}…` : plain
}

function describeSilence(name: string, { fault }: Unanswered): string {
  if (fault === 'resolver')
    return 'We could not reach the DNS, because no resolver answered. Try again in a minute.'
  return `The name servers of ${name} gave no valid answer. Try again in a minute.`
}

function describeTexts(name: string, texts: readonly string[]): string {
  const place = challengeName(name)
  const [first] = texts
  if (first === undefined) return 'TXT record not found yet'
  const more = texts.length > 1 ? ` and ${texts.length - 1} more` : ''
  return `The TXT record at ${place} says “${clean(first)}”${more} instead`
}

const unlessUnanswered = (error: unknown): Unanswered => {
  if (error instanceof Unanswered) return error
  throw error
}

/**
 * Whether a text is among those found, as one piece or as adjacent pieces joined: a record may split its text into several
 * strings (RFC 7208 section 3.3), and resolvers do not show where a record ends. All pieces have the same author, so joining
 * them is safe.
 */
export function hasText(pieces: readonly string[], challenge: string): boolean {
  return pieces.some((_, first) => {
    let joined = ''
    for (const piece of pieces.slice(first)) {
      joined += piece
      if (joined.trim() === challenge) return true
      if (joined.length > 2 * challenge.length) return false
    }
    return false
  })
}

/** An enclosing domain that can have an owner and uses our name servers or cannot be checked; null without one. */
async function findLeadingHere(
  { resolver, ours }: { resolver: Deps['resolver']; ours: ReadonlySet<string> },
  name: string,
): Promise<string | null> {
  for (const around of namesAround(name)) {
    const servers = await resolver.nameservers(around).catch(unlessUnanswered)
    if (servers instanceof Unanswered || servers.some((server) => ours.has(server))) return around
  }
  return null
}

/**
 * Looks in the DNS for the customer's proof: the TXT record of the challenge, or a delegation to our name servers alone. Both
 * are queried through the resolver. For a delegated name it ends up at our own name server, which therefore answers with the
 * name servers of an unverified name, and with nothing else of it.
 */
export async function findProof({ resolver, env }: Deps, { domainName, challenge }: Claim): Promise<Finding> {
  const [texts, servers] = await Promise.all([
    resolver.texts(challengeName(domainName)).catch(unlessUnanswered),
    resolver.nameservers(domainName).catch(unlessUnanswered),
  ])
  if (!(texts instanceof Unanswered) && challenge !== null && hasText(texts, challenge))
    return { proof: 'TXT' }
  const ours = new Set(env.DNS_NAMESERVERS)
  const nameservers = servers instanceof Unanswered ? [] : servers
  const said =
    texts instanceof Unanswered
      ? `We could not check the TXT record at ${challengeName(domainName)}`
      : describeTexts(domainName, texts)
  if (nameservers.length > 0 && nameservers.every((server) => ours.has(server)))
    return { proof: 'NS', texts: said, within: await findLeadingHere({ resolver, ours }, domainName) }
  if (texts instanceof Unanswered) return { silence: describeSilence(domainName, texts) }
  return { problem: `${said}. DNS changes can take up to an hour.` }
}

/**
 * Why a delegation to our name servers, which all customers share, does not prove that this customer owns the name; null
 * when it does.
 */
export async function findDoubt(
  tx: Tx,
  { domain, delegation, users }: { domain: Claim; delegation: Delegation; users: readonly NamedService[] },
): Promise<string | null> {
  const { domains } = tx.t
  const { domainName: name, userId, id } = domain
  const { texts, within } = delegation
  const only = `Only the TXT record at ${challengeName(name)} can verify it. Add it at other name servers, and use those for ${name} until we find it.`
  const isOwn = await isInsideOwn(tx, { name, userId })
  if (!isOwn && (await wasOfOthers(tx, { name, userId })))
    return `${texts}. ${name} still uses our name servers from another customer’s earlier setup. ${only}`
  const [used] = users
  if (used !== undefined)
    return `${texts}. ${name} uses our name servers, but a service of another customer has ${used.name}. ${only}`
  const others = and(eq(domains.domainName, name), isNotNull(domains.challenge), ne(domains.id, id))
  if ((await tx.$count(domains, others)) > 0)
    return `${texts}. ${name} uses our name servers, but another customer waits for it too. ${only}`
  if (within === null || isOwn) return null
  return `${texts}. ${within}, which contains ${name}, uses our name servers too or could not be checked, so they prove nothing about ${name}. ${only}`
}
