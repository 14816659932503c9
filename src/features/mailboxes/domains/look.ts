import type { LookUp } from '#features/resolver/contract.ts'
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
  type MailPlace,
  mailHostOf,
  spfText,
} from './records.ts'

type Output = Answer<typeof domainMailStateOutput>
type Check = Output['checks'][number]
export type View = Pick<Output, 'isDnsHere' | 'checks'>

const timeoutMs = 2 * second

/** A resolver's answer; null values when none answered. */
type Found = { values: string[] | null; server: string | null }

async function ask({ resolver }: Pick<Deps, 'resolver'>, question: LookUp): Promise<Found> {
  const servers = resolver.servers()
  for (const server of servers) {
    const said = await resolver.lookUp(server, question, timeoutMs)
    if ('values' in said) return { values: said.values, server }
  }
  return { values: null, server: servers[0] ?? null }
}

type Wanted = {
  what: Check['what']
  question: LookUp
  wanted: Check['wanted']
  /** The values that concern mail, for display. */
  pick: (values: string[]) => string[]
  isRight: (found: string[]) => boolean
}

const spfTerms = spfText.split(' ').slice(1, -1)

/** The SPF and DMARC texts after set-up, including the domain's own terms. */
export type MailTexts = { spf: string; dmarc: string }

/** The expected mail records of a domain. Without a key, no value is expected for DKIM. */
function wantedOf(
  place: MailPlace & MailTexts,
  row: Pick<MailDomainRow, 'dkimSelector' | 'dkimPublicKey'> | null,
): Wanted[] {
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

async function check(ctx: Pick<Deps, 'resolver'>, { what, question, wanted, pick, isRight }: Wanted) {
  const { values, server } = await ask(ctx, question)
  const { name } = question
  const said = { what, name, wanted, server, found: null }
  if (values === null) return { ...said, state: 'unanswered' } as const
  const found = pick(values)
  if (found.length === 0) return { ...said, state: 'missing' } as const
  return { ...said, state: isRight(found) ? 'ok' : 'different', found: found.join('\n') } as const
}

async function findDnsPlace(
  { resolver, env }: Pick<Deps, 'resolver' | 'env'>,
  name: string,
): Promise<boolean | null> {
  const servers = await resolver.nameservers(name).catch(() => [])
  return servers.length === 0 ? null : servers.every((server) => env.DNS_NAMESERVERS.includes(server))
}

/** The same as `checkMailRecords` without lookups. */
export function expectMail(
  place: MailPlace & MailTexts,
  row: Pick<MailDomainRow, 'dkimSelector' | 'dkimPublicKey'> | null,
): View {
  const checks = wantedOf(place, row).map(({ what, question: { name }, wanted }) => {
    return { what, name, wanted, server: null, found: null, state: 'unanswered' as const }
  })
  return { isDnsHere: null, checks }
}

/** Compares a domain's public mail records with the expected ones; takes up to a few seconds. */
export async function lookAtMail(
  ctx: Pick<Deps, 'resolver' | 'env'>,
  place: MailPlace & MailTexts,
  row: Pick<MailDomainRow, 'dkimSelector' | 'dkimPublicKey'> | null,
): Promise<View> {
  const [isDnsHere, ...checks] = await Promise.all([
    findDnsPlace(ctx, place.zone),
    ...wantedOf(place, row).map((wanted) => check(ctx, wanted)),
  ])
  return { isDnsHere, checks }
}
