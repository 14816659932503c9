import { isIPv6 } from 'node:net'
import type { DnsLookup, DnsLookupFault, DnsLookupResult } from '#features/resolver/contract.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { second } from '#shared/time.ts'
import { isDelegation } from '../contract/edit-zone.ts'
import { apex, fullName, type ZoneRecord } from '../contract/record-types.ts'
import type { seenByOutput } from '../contract/seen-by.ts'
import { type DomainRow, findDomain } from '../domain/own.ts'
import { readZone } from './zone.ts'

type View = Answer<typeof seenByOutput>
type Type = Exclude<DnsLookup['type'], 'SOA' | 'TXT'>
type DnsQuestion = { name: string; type: Type; full: string }

const timeoutMs = 2 * second
const maxServers = 3

const faults: Record<DnsLookupFault, string> = {
  silent: `No answer within ${timeoutMs / second} seconds.`,
  closed: 'The connection was refused.',
  refused: 'It refused to answer.',
  servers: 'It got no valid answer from the domain’s name servers.',
  unclear: 'Its answer could not be read.',
}

/** The queries: addresses of the name and its `www`, mail servers, and name servers. */
function questionsOf(records: readonly ZoneRecord[], zone: string): DnsQuestion[] {
  const has = (name: string, type: Type) =>
    records.some((record) => record.name === name && record.type === type)
  const six = (name: string): Type[] => (has(name, 'AAAA') ? ['AAAA'] : [])
  const www: Type[] = has('www', 'CNAME') ? ['CNAME'] : ['A', ...six('www')]
  const ask = (name: string, types: Type[]) =>
    types.map((type) => ({ name, type, full: fullName(name, zone) }))
  return [...ask(apex, ['A', ...six(apex)]), ...ask('www', www), ...ask(apex, ['MX', 'NS'])]
}

const writtenValue = ({ type, value, priority }: ZoneRecord): string =>
  type === 'MX' ? `${priority} ${value}` : value

function storedValues(
  records: readonly ZoneRecord[],
  { name, type }: DnsQuestion,
  domain: DomainRow,
): string[] {
  const own = records.filter((record) => record.name === name && record.type === type).map(writtenValue)
  const isUnnamed = type === 'NS' && name === apex && own.length === 0
  return (isUnnamed ? domain.nameservers : own).toSorted()
}

/** The local address of this process's name server; null without one. */
function ownServer({ dns, env: { HOST } }: CustomerContext): string | null {
  if (dns.port === null) return null
  if (HOST === '::') return `[::1]:${dns.port}`
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST
  return isIPv6(host) ? `[${host}]:${dns.port}` : `${host}:${dns.port}`
}

/** The answers of our server, or the stored records with the reason. */
async function queryOwnServer(
  ctx: CustomerContext,
  {
    domain,
    records,
    questions,
  }: { domain: DomainRow; records: readonly ZoneRecord[]; questions: DnsQuestion[] },
): Promise<{ here: string[][]; problem: string | null }> {
  const stored = questions.map((question) => storedValues(records, question, domain))
  const server = ownServer(ctx)
  if (server === null)
    return { here: stored, problem: 'No name server runs here, so the stored records are compared.' }
  if (domain.status === 'pending' || domain.challenge !== null)
    return {
      here: stored,
      problem: `${domain.domainName} is not verified yet and our servers do not answer for it, so the stored records are compared.`,
    }
  const said = await Promise.all(questions.map((question) => query(ctx, server, question)))
  const here = said.map((each, at) => ('values' in each ? each.values : (stored[at] ?? [])))
  const failed = said.find((each) => 'fault' in each)
  const problem = failed && `We could not query our own server. ${faults[failed.fault]}`
  return { here, problem: problem ?? null }
}

const query = (
  { resolver }: CustomerContext,
  server: string,
  { full, type }: DnsQuestion,
): Promise<DnsLookupResult> => resolver.lookUp(server, { name: full, type }, timeoutMs)

const seenAs = (server: string, here: readonly string[], said: DnsLookupResult) => {
  if ('fault' in said) return { server, verdict: 'unasked' as const, values: [], problem: faults[said.fault] }
  const isSame = said.values.join('\n') === here.join('\n')
  return {
    server,
    verdict: isSame ? ('same' as const) : ('differs' as const),
    values: said.values,
    problem: null,
  }
}

/** Which name servers the domain uses, according to all resolvers. */
function delegationOf(
  said: readonly DnsLookupResult[],
  ours: readonly string[],
): Pick<View, 'delegation' | 'nameservers'> {
  const answered = said.filter((each) => 'values' in each)
  const nameservers = [...new Set(answered.flatMap(({ values }) => values))].toSorted()
  if (answered.length === 0) return { delegation: 'unknown', nameservers }
  if (nameservers.length === 0) return { delegation: 'none', nameservers }
  return { delegation: nameservers.every((host) => ours.includes(host)) ? 'here' : 'elsewhere', nameservers }
}

async function compareAnswers(ctx: CustomerContext, domain: DomainRow): Promise<View> {
  const records = await readZone(ctx.store, domain)
  const questions = questionsOf(records, domain.domainName)
  const servers = ctx.resolver.servers().slice(0, maxServers)
  const askedAt = ctx.now()
  const [{ here, problem }, said] = await Promise.all([
    queryOwnServer(ctx, { domain, records, questions }),
    Promise.all(
      servers.map((server) => Promise.all(questions.map((question) => query(ctx, server, question)))),
    ),
  ])
  const ours = new Set([...domain.nameservers, ...records.filter(isDelegation).map(({ value }) => value)])
  const places = questions.findIndex(({ name, type }) => name === apex && type === 'NS')
  const seenNs = said.flatMap((answers) => answers[places] ?? [])
  return {
    askedAt,
    servers,
    ...delegationOf(seenNs, [...ours]),
    problem,
    answers: questions.map(({ name, type }, at) => ({
      name,
      type,
      here: here[at] ?? [],
      seen: servers.flatMap((server, of) => {
        const answer = said[of]?.[at]
        return answer ? [seenAs(server, here[at] ?? [], answer)] : []
      }),
    })),
  }
}

/**
 * Compares the answers of our servers and of the resolvers for the caller's domain, queried now or some seconds ago; it takes
 * at most two seconds.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function seeDomain(ctx: CustomerContext, { id }: { id: string }): Promise<View> {
  const domain = await findDomain(ctx, id)
  const key = `${id} ${domain.zoneSerial} ${domain.status}`
  return ctx.dnsViews.see({ key, userId: ctx.user.id }, () => compareAnswers(ctx, domain))
}
