import type { WrittenRecord } from '../check-record.ts'
import { usualTtl } from '../record-types.ts'

/** A value to copy from the provider. */
export type PresetField = {
  key: string
  label: string
  /** An example value. */
  example: string
  isOptional?: true
  /** Pattern of the whole value. */
  pattern: RegExp
  /** The message for an invalid value. */
  fault: string
}

export type PresetValues = Record<string, string>

/** The records that a provider documents for its customers' domains. */
export type Preset = {
  id: string
  name: string
  kind: 'mail' | 'site' | 'proof'
  /** The provider's documentation and its title. */
  source: { whose: string; page: string }
  fields: readonly PresetField[]
  /** Each value matches the pattern of its field; optional ones may be absent. */
  records(values: PresetValues, zone: string): WrittenRecord[]
}

type Name = { name?: string }

export const a = (value: string): WrittenRecord => ({ name: '@', type: 'A', value, ttl: usualTtl })
export const aaaa = (value: string): WrittenRecord => ({ name: '@', type: 'AAAA', value, ttl: usualTtl })
export const cname = (name: string, host: string): WrittenRecord => ({
  name,
  type: 'CNAME',
  value: `${host}.`,
  ttl: usualTtl,
})
export const mx = (priority: number, host: string): WrittenRecord => ({
  name: '@',
  type: 'MX',
  value: `${host}.`,
  priority,
  ttl: usualTtl,
})
export const txt = (value: string, { name = '@' }: Name = {}): WrittenRecord => ({
  name,
  type: 'TXT',
  value,
  ttl: usualTtl,
})

/** The texts of `make` for an entered value. */
export const given = <T>(value: string | undefined, make: (value: string) => T[]): T[] =>
  value === undefined ? [] : make(value)

/** The public key of a DKIM signature, RFC 6376 section 3.6.1. */
export const domainKey = {
  label: 'DKIM record',
  example: 'v=DKIM1; k=rsa; p=MIIBIjANBgkq…',
  isOptional: true,
  pattern: /^"?v=DKIM1;.*\bp=[A-Za-z0-9+/=]+.*$/,
  fault: 'Paste the whole text of the record, which begins with v=DKIM1.',
} as const

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'

/** One label below the provider's own name, which may be pasted with it. */
export const belowOf = (suffix: string): RegExp =>
  new RegExp(`^${label}(\\.${suffix.replaceAll('.', '\\.')})?\\.?$`, 'i')

/** The host for such a label. */
export const hostBelow = (value: string, suffix: string): string => {
  const [first = ''] = value.toLowerCase().split('.')
  return `${first}.${suffix}`
}
