import { readTyped } from '#shared/text/search-text.ts'

const sortKey = /^-?[a-z]+(-[a-z]+)*(\.[a-zA-Z]+)?$/
// What the calls refuse: control characters, what turns the direction of a text, halves of a character.
const refused = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** A value of an address as it was written: the router reads digits as a number and `true` as a flag. */
export const asSearchText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** One line of text from an address, as the calls take it; `undefined` for anything else. */
export function readSearchText(value: unknown, max = 254): string | undefined {
  const text = asSearchText(value)
  if (text === undefined || text === '' || text.length > max) return undefined
  return refused.test(text) || !text.isWellFormed() ? undefined : text
}

/** What an address has for a search, as `readTyped` reads it; `undefined` for anything else. */
export function readSearchWords(value: unknown, max?: number): string | undefined {
  const text = asSearchText(value)
  return text === undefined ? undefined : readSearchText(readTyped(text), max)
}

/** A column to sort by, `name` or `-instances.name`; whether there is such a column is for the table to say. */
export function readSearchSort(value: unknown): string | undefined {
  const text = asSearchText(value)
  return text !== undefined && text.length <= 60 && sortKey.test(text) ? text : undefined
}

/** The dialog that an address asks for, of those that its page has. */
export const readSearchDialog = <Name extends string>(value: unknown, names: readonly Name[]) =>
  names.find((name) => name === value)

/** The address without a question for a dialog. */
export const withoutDialog = <Search extends { dialog?: string }>({ dialog: _, ...rest }: Search) => rest

/** The values that an address gave, without the keys of those it did not. */
export const given = <Values extends Record<string, unknown>>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>
  }

// A moment in milliseconds and an id, in base64url, as lists write the place after a row.
const cursorText = /^\d{1,15}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The place in a list that goes on in pages; undefined for what no list wrote. */
export function readSearchCursor(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[\w-]{1,200}$/.test(value)) return undefined
  try {
    return cursorText.test(atob(value.replaceAll('-', '+').replaceAll('_', '/'))) ? value : undefined
  } catch {
    return undefined
  }
}
