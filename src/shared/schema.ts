import { z } from 'zod'
import { maxPage } from './max-page.ts'
import { toPaise } from './money/money.ts'
import { readTyped } from './text/search-text.ts'
import { isSeen, turning } from './text/shown-text.ts'
import { readUuid } from './uuid.ts'

const bounds = (origin: string, bound: number | bigint): string => {
  if (origin === 'string') return `${bound} characters.`
  return origin === 'array' || origin === 'set' ? `${bound} of them.` : `${bound}.`
}

/** Default validation messages; zod's own address developers. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big') return `At most ${bounds(issue.origin, issue.maximum)}`
  if (issue.code === 'too_small') return `At least ${bounds(issue.origin, issue.minimum)}`
  if (issue.code === 'invalid_type' && issue.expected === 'object')
    return 'The request is missing required data.'
  const isMissing = issue.input === undefined || issue.input === null || issue.input === ''
  return isMissing ? 'This field is required.' : 'This field cannot have this value.'
}
// In a browser the page's policy forbids compiled checks, and reports even the attempt.
z.config({ customError: sentenceOf, jitless: typeof document !== 'undefined' })

/** Never used as an id: a malformed id is read as this, so that it gets the same 404 as a missing one. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/** A valid id: a lower-case UUID, or `nilId` for any other value. */
export const readId = (value: unknown): string => readUuid(value) ?? nilId

/** An id in a path, body or filter. A malformed one is treated like another customer's; a missing one is invalid. */
export const id = z
  .custom<string>((value) => value !== undefined && value !== null && value !== '', 'Choose an item.')
  .transform(readId)
  .meta({ type: 'string', format: 'uuid' })

export const byId = z.object({ id })

/** The values that mean no filter. */
export const noFilter: ReadonlySet<unknown> = new Set<unknown>([
  undefined,
  null,
  '',
  'all',
  'null',
  'undefined',
])

/** An optional id filter: `all`, empty, `null` and `undefined` mean no filter. */
export const idFilter = z
  .custom<string | null | undefined>(() => true)
  .transform((value) => (noFilter.has(value) ? undefined : readId(value)))
  .meta({
    anyOf: [{ type: 'string', format: 'uuid' }, { const: 'all' }],
    description: 'No filter when it is `all` or omitted.',
  })

// Control characters and unpaired surrogates: PostgreSQL refuses some of them, terminals obey others.
const controlPattern = /\p{Cc}/u
const controlButLineBreakPattern = /[^\P{Cc}\t\n\r]/u

const printable = (pattern: RegExp) => (value: string) => !pattern.test(value) && value.isWellFormed()

const oneLine = (text: z.ZodString, max: number) =>
  text
    .trim()
    .max(max, `At most ${max} characters.`)
    .refine(
      (value) => printable(controlPattern)(value) && !turning.test(value),
      'Line breaks and control characters are not allowed.',
    )

/** One line of text, trimmed, without control and direction characters, otherwise unchanged. */
export const exactLine = (max: number, missing?: string) => oneLine(z.string(missing), max)

/** One line of text, trimmed, in NFC, without control and direction characters; `missing` is the message when it is empty. */
export const line = (max: number, missing?: string) => oneLine(z.string(missing).normalize('NFC'), max)

/** The text of a search, parsed by `readTyped`. */
export const searchText = (max: number) => oneLine(z.string().overwrite(readTyped), max)

const severalLines = (text: z.ZodString, max: number) =>
  text
    .max(max, `At most ${max} characters.`)
    .refine(printable(controlButLineBreakPattern), 'Control characters are not allowed.')

/** Several lines of text, exactly as typed. */
export const typedLines = (max: number) => severalLines(z.string(), max)

/** Several lines of text, trimmed; line breaks and tabs stay. */
export const lines = (max: number) => severalLines(z.string().trim(), max)

/** A line with a visible character, with its own message when it is empty. */
export const requiredLine = (max: number, sentence: string) =>
  line(max, sentence).pipe(z.string().refine(isSeen, sentence))

/** An amount of rupees, a number or a decimal string with at most two decimals, parsed to integer paise. */
export const rupees = z.union([z.number(), z.string()]).transform((value, issue) => {
  const paise = toPaise(value)
  if (paise !== null) return paise
  issue.addIssue({ code: 'custom', message: 'Enter an amount with at most two decimals.' })
  return z.NEVER
})

/** `?limit=&cursor=` of every list. The cursor is opaque to the client. */
export const page = z.object({
  limit: z.coerce.number().int().min(1).max(maxPage).optional(),
  cursor: z.string().max(200).optional(),
})
export type Page = { limit?: number | undefined; cursor?: string | undefined }

export const ok = z.object({ ok: z.literal(true) })

/** A time on the wire. Services return dates; JSON turns them into ISO-8601 strings. */
export const instant = z.date().transform((date) => date.toISOString())
export const maybeInstant = instant.nullable()

/** A service's result for an output schema: times are still dates, which JSON turns into strings. */
export type Answer<T extends z.ZodType> = z.input<T>

/** A page of a keyset-paged list; `nextCursor` is null on the last one. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
