import { z } from 'zod'
import type { Caps } from '#features/engines/contract/database-engine.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { Rows, readRowsInput } from '../contract/contract.ts'
import { editableLength, shownLength } from '../contract/limits.ts'
import { inSession, type OpenConnection } from '../service/session.ts'
import { findEditProblem, isRow, openTable, type Parameters, type RowTable, rowCaps } from './table.ts'

/** Limits a page, however long its values are. */
const pageCaps: Caps = { ...rowCaps, maxBytes: 4 * 1_024 * 1_024 }

type Input = z.output<typeof readRowsInput>

const cursorSchema = z.union([
  z.object({ after: z.array(z.string()) }),
  z.object({ skip: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
])
type Cursor = z.output<typeof cursorSchema>

const keySchema = z.record(z.string(), z.string().nullable())

function parse<T>(field: string, text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw invalid(field, 'This does not identify a row.')
  }
}

const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

const readCursor = (text: string | undefined): Cursor | null =>
  text === undefined ? null : parse('cursor', Buffer.from(text, 'base64url').toString(), cursorSchema)

/** Condition for the rows after a key, in key order. */
function isBehind(table: RowTable, after: readonly string[], into: Parameters): string {
  if (after.length !== table.key.length) throw invalid('cursor', 'This does not identify a row.')
  const columns = table.key.map(table.quote)
  const values = table.key.map((column, place) => table.write(column, after[place] ?? '', into))
  return `(${columns.join(', ')}) > (${values.join(', ')})`
}

function orderOf(table: RowTable, sort: string | undefined): string[] {
  const key = table.key.map(table.quote)
  if (sort === undefined) return key
  const isDescending = sort.startsWith('-')
  const column = table.quote(table.column(isDescending ? sort.slice(1) : sort))
  return [`${column}${isDescending ? ' DESC' : ''}`, ...key.filter((each) => each !== column)]
}

/** SQL that reads a page and one more row. */
function pageOf(table: RowTable, { sort, limit, key }: Input, cursor: Cursor | null) {
  const into = table.parameters()
  const length = key === undefined ? shownLength : editableLength
  const conditions: string[] = []
  if (key !== undefined) conditions.push(isRow(table, parse('key', key, keySchema), into))
  if (cursor && 'after' in cursor) conditions.push(isBehind(table, cursor.after, into))
  const order = orderOf(table, sort)
  const text = [
    `SELECT ${table.columns.map((column) => table.read(column, length)).join(', ')} FROM ${table.quoted}`,
    conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    `LIMIT ${limit + 1}`,
    cursor && 'skip' in cursor ? `OFFSET ${cursor.skip}` : '',
  ]
  return { text: text.filter(Boolean).join(' '), values: into.values, length }
}

/** The first characters of a value, without splitting a surrogate pair. */
const cutTo = (text: string, length: number) => [...text].slice(0, length).join('')

function presentRow(row: readonly (string | null)[], length: number): Rows['rows'][number] {
  const cut = row.flatMap((value, place) =>
    value !== null && value.length > length && [...value].length > length ? [place] : [],
  )
  const isCut = new Set(cut)
  return {
    values: row.map((value, place) => (value !== null && isCut.has(place) ? cutTo(value, length) : value)),
    cut,
  }
}

/** The cursor of the next page. */
function nextOf(
  table: RowTable,
  { sort }: Input,
  { shown, cursor }: { shown: Rows['rows']; cursor: Cursor | null },
): string {
  const last = shown.at(-1)?.values ?? []
  const after = table.key.map(({ name }) => last[table.columns.findIndex((column) => column.name === name)])
  const isNamed = sort === undefined && after.length > 0 && after.every((part) => typeof part === 'string')
  if (isNamed) return writeCursor({ after: after as string[] })
  const before = cursor && 'skip' in cursor ? cursor.skip : 0
  return writeCursor({ skip: before + shown.length })
}

async function readPage(opened: OpenConnection, input: Input): Promise<Rows> {
  const table = await openTable(opened, input)
  const cursor = readCursor(input.cursor)
  const { text, values, length } = pageOf(table, input, cursor)
  const found = await opened.session.ask(text, values, input.key === undefined ? pageCaps : rowCaps)
  const shown = found.rows.slice(0, input.limit).map((row) => presentRow(row, length))
  const hasMore = shown.length > 0 && (found.rows.length > input.limit || found.isCut)
  return {
    columns: table.columns.map((column) => ({ ...column, isEditable: table.canWrite(column) })),
    rows: shown,
    nextCursor: hasMore && input.key === undefined ? nextOf(table, input, { shown, cursor }) : null,
    editProblem: findEditProblem(table),
  }
}

/**
 * A page of table rows: in primary key order after the row of the cursor, or by offset for a sorted column or a table
 * without a key. @throws as `inSession`, NOT_FOUND of the table
 */
export const readRows = (ctx: CustomerContext, input: Input): Promise<Rows> =>
  inSession(ctx, input.id, (opened) => readPage(opened, input))
