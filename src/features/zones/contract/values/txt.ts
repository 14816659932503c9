import type { Parsed } from '#features/names/contract/read.ts'
import { joinStrings, stringBreak, wholeText } from '#shared/names/txt-strings.ts'

/** In octets, of all strings together. */
export const maxTextBytes = 2_048
/** More than a text of the greatest length needs, of DNS-SD (RFC 6763 section 6) too. */
export const maxStrings = 128

const quoted = /^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/

/** The texts between quotes as zone files write them; null for any other text. */
const unquote = (text: string): string[] | null =>
  quoted.test(text)
    ? (text.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((segment) => segment.slice(1, -1).replace(/\\(.)/g, '$1'))
    : null

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Strings as `readText` reads them: between quotes, with blanks between them. */
export const quoteStrings = (strings: readonly string[]): string => strings.map(quote).join(' ')

/** A stored value as it has to be written for `readText` to read it again: as it is, unless that would change it. */
export function writeText(value: string): string {
  const isPlain = value === value.trim() && unquote(value) === null && !value.includes(stringBreak)
  return isPlain ? value : quoteStrings(value.split(stringBreak))
}

/** The stored value that `writeText` was given. */
export const storedText = (written: string): string => joinStrings(unquote(written) ?? [written])

/** How many strings a written text is kept as; one where it is only cut because of its length. */
export const countStrings = (written: string): number => storedText(written).split(stringBreak).length

/**
 * The stored value of a TXT record: the text as it is meant, without the quotes of zone files. Several texts between quotes stay
 * several strings, which some programs tell apart.
 */
export function readText(text: string): Parsed<string> {
  const strings = unquote(text) ?? [text]
  const value = joinStrings(strings)
  const whole = wholeText(value)
  if (whole === '') return { fault: 'Enter the text, such as v=spf1 -all.' }
  if (new TextEncoder().encode(whole).length > maxTextBytes)
    return { fault: `A text has at most ${maxTextBytes} bytes.` }
  if (strings.length > maxStrings) return { fault: `A text has at most ${maxStrings} strings.` }
  return { value }
}
