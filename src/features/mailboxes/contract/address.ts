import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import { showName } from '#shared/names/show-name.ts'

/** Octets (RFC 5321, 4.5.3.1). */
const maxLocal = 64
const maxAddress = 254

// Nobody uses the quoted local parts that RFC 5321 (4.1.2) allows.
const localRule = /^[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/**
 * An address as it is stored: lower-case, its domain in A-labels; null when it is none that mail could be sent to. A local
 * part outside ASCII stays as it is (RFC 6531).
 */
export function readAddress(text: string): string | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at).normalize('NFC').toLowerCase()
  const domain = domainToAscii(trimmed.slice(at + 1))
  if (at < 1 || domain === null || !localRule.test(local) || /^\.|\.$|\.\./.test(local)) return null
  const octets = new TextEncoder().encode(local).length
  return octets > maxLocal || octets + 1 + domain.length > maxAddress ? null : `${local}@${domain}`
}

/** An address as addresses are compared, also one without a domain, such as `Postmaster`. */
export const addressKey = (text: string): string => readAddress(text) ?? text.trim().toLowerCase()

/** What stands behind the `@`, to be written: it is compared as `domainOf` has it. */
export const domainTextOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The domain of an address in the form in which domains are compared; null when it has none that mail could be sent to. */
export const domainOf = (address: string): DomainName | null =>
  address.includes('@') ? domainToAscii(domainTextOf(address)) : null

export const localOf = (address: string): string => address.slice(0, address.lastIndexOf('@'))

/** An address as people read it: its domain in letters. */
export const showAddress = (address: string): string =>
  `${localOf(address)}@${showName(domainTextOf(address))}`
