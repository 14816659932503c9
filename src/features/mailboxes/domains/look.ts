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
  type MailPlace,
  mailHostOf,
  spfText,
} from './records.ts'

type Output = Answer<typeof domainMailStateOutput>
type Check = Output['checks'][number]
export type View = Pick<Output, 'isDnsHere' | 'checks'>

const timeoutMs = 2 * second

/** What a resolver said; null when none did. */
type Found = { values: string[] | null; server: string | null }

async function ask({ resolver }: Pick<Deps, 'resolver'>, question: DnsLookup): Promise<Found> {
  const servers = resolver.servers()
  for (const server of servers) {
    const said = await resolver.lookUp(server, question, timeoutMs)
    if ('values' in said) return { values: said.values, server }
  }
  return { values: null, server: servers[0] ?? null }
}

type Wanted = {
  what: Check['what']
  question: DnsLookup
  wanted: Check['wanted']
  /** What of the values is about mail, as it is shown. */
  pick: (values: string[]) => string[]
  isRight: (found: string[]) => boolean
}

const spfTerms = spfText.split(' ').slice(1, -1)

/** What set-up leaves in the zone for who may send and what others do with the rest, beside what it has of its own. */
export type MailTexts = { spf: string; dmarc: string }

/** What the DNS should say of a domain's mail. Without a key there is nothing that would do for one. */
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
      // One text in several pieces.
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

/** The same as `lookAtMail`, with nobody asked. */
export function expectMail(
  place: MailPlace & MailTexts,
  row: Pick<MailDomainRow, 'dkimSelector' | 'dkimPublicKey'> | null,
): View {
  const checks = wantedOf(place, row).map(({ what, question: { name }, wanted }) => {
    return { what, name, wanted, server: null, found: null, state: 'unanswered' as const }
  })
  return { isDnsHere: null, checks }
}

/** What public DNS says now of a domain's mail, beside what it should; it takes some seconds at most. */
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
