import { wholeText } from '#shared/names/txt-strings.ts'
import { listWords } from '#shared/text/list-words.ts'
import { setOf } from './check-zone.ts'
import { followEffects, mailHostEffects } from './follow-effects.ts'
import { fullName, isLead, type RecordType, type ZoneRecord } from './record-types.ts'
import { noHost } from './values/target.ts'
import { answering, cutAbove, type Path, pathOf, relativeTo } from './zone-paths.ts'

const valuesOf = (records: readonly ZoneRecord[]): string[] => records.map(({ value }) => value)

type Change = {
  full: string
  before: readonly ZoneRecord[]
  after: readonly ZoneRecord[]
  hasTarget: boolean
  /** The resolved target of the name after the change. */
  path: Path
  /** The resolved target of another full name after the change; null outside the zone. */
  follow: (host: string) => Path | null
  /** The MX records that a wildcard gives the name after the change. */
  wildMail: readonly ZoneRecord[]
}

const byPriority = (records: readonly ZoneRecord[]): string[] =>
  valuesOf(records.toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0)))

/** Without MX records mail goes to the name itself (RFC 5321 section 5.1). */
function plainMail({ full, path }: Change): string {
  if (path.end === 'nothing' || path.end === 'circle') return `Mail for ${full} will not be deliverable.`
  const place = path.end === 'addresses' ? ` (${listWords(path.values, 'or')})` : ''
  return `Mail for ${full} will go to ${full} itself${place}, because there is no MX record.`
}

function mailEffect(change: Change): string {
  const { full, wildMail, follow } = change
  const after = change.after.length > 0 ? change.after : wildMail
  if (after.length === 0) return plainMail(change)
  const [first = '', ...others] = byPriority(after)
  if (first === noHost) return `${full} will accept no mail, and senders are notified immediately.`
  const fallback = others.length > 0 ? `, or to ${listWords(others, 'or')} if it is unavailable` : ''
  const end = follow(first)?.end
  const warning =
    end === 'nothing' || end === 'circle' ? ` ${first} has no address yet, so no mail arrives there.` : ''
  return `Mail for ${full} will go to ${first}${fallback}.${warning}`
}

/** The effect on a name that has lost its own address and alias records. */
function restEffect({ full, path }: Change): string {
  if (path.end === 'addresses')
    return `${full} will point to ${listWords(path.values, 'or')}, because of the wildcard record.`
  if (path.end === 'elsewhere')
    return `${full} will be an alias for ${path.host}, because of the wildcard record.`
  return `${full} stops working.`
}

function addressEffect(change: Change): string {
  const { full, before, after, hasTarget } = change
  if (after.length > 0) return `${full} will point to ${listWords(valuesOf(after), 'or')}.`
  return hasTarget
    ? `${full} will no longer have ${before[0]?.type === 'A' ? 'an IPv4' : 'an IPv6'} address.`
    : restEffect(change)
}

function aliasEffect(change: Change): string {
  const { full, after, hasTarget, path } = change
  const [alias] = after
  if (!alias) return hasTarget ? `${full} will no longer be an alias.` : restEffect(change)
  const start = `${full} will be an alias for ${alias.value}`
  if (path.end === 'circle') return `${start}, which points back to it, so neither works.`
  if (path.end === 'nothing') return `${start}, which points nowhere yet.`
  if (path.end === 'addresses') return `${start}, and point to ${listWords(path.values, 'or')}.`
  if (path.end === 'elsewhere' && path.host !== alias.value) return `${start}, and so for ${path.host}.`
  return `${start}.`
}

const isSender = ({ value }: ZoneRecord): boolean => /^v=spf1(\s|$)/i.test(wholeText(value))

function textEffect({ full, before, after }: Change): string {
  const senders = after.filter(isSender)
  if (senders.length > 1)
    return `${full} will have ${senders.length} SPF records, so receivers ignore all of them. Merge them into one.`
  if (senders[0] && !before.some(({ value }) => value === senders[0]?.value))
    return `Mail from ${full} will be trusted according to its new SPF record: ${wholeText(senders[0].value)}`
  if (before.some(isSender) && senders.length === 0)
    return `Receivers will no longer know which servers may send mail from ${full}.`
  if (full.startsWith('_dmarc.') && after[0])
    return `Receivers will handle mail that fails their checks according to ${full}: ${wholeText(after[0].value)}`
  const words = after.length === 1 ? 'one TXT record' : `${after.length} TXT records`
  return after.length === 0 ? `${full} will have no TXT record.` : `${full} will have ${words}.`
}

