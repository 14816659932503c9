import { isIPv4, isIPv6 } from 'node:net'
import { stringsOf } from '#shared/names/txt-strings.ts'
import { type Name, toName } from '../wire/name.ts'

/** A stored record: its value is the text that people enter. */
export type RecordRow = {
  type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'SRV' | 'CAA'
  /** Relative to the zone, `@` for the zone itself. */
  name: string
  value: string
  ttl: number
  priority: number | null
}

const nameBytes = (name: Name): Buffer => Buffer.from(`${name}\0`, 'latin1')

function u16s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) {
    if (!Number.isInteger(value) || value < 0 || value > 65_535)
      throw new Error('a number is not from 0 to 65535')
    bytes.writeUInt16BE(value, index * 2)
  }
  return bytes
}

function ipv4(text: string): Buffer {
  if (!isIPv4(text)) throw new Error(`“${text}” is no IPv4 address`)
  return Buffer.from(text.split('.').map(Number))
}

function ipv6(text: string): Buffer {
  if (!isIPv6(text) || text.includes('%')) throw new Error(`“${text}” is no IPv6 address`)
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const low = dotted ? ipv4(dotted[2] ?? '') : null
  const hex = low ? `${dotted?.[1]}${low.toString('hex', 0, 2)}:${low.toString('hex', 2)}` : text
  const [head = '', tail = ''] = hex.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return u16s(...[...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16)))
}

/** Each string after its length; an empty text is one empty string. */
const strings = (value: string): Buffer =>
  Buffer.concat(
    stringsOf(value).flatMap((string) => {
      const bytes = Buffer.from(string)
      return [Buffer.from([bytes.length]), bytes]
    }),
  )

function srv(value: string, priority: number): Buffer {
  const [, weight, port, target] = /^(\d+) (\d+) (\S+)$/.exec(value) ?? []
  if (target === undefined) throw new Error(`“${value}” is no weight, port and target`)
  return Buffer.concat([u16s(priority, Number(weight), Number(port)), nameBytes(toName(target))])
}

function caa(value: string): Buffer {
  const [, flags, tag, quoted] = /^(\d{1,3}) ([a-z0-9]{1,15}) "(.*)"$/is.exec(value) ?? []
  if (tag === undefined || Number(flags) > 255) throw new Error(`“${value}” is no flags, tag and "value"`)
  const text = (quoted ?? '').replace(/\\(["\\])/g, '$1')
  return Buffer.concat([Buffer.from([Number(flags), tag.length]), Buffer.from(tag.toLowerCase() + text)])
}

/** The wire format of a record's data. @throws Error that says why a value is invalid for its type */
export function toRdata({ type, value, priority }: RecordRow): Buffer {
  switch (type) {
    case 'A':
      return ipv4(value)
    case 'AAAA':
      return ipv6(value)
    case 'CNAME':
    case 'NS':
      return nameBytes(toName(value))
    case 'MX':
      return Buffer.concat([u16s(priority ?? 0), nameBytes(toName(value))])
    case 'TXT':
      return strings(value)
    case 'SRV':
      return srv(value, priority ?? 0)
    case 'CAA':
      return caa(value)
  }
}
