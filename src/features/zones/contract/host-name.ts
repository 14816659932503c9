import { domainToAscii } from '#shared/names/domain-name.ts'
import { apex } from './record-types.ts'

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const longestName = 253

/** A label as a lower-case A-label; null when invalid. */
function readLabel(text: string): string | null {
  const lower = text.toLowerCase()
  const isForeign = lower.startsWith('xn--') || /[^ -~]/.test(lower)
  if (!isForeign) return label.test(lower) ? lower : null
  const ascii = domainToAscii(`${lower}.example`)
  const [first = ''] = ascii?.split('.') ?? []
  return ascii?.split('.').length === 2 && label.test(first) ? first : null
}

/** The labels of a name as A-labels, or null. */
export function readLabels(text: string): string[] | null {
  const labels = text.split('.').map(readLabel)
  return labels.every((each) => each !== null) ? labels : null
}

/** Whether a name is short enough for the DNS (RFC 1035 section 2.3.4). */
export const fits = (name: string): boolean => name.length <= longestName

const address = /^[\d.]+$|:/

/** Whether a text is an IP address, or meant as one, where a name is expected. */
export const looksLikeAddress = (text: string): boolean => address.test(text)

/**
 * The full name of a record's target, without the root dot; `@` is the zone itself. Null when invalid. `isHost`: a host name,
 * whose labels have no underscore (RFC 952).
 */
export function readTarget(text: string, zone: string, { isHost }: { isHost: boolean }): string | null {
  const bare = text.replace(/\.$/, '')
  if (bare === apex) return zone
  const labels = readLabels(bare)
  if (!labels || labels.length < 2) return null
  const name = labels.join('.')
  if (!fits(name) || /^\d+$/.test(labels.at(-1) ?? '')) return null
  return isHost && name.includes('_') ? null : name
}
