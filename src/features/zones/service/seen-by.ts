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
type Asked = { name: string; type: Type; full: string }

const timeoutMs = 2 * second
const maxServers = 3

const faults: Record<DnsLookupFault, string> = {
  silent: `It gave no answer within ${timeoutMs / second} seconds.`,
  closed: 'Nobody listens there.',
  refused: 'It refused to answer.',
  servers: 'It got no valid answer from the name servers of the name.',
  unclear: 'It said nothing that can be understood.',
}

/** What is asked about: where the name and its `www` lead, who takes mail, and the name servers. */
function questionsOf(records: readonly ZoneRecord[], zone: string): Asked[] {
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

function storedValues(records: readonly ZoneRecord[], { name, type }: Asked, domain: DomainRow): string[] {
  const own = records.filter((record) => record.name === name && record.type === type).map(writtenValue)
  const isUnnamed = type === 'NS' && name === apex && own.length === 0
  return (isUnnamed ? domain.nameservers : own).toSorted()
}

/** Where the name server of this process is reached from this machine; null while there is none. */
function ownServer({ dns, env: { HOST } }: CustomerContext): string | null {
  if (dns.port === null) return null
  if (HOST === '::') return `[::1]:${dns.port}`
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST
  return isIPv6(host) ? `[${host}]:${dns.port}` : `${host}:${dns.port}`
}

/** What our server says, else what is stored, with the reason. */
async function askHere(
  ctx: CustomerContext,
  { domain, records, questions }: { domain: DomainRow; records: readonly ZoneRecord[]; questions: Asked[] },
): Promise<{ here: string[][]; problem: string | null }> {
  const stored = questions.map((question) => storedValues(records, question, domain))
  const server = ownServer(ctx)
  if (server === null)
    return { here: stored, problem: 'This portal runs no name server here: what is stored is compared.' }
  if (domain.status === 'pending' || domain.challenge !== null)
    return {
      here: stored,
      problem: `${domain.domainName} is not verified yet, so our servers do not answer for it: what is stored is compared.`,
    }
  const said = await Promise.all(questions.map((question) => askOne(ctx, server, question)))
  const here = said.map((each, at) => ('values' in each ? each.values : (stored[at] ?? [])))
  const failed = said.find((each) => 'fault' in each)
  const problem = failed && `Our own server could not be asked. ${faults[failed.fault]}`
  return { here, problem: problem ?? null }
}

const askOne = (
  { resolver }: CustomerContext,
  server: string,
  { full, type }: Asked,
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

/** Where the world is led, by all that resolvers say of the name servers. */
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

async function look(ctx: CustomerContext, domain: DomainRow): Promise<View> {
  const records = await readZone(ctx.store, domain)
  const questions = questionsOf(records, domain.domainName)
  const servers = ctx.resolver.servers().slice(0, maxServers)
  const askedAt = ctx.now()
  const [{ here, problem }, said] = await Promise.all([
    askHere(ctx, { domain, records, questions }),
    Promise.all(
      servers.map((server) => Promise.all(questions.map((question) => askOne(ctx, server, question)))),
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
 * What the servers here and the resolvers say of the caller's domain, asked now or some seconds ago; it waits for two seconds
 * at most.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function seeDomain(ctx: CustomerContext, { id }: { id: string }): Promise<View> {
  const domain = await findDomain(ctx, id)
  const key = `${id} ${domain.zoneSerial} ${domain.status}`
  return ctx.dnsViews.see({ key, userId: ctx.user.id }, () => look(ctx, domain))
}
