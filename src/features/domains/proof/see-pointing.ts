import { isIPv6 } from 'node:net'
import { isUnpublished } from '#features/dns/status.ts'
import { challengeName } from '#features/names/contract/challenge-name.ts'
import { Unanswered } from '#features/resolver/contract.ts'
import { readAddress } from '#features/zones/domain/address.ts'
import { type DomainRow, findDomain } from '#features/zones/domain/own.ts'
import type { CustomerContext, Deps } from '#server/context.ts'
import { showName } from '#shared/names/show-name.ts'
import type { Answer } from '#shared/schema.ts'
import type { pointingOutput, SeenRecord } from '../contract/pointing.ts'
import { external } from '../contract/registrar.ts'
import { hostOf } from '../service/present.ts'
import { hasText } from './proof.ts'

type View = Answer<typeof pointingOutput>
type Expected = Pick<SeenRecord, 'type' | 'name' | 'value'>
type Values = string[] | Unanswered

const unlessUnanswered = (error: unknown): Unanswered => {
  if (error instanceof Unanswered) return error
  throw error
}

const shownValues = 4
const unpublishedHere = 'Registered here. Not published yet: our name servers are not running.'

function compare(expected: Expected, said: Values, isRight: (values: string[]) => boolean): SeenRecord {
  if (said instanceof Unanswered) return { ...expected, state: 'unasked', found: [] }
  const found = said.slice(0, shownValues)
  if (said.length === 0) return { ...expected, state: 'missing', found }
  return { ...expected, state: isRight(said) ? 'found' : 'differs', found }
}

/** `www` is reported for a registered name; a name below one has none. */
const namesOf = ({ domainName: name }: DomainRow): string[] =>
  hostOf(name) === '@' ? [name, `www.${name}`] : [name]

function describeProblem(domain: DomainRow, { records, nameservers }: Pick<View, 'records' | 'nameservers'>) {
  const name = showName(domain.domainName)
  if (records.every(({ state }) => state === 'unasked') && nameservers.state === 'unasked')
    return 'We could not reach the DNS just now. We try again shortly.'
  if (domain.challenge !== null && domain.problem !== null) return domain.problem
  const [wrong] = records.filter(({ type, state }) => type !== 'TXT' && state === 'differs')
  if (wrong)
    return `${showName(wrong.name)} points to ${wrong.found.join(', ')}. Change its ${wrong.type} record to ${wrong.value}.`
  const isMissing = records.some(({ state }) => state === 'missing')
  return isMissing ? `${name} does not point here yet. DNS changes can take up to an hour.` : null
}

/**
 * Looks up the records that verify a name and point it here. A name that is registered in this portal only
 * is in no public DNS, and is not queried.
 */
export async function checkPointing(
  ctx: Pick<Deps, 'resolver' | 'registrar' | 'env' | 'node' | 'store' | 'now'>,
  domain: DomainRow,
): Promise<View> {
  const checkedAt = ctx.now()
  if (domain.registrar !== external && ctx.registrar.mode === 'embedded') {
    const problem = isUnpublished(ctx) ? unpublishedHere : null
    return { checkedAt, isPointed: true, records: [], problem, nameservers: { state: 'unasked', found: [] } }
  }
  const { resolver, env } = ctx
  const { domainName: name, challenge } = domain
  const address = (await readAddress(ctx.store.read, ctx.store.t, domain)) ?? env.SERVER_IP
  const type = isIPv6(address) ? 'AAAA' : 'A'
  const isAlike = (each: string) => isIPv6(each) === isIPv6(address)
  const names = namesOf(domain)
  const [servers, texts, ...addresses] = await Promise.all([
    resolver.nameservers(name).catch(unlessUnanswered),
    challenge === null ? [] : resolver.texts(challengeName(name)).catch(unlessUnanswered),
    ...names.map((each) => resolver.addresses(each).catch(unlessUnanswered)),
  ])
  const proof = challenge !== null && {
    ...compare({ type: 'TXT', name: challengeName(name), value: challenge }, texts, (found) =>
      hasText(found, challenge),
    ),
  }
  const leads = names.map((each, at) => {
    const said = addresses[at] ?? []
    const alike = said instanceof Unanswered ? said : said.filter(isAlike)
    return compare({ type, name: each, value: address }, alike, (found) =>
      found.every((value) => value === address),
    )
  })
  const records = [...(proof ? [proof] : []), ...leads]
  const { state, found } = compare({ type: 'TXT', name, value: '' }, servers, (hosts) =>
    hosts.every((host) => env.DNS_NAMESERVERS.includes(host)),
  )
  const seen = { records, nameservers: { state, found } }
  return {
    checkedAt,
    isPointed: leads.every((each) => each.state === 'found'),
    ...seen,
    problem: describeProblem(domain, seen),
  }
}

/**
 * The DNS state of the caller's domain, queried now or some seconds ago.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function getPointing(ctx: CustomerContext, { id }: { id: string }): Promise<View> {
  const domain = await findDomain(ctx, id)
  const key = `pointing ${id} ${domain.challenge} ${domain.problem} ${domain.serviceId}`
  return ctx.dnsViews.see({ key, userId: ctx.user.id }, () => checkPointing(ctx, domain))
}
