import { type } from '../wire/codes.ts'
import { nameText, readName } from '../wire/name.ts'

const typeNames = new Map<number, string>(Object.entries(type).map(([name, number]) => [number, name]))

export const typeName = (number: number): string => typeNames.get(number) ?? `TYPE${number}`

/** A name in a zone file, with its trailing dot. */
export const fullText = (name: string): string => (name === '' ? '.' : `${nameText(name)}.`)

/** A quoted string, RFC 1035 section 5.1. */
const quoted = (bytes: Buffer): string =>
  `"${[...bytes]
    .map((byte) => {
      if (byte < 0x20 || byte > 0x7e) return `\\${String(byte).padStart(3, '0')}`
      const character = String.fromCharCode(byte)
      return '"\\'.includes(character) ? `\\${character}` : character
    })
    .join('')}"`

/** RFC 5952: the longest run of two or more zero groups is left out, the first among equals. */
function ipv6Text(data: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, at) => data.readUInt16BE(at * 2).toString(16))
  const runs = groups.map((_, at) => groups.slice(at).findIndex((group) => group !== '0'))
  const lengths = runs.map((run, at) => (run < 0 ? 8 - at : run))
  const longest = Math.max(...lengths)
  if (longest < 2) return groups.join(':')
  const start = lengths.indexOf(longest)
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + longest).join(':')}`
}

function strings(data: Buffer): string {
  const parts: string[] = []
  for (let at = 0; at < data.length; at += 1 + (data[at] ?? 0))
    parts.push(quoted(data.subarray(at + 1, at + 1 + (data[at] ?? 0))))
  return parts.join(' ')
}

function soaText(data: Buffer): string {
  const primary = readName(data, 0)
  const mailbox = readName(data, primary?.end ?? 0)
  const numbers = Array.from({ length: 5 }, (_, at) => data.readUInt32BE((mailbox?.end ?? 0) + at * 4))
  return [fullText(primary?.name ?? ''), fullText(mailbox?.name ?? ''), ...numbers].join(' ')
}

const nameAt = (data: Buffer, at: number): string => fullText(readName(data, at)?.name ?? '')

/** Record data in PowerDNS's text form, for comparison. */
export function rdataText(number: number, data: Buffer): string {
  switch (number) {
    case type.A:
      return data.join('.')
    case type.AAAA:
      return ipv6Text(data)
    case type.NS:
    case type.CNAME:
      return nameAt(data, 0)
    case type.MX:
      return `${data.readUInt16BE(0)} ${nameAt(data, 2)}`
    case type.SRV:
      return `${[0, 2, 4].map((at) => data.readUInt16BE(at)).join(' ')} ${nameAt(data, 6)}`
    case type.TXT:
      return strings(data)
    case type.CAA: {
      const end = 2 + (data[1] ?? 0)
      return `${data[0]} ${data.toString('latin1', 2, end)} ${quoted(data.subarray(end))}`
    }
    case type.SOA:
      return soaText(data)
    default:
      return `\\# ${data.length} ${data.toString('hex')}`
  }
}
