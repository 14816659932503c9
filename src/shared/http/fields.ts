/** A header field: its name in lower case, its value without surrounding whitespace. In order of arrival. */
export type Field = readonly [name: string, value: string]

/** The values of a field, one per line. */
export function fieldValues(fields: readonly Field[], name: string): string[] {
  const found: string[] = []
  for (const [each, value] of fields) if (each === name) found.push(value)
  return found
}

/** The value of a field, its lines joined according to RFC 9110 section 5.2; undefined when it is missing. */
export function fieldValue(fields: readonly Field[], name: string): string | undefined {
  let found: string | undefined
  for (const [each, value] of fields) {
    if (each === name) found = found === undefined ? value : `${found}, ${value}`
  }
  return found
}

/** The names that `Connection` lists, in lower case. */
export function connectionOptions(fields: readonly Field[]): string[] {
  const said = fieldValue(fields, 'connection')
  if (said === undefined) return []
  return said
    .split(',')
    .map((option) => option.trim().toLowerCase())
    .filter(Boolean)
}

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
// Includes bare CR and LF: a reader that takes one for a line end would see different fields than we do.
const unprintable = /[^\t\x20-\x7e\x80-\xff]/

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

/** The text from `start` on without the spaces and tabs around it. */
function trimBlanks(text: string, start: number): string {
  let from = start
  let to = text.length
  while (from < to && isBlank(text.charCodeAt(from))) from += 1
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

/** Parses the lines of a head, given without line ends; null when one is invalid (RFC 9112 section 5), including folded lines. */
export function readFields(lines: readonly string[]): Field[] | null {
  const fields: Field[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!token.test(name) || unprintable.test(line)) return null
    fields.push([name, trimBlanks(line, colon + 1)])
  }
  return fields
}

/** The fields in wire format, each with its line end. */
export function writeFields(fields: readonly Field[]): string {
  let text = ''
  for (const [name, value] of fields) text += `${name}: ${value}\r\n`
  return text
}
