import type { DnsLookup } from '#features/resolver/contract.ts'
import type { Deps } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { second } from '#shared/time.ts'
import type { domainMailStateOutput } from '../contract/contract.ts'
import type { MailDomainRow } from './own-domain.ts'
import {
  dmarcName,
  isDmarc,
  isSpf,
  keyName,
  keyRecord,
  type MailTarget,
  mailHostOf,
  spfText,
} from './records.ts'

type Output = Answer<typeof domainMailStateOutput>
type Check = Output['checks'][number]
export type MailCheck = Pick<Output, 'isDnsHere' | 'checks'>

const timeoutMs = 2 * second

/** A resolver's answer; null values when none answered. */
type DnsAnswer = { values: string[] | null; server: string | null }

async function query({ resolver }: Pick<Deps, 'resolver'>, question: DnsLookup): Promise<DnsAnswer> {
  const servers = resolver.servers()
  for (const server of servers) {
    const answer = await resolver.lookUp(server, question, timeoutMs)
    if ('values' in answer) return { values: answer.values, server }
  }
  return { values: null, server: servers[0] ?? null }
}

type ExpectedRecord = {
  what: Check['what']
  question: DnsLookup
  wanted: Check['wanted']
  /** The values that concern mail, for display. */
  pick: (values: string[]) => string[]
  isRight: (found: string[]) => boolean
}

const spfTerms = spfText.split(' ').slice(1, -1)

/** The SPF and DMARC texts after set-up, including the domain's own terms. */
export type PolicyTexts = { spf: string; dmarc: string }

/** The expected mail records of a domain. Without a key, no value is expected for DKIM. */
function expectedRecordsOf(
  place: MailTarget & PolicyTexts,
  row: Pick<MailDomainRow, 'dkimSelector' | 'dkimPublicKey'> | null,
): ExpectedRecord[] {
  const { zone, spf, dmarc } = place
  const host = mailHostOf(place)
  const key = row && keyRecord(row.dkimSelector, row.dkimPublicKey).value
  return [
    {
      what: 'MX',
      question: { name: zone, type: 'MX' },
      wanted: `10 ${host}`,
      pick: (values) => values,
      isRight: (found) => found.every((value) => value.endsWith(` ${host}`)),
    },
    {
      what: 'SPF',
      question: { name: zone, type: 'TXT' },
      wanted: spf,
      pick: (values) => values.filter(isSpf),
      isRight: ([text = '', ...others]) =>
        others.length === 0 && spfTerms.every((term) => text.split(/\s+/).includes(term)),
    },
    {
      what: 'DKIM',
      question: { name: `${keyName(row?.dkimSelector ?? 'mail')}.${zone}`, type: 'TXT' },
      wanted: key,
      // One text in several strings.
      pick: (values) => (values.length > 0 ? [values.join('')] : []),
      isRight: ([text]) => text === key,
    },
    {
      what: 'DMARC',
      question: { name: `${dmarcName}.${zone}`, type: 'TXT' },
      wanted: dmarc,
      pick: (values) => values.filter(isDmarc),
      isRight: (found) => found.length === 1,
    },
  ]
}

async function check(ctx: Pick<Deps, 'resolver'>, { what, question, wanted, pick, isRight }: ExpectedRecord) {
  const { values, server } = await query(ctx, question)
  const { name } = question
  const base = { what, name, wanted, server, found: null }
  if (values === null) return { ...base, state: 'unanswered' } as const
  const found = pick(values)
  if (found.length === 0) return { ...base, state: 'missing' } as const
  return { ...base, state: isRight(found) ? 'ok' : 'different', found: found.join('\n') } as const
}

async function usesOwnNameServers(
  { resolver, env }: Pick<Deps, 'resolver' | 'env'>,
  name: string,
): Promise<boolean | null> {
  const servers = await resolver.nameservers(name).catch(() => [])
  return servers.length === 0 ? null : servers.every((server) => env.DNS_NAMESERVERS.includes(server))
}

/** The same as `checkRecords` without lookups. */
export function expectRecords(
  place: MailTarget & PolicyTexts,
  row: Pick<MailDomainRow, 'dkimSelector' | 'dkimPublicKey'> | null,
): MailCheck {
  const checks = expectedRecordsOf(place, row).map(({ what, question: { name }, wanted }) => {
    return { what, name, wanted, server: null, found: null, state: 'unanswered' as const }
  })
  return { isDnsHere: null, checks }
}

/** Compares a domain's public mail records with the expected ones; takes up to a few seconds. */
export async function checkRecords(
  ctx: Pick<Deps, 'resolver' | 'env'>,
  place: MailTarget & PolicyTexts,
  row: Pick<MailDomainRow, 'dkimSelector' | 'dkimPublicKey'> | null,
): Promise<MailCheck> {
  const [isDnsHere, ...checks] = await Promise.all([
    usesOwnNameServers(ctx, place.zone),
    ...expectedRecordsOf(place, row).map((wanted) => check(ctx, wanted)),
  ])
  return { isDnsHere, checks }
}