const delegationEffect = ({ full, after }: Change): string =>
  after.length === 0
    ? `${full} will be answered by this zone again.`
    : `Everything at ${full} and below will be answered by ${listWords(valuesOf(after))}, no longer by this zone.`

const serviceEffect = ({ full, after }: Change): string =>
  after.every(({ value }) => value.endsWith(` ${noHost}`))
    ? `Programs that look for ${full} will find no server.`
    : `Programs that look for ${full} will find ${listWords(
        after.map(({ value }) => value.split(' ').slice(1).toReversed().join(', port ')),
        'or',
      )}.`

const authorityEffect = ({ full, after }: Change): string =>
  after.length === 0
    ? `Any authority may issue certificates for ${full}, unless its parent domain says otherwise.`
    : `Certificates for ${full} will follow these rules: ${valuesOf(after).join(', ')}.`

const effectOf: Record<RecordType, (change: Change) => string> = {
  A: addressEffect,
  AAAA: addressEffect,
  CNAME: aliasEffect,
  MX: mailEffect,
  TXT: textEffect,
  NS: delegationEffect,
  SRV: serviceEffect,
  CAA: authorityEffect,
}

type Zones = { before: readonly ZoneRecord[]; after: readonly ZoneRecord[]; zone: string }

/** Records below a delegation are hidden, except for the glue addresses of its name servers. */
function hiddenEffect({ name, type }: ZoneRecord, { before, after, zone }: Zones): string | null {
  const cut = cutAbove(after, name)
  if (cut === undefined || (type === 'NS' && name === cut)) return null
  if (cutAbove(before, name) !== cut) return null
  const full = fullName(name, zone)
  const servers = after.filter((each) => each.type === 'NS' && each.name === cut).map(({ value }) => value)
  if ((type === 'A' || type === 'AAAA') && servers.includes(full))
    return `Resolvers will look for the nameserver ${full} at another address.`
  return `${full} is answered by ${listWords(servers)}, so its ${type} record here has no effect.`
}

function effectOfSet(record: ZoneRecord, { before, after, zone }: Zones): string {
  const { name, type } = record
  const inSet = (each: ZoneRecord) => each.name === name && each.type === type
  const node = answering(after, name)
  const change: Change = {
    full: fullName(name, zone),
    before: before.filter(inSet),
    after: after.filter(inSet),
    hasTarget: after.some((each) => each.name === name && isLead(each)),
    path: pathOf(after, name, zone),
    follow: (host) => {
      const relative = relativeTo(host, zone)
      return relative === null ? null : pathOf(after, relative, zone)
    },
    wildMail: after.filter((each) => each.name === node && each.type === 'MX'),
  }
  const wild =
    name.startsWith('*') && change.after.length > 0
      ? ' It applies to every subdomain without records of its own.'
      : ''
  return effectOf[type](change) + wild
}

/**
 * The effects of a zone change, a sentence for each name and type that changes and for other names that follow them; empty
 * when nothing changes.
 */
export function describeEffects(
  { removed, added }: { removed: readonly ZoneRecord[]; added: readonly ZoneRecord[] },
  zones: Zones,
): string[] {
  const all = [...removed, ...added]
  // When a name changes its kind of address, only the new target is described, not the end of the old one.
  const shown = [...new Map(all.map((record) => [setOf(record), record])).values()].filter((record) => {
    const isGone = !zones.after.some((each) => setOf(each) === setOf(record))
    const becomes = added.some((each) => each.name === record.name && isLead(each))
    return !(isGone && becomes && isLead(record))
  })
  const direct = shown.map((record) => hiddenEffect(record, zones) ?? effectOfSet(record, zones))
  return [...direct, ...followEffects(all, zones), ...mailHostEffects(all, zones)]
}

/** How long resolvers may cache the old answer; null without one. */
export function describeDelay(removed: readonly ZoneRecord[]): string | null {
  if (removed.length === 0) return null
  const seconds = Math.max(...removed.map(({ ttl }) => ttl))
  const minutes = Math.ceil(seconds / 60)
  const words = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Resolvers may cache the old answer for up to ${words}.`
}
