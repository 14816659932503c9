import { setOf } from './check-zone.ts'
import { fullName, type RecordType, type ZoneRecord } from './record-types.ts'
import { noHost } from './values/target.ts'

const listWords = (words: string[], joint = 'and'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`

const valuesOf = (records: readonly ZoneRecord[]): string[] => records.map(({ value }) => value)

type Change = { full: string; before: readonly ZoneRecord[]; after: readonly ZoneRecord[]; isLed: boolean }

const byPriority = (records: readonly ZoneRecord[]): string[] =>
  valuesOf(records.toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0)))

function mailEffect({ full, after }: Change): string {
  if (after.length === 0) return `Mail for ${full} will have no mail server to go to.`
  const [first, ...others] = byPriority(after)
  if (first === noHost) return `${full} will take no mail: senders are told at once.`
  const fallback = others.length > 0 ? `, or to ${listWords(others, 'or')} when that one is unavailable` : ''
  return `Mail for ${full} will go to ${first}${fallback}.`
}

function addressEffect({ full, after, isLed }: Change): string {
  if (after.length > 0) return `${full} will lead to ${listWords(valuesOf(after), 'or')}.`
  return isLed ? `${full} will have one kind of address less.` : `${full} stops working.`
}

function aliasEffect({ full, after, isLed }: Change): string {
  const [alias] = after
  if (alias) return `${full} will be another name for ${alias.value}.`
  return isLed ? `${full} will no longer be another name.` : `${full} stops working.`
}

const isSender = ({ value }: ZoneRecord): boolean => /^v=spf1(\s|$)/i.test(value)

function textEffect({ full, before, after }: Change): string {
  const senders = after.filter(isSender)
  if (senders.length > 1)
    return `${full} will have ${senders.length} SPF texts: receivers ignore all of them, so merge them into one.`
  if (senders[0] && !before.some(({ value }) => value === senders[0]?.value))
    return `Mail from ${full} will be trusted as its new SPF text says: ${senders[0].value}`
  if (before.some(isSender) && senders.length === 0)
    return `Receivers will no longer know which servers may send mail from ${full}.`
  if (full.startsWith('_dmarc.') && after[0])
    return `Receivers will treat mail that fails its checks as ${full} says: ${after[0].value}`
  const words = after.length === 1 ? 'one text' : `${after.length} texts`
  return after.length === 0 ? `${full} will have no text.` : `${full} will have ${words}.`
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
    ? `Any authority may issue certificates for ${full}, unless the name above it says otherwise.`
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

const leads: readonly RecordType[] = ['A', 'AAAA', 'CNAME']

/** What a change of the zone means for those who use its names, a sentence for each name and type; none when nothing changes. */
export function describeEffects(
  { removed, added }: { removed: readonly ZoneRecord[]; added: readonly ZoneRecord[] },
  { before, after, zone }: { before: readonly ZoneRecord[]; after: readonly ZoneRecord[]; zone: string },
): string[] {
  const touched = new Map([...removed, ...added].map((record) => [setOf(record), record]))
  // Of a name that changes from one kind of address to another, what it leads to is said, not that it stopped.
  const shown = [...touched.values()].filter(({ name, type }) => {
    const isGone = !after.some((each) => each.name === name && each.type === type)
    const becomes = added.some((each) => each.name === name && leads.includes(each.type))
    return !(isGone && becomes && leads.includes(type))
  })
  return shown.map(({ name, type }) => {
    const inSet = (each: ZoneRecord) => each.name === name && each.type === type
    const isLed = after.some((each) => each.name === name && leads.includes(each.type))
    const change = {
      full: fullName(name, zone),
      before: before.filter(inSet),
      after: after.filter(inSet),
      isLed,
    }
    const wild = name.startsWith('*') ? ' It stands for every name below that has no records of its own.' : ''
    return effectOf[type](change) + wild
  })
}

/** How long others may still have the former answer; null when there was none. */
export function describeDelay(removed: readonly ZoneRecord[]): string | null {
  if (removed.length === 0) return null
  const seconds = Math.max(...removed.map(({ ttl }) => ttl))
  const minutes = Math.ceil(seconds / 60)
  const words = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Whoever asked before may keep the former answer for up to ${words}.`
}
