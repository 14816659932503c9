import { textOfBytes } from './charset.ts'

/** A header field: the original text, its name in lower case, and its unfolded value. */
export type Field = { raw: string; name: string; value: string }

/** The fields of a header section, with a character per byte, so that nothing is lost. */
export function readFields(head: Uint8Array): Field[] {
  const fields: string[] = []
  for (const line of Buffer.from(head).toString('latin1').split('\r\n')) {
    if (line === '') continue
    const last = fields.length - 1
    if (/^[ \t]/.test(line) && last >= 0) fields[last] += `\r\n${line}`
    else fields.push(line)
  }
  return fields.map((raw) => {
    const colon = raw.indexOf(':')
    const name = colon < 0 ? '' : raw.slice(0, colon).trim().toLowerCase()
    return {
      raw,
      name,
      value: raw
        .slice(colon + 1)
        .replaceAll('\r\n', '')
        .trim(),
    }
  })
}

/** Whether the line starts a field (RFC 5322 section 2.2). */
export const isFieldLine = (line: string): boolean => /^[!-9;-~]+[ \t]*:/.test(line)

/** The value of the first field of this name as text: UTF-8 when valid (RFC 6532), else ISO 8859-1. */
export function textOf(fields: readonly Field[], name: string): string {
  const found = fields.find((field) => field.name === name)
  return found ? textOfBytes(found.value) : ''
}

/** The fields with this name, in lower case. */
export const named = (fields: readonly Field[], name: string): Field[] =>
  fields.filter((field) => field.name === name)

/** The unfolded values of the fields with this name, with a character per byte. */
export const valuesOf = (fields: readonly Field[], name: string): string[] =>
  named(fields, name).map(({ value }) => value)

/** Characters of a Message-ID (RFC 5322 section 2.1.1). */
export const maxIdLength = 998
const maxIdsText = 50_000

/** The Message-IDs in a field such as References, without angle brackets. */
export const idsIn = (value: string): string[] =>
  [...value.slice(0, maxIdsText).matchAll(/<([^<>\s]{1,998})>/g)].map(([, id = '']) =>
    id.slice(0, maxIdLength),
  )
