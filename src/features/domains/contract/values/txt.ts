import type { Read } from '../read.ts'

export const maxTextBytes = 2_048

const quoted = /^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/

/** The text between quotes as zone files write it, its parts joined; any other text as it is. */
function unquote(text: string): string {
  if (!quoted.test(text)) return text
  const segments = text.match(/"(?:[^"\\]|\\.)*"/g) ?? []
  return segments.map((segment) => segment.slice(1, -1).replace(/\\(.)/g, '$1')).join('')
}

/** A text as it has to be written for `readText` to read it again: as it is, unless that would change it. */
export function writeText(value: string): string {
  const isPlain = value === value.trim() && unquote(value) === value
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The text of a TXT record as it is meant, without the quotes of zone files. */
export function readText(text: string): Read<string> {
  const value = unquote(text)
  if (value === '') return { fault: 'Enter the text, such as v=spf1 -all.' }
  if (new TextEncoder().encode(value).length > maxTextBytes)
    return { fault: `A text has at most ${maxTextBytes} bytes.` }
  return { value }
}
