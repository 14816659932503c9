/** A header field: its name in lower case, its value without the blanks around it. In the order in which they came. */
export type Field = readonly [name: string, value: string]

/** The values of a field, one per line that has it. */
export const fieldValues = (fields: readonly Field[], name: string): string[] =>
  fields.flatMap(([each, value]) => (each === name ? [value] : []))

/** The value of a field, its lines joined as RFC 9110 section 5.2 says; undefined when there is none. */
export function fieldValue(fields: readonly Field[], name: string): string | undefined {
  let found: string | undefined
  for (const [each, value] of fields) {
    if (each === name) found = found === undefined ? value : `${found}, ${value}`
  }
  return found
}

/** The names that `Connection` lists, in lower case. */
export const connectionOptions = (fields: readonly Field[]): string[] =>
  (fieldValue(fields, 'connection') ?? '')
    .split(',')
    .map((option) => option.trim().toLowerCase())
    .filter(Boolean)

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const unprintable = /[^\t\x20-\x7e\x80-\xff]/

/**
 * The fields of a head, given as its lines without their ends; null when a line is none (RFC 9112 section 5). A line that
 * continues the one before it is none either.
 */
export function readFields(lines: readonly string[]): Field[] | null {
  const fields: Field[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!token.test(name) || unprintable.test(line)) return null
    fields.push([name, line.slice(colon + 1).replace(/^[\t ]+|[\t ]+$/g, '')])
  }
  return fields
}

/** The fields as they are sent, each line with its end. */
export function writeFields(fields: readonly Field[]): string {
  let text = ''
  for (const [name, value] of fields) text += `${name}: ${value}\r\n`
  return text
}
