import type { Parsed } from '#features/names/contract/read.ts'
import { joinStrings, stringBreak, wholeText } from '#shared/names/txt-strings.ts'

/** In octets, across all strings. */
export const maxTextBytes = 2_048
/** More than a text of the greatest length needs, DNS-SD (RFC 6763 section 6) included. */
export const maxStrings = 128

const quoted = /^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/

/** The quoted strings of a zone file text; null for any other text. */
const unquote = (text: string): string[] | null =>
  quoted.test(text)
    ? (text.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((segment) => segment.slice(1, -1).replace(/\\(.)/g, '$1'))
    : null

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Strings in the form that `readText` reads: quoted, separated by spaces. */
export const quoteStrings = (strings: readonly string[]): string => strings.map(quote).join(' ')

/** A stored value in a form that `readText` reads back: unchanged, unless that would alter it. */
export function writeText(value: string): string {
  const isPlain = value === value.trim() && unquote(value) === null && !value.includes(stringBreak)
  return isPlain ? value : quoteStrings(value.split(stringBreak))
}

/** The stored value for an output of `writeText`. */
export const storedText = (written: string): string => joinStrings(unquote(written) ?? [written])

/** The number of strings that a text is stored as; one where it is split only because of its length. */
export const countStrings = (written: string): number => storedText(written).split(stringBreak).length

/**
 * The stored value of a TXT record: the plain text, without the quotes of zone files. Several quoted strings stay separate,
 * because some programs tell them apart.
 */
export function readText(text: string): Parsed<string> {
  const strings = unquote(text) ?? [text]
  const value = joinStrings(strings)
  const whole = wholeText(value)
  if (whole === '') return { fault: 'Enter the text, such as v=spf1 -all.' }
  if (new TextEncoder().encode(whole).length > maxTextBytes)
    return { fault: `A TXT record has at most ${maxTextBytes} bytes.` }
  if (strings.length > maxStrings) return { fault: `A TXT record has at most ${maxStrings} strings.` }
  return { value }
}
