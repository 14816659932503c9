import { wholeText } from '#shared/names/txt-strings.ts'
import { identityOf, setOf } from '../contract/check-zone.ts'
import type { Edit, StoredRecord } from '../contract/edit-zone.ts'
import type { RecordType, ZoneRecord } from '../contract/record-types.ts'

const leads: readonly RecordType[] = ['A', 'AAAA', 'CNAME']

const isSpf = ({ type, value }: Pick<ZoneRecord, 'type' | 'value'>): boolean =>
  type === 'TXT' && /^v=spf1( |$)/i.test(wholeText(value))

const isKeyName = ({ name }: ZoneRecord): boolean => name.includes('._domainkey')

/**
 * Whether a record conflicts with one of a preset: both are targets of a name, mail servers, SPF records, or the key of one
 * selector.
 */
function conflicts(record: ZoneRecord, added: ZoneRecord): boolean {
  if (record.name !== added.name) return false
  if (leads.includes(record.type) && leads.includes(added.type)) return true
  if (isKeyName(record)) return true
  return (record.type === 'MX' && added.type === 'MX') || (isSpf(record) && isSpf(added))
}

const termsOf = (value: string): string[] => value.trim().split(/\s+/).slice(1)
const isAll = (term: string): boolean => /^[+~?-]?all$/i.test(term)

/** Merges the senders into one SPF record, since a name may have only one (RFC 7208 section 3.2). Its “all” term stays. */
export function mergeSpf(present: readonly string[], added: string): string {
  const [first] = present
  if (first === undefined) return added
  const isThere = termsOf(added).every((term) => isAll(term) || termsOf(first).includes(term))
  if (isThere && present.length === 1) return first
  const senders = [added, ...present].flatMap(termsOf).filter((term) => !isAll(term))
  const others = termsOf(first).filter(isAll).slice(0, 1)
  return ['v=spf1', ...new Set(senders), ...others].join(' ')
}

/** The edit that adds the records of a preset and removes conflicting ones. */
export function presetEdit(added: readonly ZoneRecord[], before: readonly StoredRecord[]): Edit {
  const merged = added.map((record) => {
    const present = before.filter((each) => each.name === record.name && isSpf(each))
    if (!isSpf(record)) return record
    const texts = present.map(({ value }) => wholeText(value))
    const value = mergeSpf(texts, record.value)
    // An existing record with this text is reused with its strings.
    return { ...record, value: present[texts.indexOf(value)]?.value ?? value }
  })
  const known = new Map(before.map((record) => [identityOf(record), record]))
  const ttls = new Map(before.map((record) => [setOf(record), record.ttl]))
  const put = merged.map((record) => ({
    ...record,
    ttl: ttls.get(setOf(record)) ?? record.ttl,
    id: known.get(identityOf(record))?.id ?? Bun.randomUUIDv7(),
  }))
  const stays = new Set(put.map(({ id }) => id))
  const remove = before.filter(
    (record) => !stays.has(record.id) && merged.some((each) => conflicts(record, each)),
  )
  return { remove: remove.map(({ id }) => id), put }
}
