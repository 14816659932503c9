import { readTyped } from '#shared/text/search-text.ts'

const sortKey = /^-?[a-z]+(-[a-z]+)*(\.[a-zA-Z]+)?$/
// Characters that the API refuses: control characters, bidirectional overrides, lone surrogates.
const refused = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** A URL value as it was written: the router parses digits as a number and `true` as a flag. */
export const asSearchText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** One line of text from a URL, as the API accepts it; `undefined` for anything else. */
export function readSearchText(value: unknown, max = 254): string | undefined {
  const text = asSearchText(value)
  if (text === undefined || text === '' || text.length > max) return undefined
  return refused.test(text) || !text.isWellFormed() ? undefined : text
}

/** A URL's search value, as `readTyped` reads it; `undefined` for anything else. */
export function readSearchWords(value: unknown, max?: number): string | undefined {
  const text = asSearchText(value)
  return text === undefined ? undefined : readSearchText(readTyped(text), max)
}

/** A column to sort by, `name` or `-instances.name`; the table checks whether the column exists. */
export function readSearchSort(value: unknown): string | undefined {
  const text = asSearchText(value)
  return text !== undefined && text.length <= 60 && sortKey.test(text) ? text : undefined
}

/** The dialog that a URL requests, if its page has it. */
export const readSearchDialog = <Name extends string>(value: unknown, names: readonly Name[]) =>
  names.find((name) => name === value)

/** The search without a requested dialog. */
export const withoutDialog = <Search extends { dialog?: string }>({ dialog: _, ...rest }: Search) => rest

/** Drops keys whose value is undefined. */
export const given = <Values extends Record<string, unknown>>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>
  }

// A moment in milliseconds and an id, in base64url, as lists encode the position after a row.
const cursorText = /^\d{1,15}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The cursor of a paged list; undefined for an invalid one. */
export function readSearchCursor(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[\w-]{1,200}$/.test(value)) return undefined
  try {
    return cursorText.test(atob(value.replaceAll('-', '+').replaceAll('_', '/'))) ? value : undefined
  } catch {
    return undefined
  }
}
