import { turning } from '#shared/text/shown-text.ts'
import { readRecord } from '../check-record.ts'
import { identityOf, setOf } from '../check-zone.ts'
import {
  apex,
  maxTtl,
  minTtl,
  type RecordType,
  recordTypes,
  usualTtl,
  type ZoneRecord,
} from '../record-types.ts'
import { quoteStrings } from '../values/txt.ts'
import { type Fault, readEntries, type Word, type ZoneFileEntry } from './tokens.ts'

export type ParsedZone = {
  records: ZoneRecord[]
  refused: Fault[]
  /** Lines that probably do not mean what they say. */
  doubtful: Fault[]
  /** The line of a record. */
  lineOf: (record: Omit<ZoneRecord, 'ttl'>) => number | undefined
}

/** State that later lines depend on. */
type State = {
  zone: string
  origin: string
  /** TTL of `$TTL` (RFC 2308 section 4), or of an SOA record before any other TTL. */
  ttl: number | null
  /** The TTL that was stated last (RFC 1035 section 5.1). */
  lastTtl: number | null
  doubtful: Fault[]
  owner: string | null
}

const units: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** A time in seconds, or in BIND's notation: `1h30m`. */
function readSeconds(text: string): number | null {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  if (!/^(\d{1,6}[smhdw])+$/i.test(text)) return null
  return [...text.toLowerCase().matchAll(/(\d+)([smhdw])/g)].reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (units[unit] ?? 1),
    0,
  )
}

/** A name of the file as a full name, with the root dot. */
const absolute = (name: string, origin: string): string => {
  if (name === apex) return `${origin}.`
  if (name.endsWith('.')) return name
  return origin === '' ? `${name}.` : `${name}.${origin}.`
}

function obey(state: State, [directive, value]: Word[]): string | null {
  const name = directive?.text.toUpperCase()
  if (name === '$TTL') {
    state.ttl = readSeconds(value?.text ?? '')
    return state.ttl === null ? '$TTL needs a number of seconds.' : null
  }
  if (name === '$ORIGIN') {
    if (!value) return '$ORIGIN needs a name.'
    state.origin = absolute(value.text, state.origin).slice(0, -1).toLowerCase()
    return null
  }
  return `${name} is not supported. Write its records out.`
}

type RecordHead = { owner: string; ttl: number; type: string; data: Word[] }

/**
 * Owner, TTL, class and type of an entry; TTL and class come in either order. They stay defaults for later entries even if the
 * entry is rejected.
 */
function readHead(state: State, { words, isIndented }: ZoneFileEntry): RecordHead | string {
  const rest = [...words]
  const owner = isIndented ? state.owner : absolute(rest.shift()?.text ?? '', state.origin)
  if (owner === null) return 'The first record needs a name.'
  state.owner = owner
  let ttl: number | null = null
  for (let left = 2; left > 0; left -= 1) {
    const [word] = rest
    const seconds = word && !word.isQuoted ? readSeconds(word.text) : null
    if (seconds !== null && ttl === null) {
      ttl = seconds
      state.lastTtl = seconds
    } else if (!/^(IN|CH|HS|CS)$/i.test(word?.text ?? '')) break
    else if (word?.text.toUpperCase() !== 'IN') return `The class ${word?.text} is not supported, only IN.`
    rest.shift()
  }
  const type = rest.shift()?.text.toUpperCase()
  if (type === undefined) return 'A record needs a type and a value.'
  // BIND's behaviour where the file has no TTL before its SOA record.
  if (type === 'SOA' && state.lastTtl === null) state.ttl ??= readSeconds(rest.at(-1)?.text ?? '')
  return { owner, ttl: ttl ?? state.ttl ?? state.lastTtl ?? usualTtl, type, data: rest }
}

const lostBlanks =
  'The text is not quoted, so each word becomes a separate string and the spaces between them are lost. Put it in quotes if it is one text.'

/** The value as entered in the form, with the priority before it. */
function writtenValue(
  type: RecordType,
  data: Word[],
  origin: string,
): { value: string; priority?: number } | string {
  const texts = data.map(({ text }) => text)
  const last = absolute(texts.at(-1) ?? '', origin)
  if (type === 'TXT') return { value: quoteStrings(texts) }
  if (type === 'CAA')
    return { value: [...texts.slice(0, 2), quoteStrings([texts.slice(2).join(' ')])].join(' ') }
  if (type === 'A' || type === 'AAAA') return { value: texts.join(' ') }
  if (type === 'CNAME' || type === 'NS')
    return texts.length === 1 ? { value: last } : 'The value must be one name.'
  const priority = /^\d{1,5}$/.test(texts[0] ?? '') ? Number(texts[0]) : Number.NaN
  if (!(priority <= 65_535)) return 'The value must begin with a priority from 0 to 65535.'
  return { value: [...texts.slice(1, -1), last].join(' '), priority }
}

const isKnown = (type: string): type is RecordType => (recordTypes as readonly string[]).includes(type)

function readOne(state: State, entry: ZoneFileEntry): ZoneRecord | string | null {
  const head = readHead(state, entry)
  if (typeof head === 'string') return head
  const { owner, type, data } = head
  if (type === 'SOA') return null
  if (!isKnown(type)) return `Records of type ${type.slice(0, 20)} are not supported.`
  const ttl = Math.min(Math.max(head.ttl, minTtl), maxTtl)
  const written = writtenValue(type, data, state.origin)
  if (typeof written === 'string') return written
  // The form checks these rules of one line first.
  if (/\p{Cc}/u.test(written.value) || turning.test(written.value) || !written.value.isWellFormed())
    return 'Control characters are not allowed.'
  if (type === 'TXT' && data.length > 1 && data.some(({ isQuoted }) => !isQuoted))
    state.doubtful.push({ line: entry.line, fault: lostBlanks })
  const record = readRecord({ name: owner, type, ttl, ...written }, state.zone)
  return 'fault' in record ? record.fault : record
}

/**
 * The records of a master file (RFC 1035 section 5) in their stored form, without duplicates, and the rejected lines. The SOA
 * record is skipped, because the portal writes its own. A TTL is clamped to the limits, and the records of one name and type
 * get their lowest TTL.
 */
export function parseZoneFile(text: string, zone: string): ParsedZone {
  const { entries, faults } = readEntries(text)
  const refused = [...faults]
  const records = new Map<string, ZoneRecord>()
  const lines = new Map<string, number>()
  const state: State = { zone, origin: zone, ttl: null, lastTtl: null, doubtful: [], owner: null }
  for (const entry of entries) {
    const isDirective = entry.words[0]?.text.startsWith('$') && !entry.isIndented
    const read = isDirective ? obey(state, entry.words) : readOne(state, entry)
    if (typeof read === 'string') refused.push({ line: entry.line, fault: read })
    else if (read) {
      records.set(identityOf(read), read)
      lines.set(identityOf(read), entry.line)
    }
  }
  const ttls = new Map<string, number>()
  for (const record of records.values())
    ttls.set(setOf(record), Math.min(record.ttl, ttls.get(setOf(record)) ?? maxTtl))
  return {
    records: [...records.values()].map((record) => ({
      ...record,
      ttl: ttls.get(setOf(record)) ?? record.ttl,
    })),
    refused: refused.toSorted((one, other) => one.line - other.line),
    doubtful: state.doubtful,
    lineOf: (record) => lines.get(identityOf(record)),
  }
}
