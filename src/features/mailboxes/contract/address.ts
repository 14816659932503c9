import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import { showName } from '#shared/names/show-name.ts'

/** Octets (RFC 5321, 4.5.3.1). */
const maxLocal = 64
const maxAddress = 254

// Quoted local parts (RFC 5321, 4.1.2) are not supported: they are not used in practice.
const localRule = /^[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/**
 * An address in stored form: lower-case, its domain in A-labels; null when mail could not be sent to it. A non-ASCII local part
 * stays unchanged (RFC 6531).
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

/** The comparison form of an address, also for one without a domain, such as `Postmaster`. */
export const addressKey = (text: string): string => readAddress(text) ?? text.trim().toLowerCase()

/** The text after the `@`, for display; compare domains with `domainOf`. */
export const domainTextOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The domain of an address in comparison form; null when it has none that mail could be sent to. */
export const domainOf = (address: string): DomainName | null =>
  address.includes('@') ? domainToAscii(domainTextOf(address)) : null

export const localOf = (address: string): string => address.slice(0, address.lastIndexOf('@'))

/** An address for display: its domain in Unicode. */
export const showAddress = (address: string): string =>
  `${localOf(address)}@${showName(domainTextOf(address))}`
