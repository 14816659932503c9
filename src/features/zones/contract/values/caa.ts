import type { Parsed } from '#features/names/contract/read.ts'
import { domainToAscii } from '#shared/names/domain-name.ts'

const parts = /^(\d{1,3})\s+([a-z0-9]+)\s+(\S.*)$/i
const usage = 'Enter flags, tag and value, such as 0 issue "letsencrypt.org".'
const longest = 255

const authority = (value: string) => {
  const [name = '', ...parameters] = value.split(';').map((part) => part.trim())
  const isName = name === '' || domainToAscii(name) === name.toLowerCase()
  return isName && parameters.every((each) => each === '' || /^[a-z0-9-]+\s*=\s*[!-:<-~]*$/i.test(each))
}
const issuer = [authority, 'The value must be an authority, such as letsencrypt.org, or ; for none.'] as const
const mail = [
  (value: string) => /^[^\s@]+@[^\s@]+$/.test(value),
  'The value must be an email address.',
] as const

const rules: Record<string, readonly [isRight: (value: string) => boolean, fault: string]> = {
  issue: issuer,
  issuewild: issuer,
  issuemail: issuer,
  iodef: [
    (value) => /^(mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/i.test(value),
    'The value must be the address for reports, such as mailto:security@example.com.',
  ],
  contactemail: mail,
  contactphone: [(value) => /^\+?[\d().\- ]+$/.test(value), 'The value must be a telephone number.'],
}

const unquote = (text: string): string | null => {
  if (!text.startsWith('"')) return /["\s]/.test(text) ? null : text
  return /^"(?:[^"\\]|\\.)*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : null
}

/** `flags tag "value"` of a CAA record (RFC 8659): which authorities may issue certificates. */
export function readCaa(text: string): Parsed<string> {
  const [, flags = '', tag = '', rest = ''] = parts.exec(text) ?? []
  const value = unquote(rest)
  if (!tag || value === null) return { fault: usage }
  if (flags !== '0' && flags !== '128') return { fault: 'The flags must be 0, or 128 for a critical rule.' }
  const rule = Object.hasOwn(rules, tag.toLowerCase()) ? rules[tag.toLowerCase()] : undefined
  if (!rule) return { fault: `The tag must be one of ${Object.keys(rules).join(', ')}.` }
  if (value.length > longest || /[^ -~]/.test(value)) return { fault: rule[1] }
  if (!rule[0](value)) return { fault: rule[1] }
  return { value: `${flags} ${tag.toLowerCase()} "${value.replace(/["\\]/g, '\\$&')}"` }
}
