import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ExportPart } from '#features/account/export/part.ts'
import type { JobContext } from '#server/context.ts'
import type { Schema } from '../schema/schema.ts'
import type { Reader } from '../types.ts'

const pageSize = 500

type Named<Table extends PgTable> = keyof Table['_']['columns'] & string

type Source = {
  table: PgTable
  owner: PgColumn
  author: PgColumn | null
  key: PgColumn[]
  columns: Record<string, PgColumn>
  pageSize: number
}

/**
 * The named columns of a table, so that later columns are not exported by accident. `key` orders the rows of one owner;
 * `owner` is the column of the user's id, and `author` another that must contain it. A page of large rows has fewer of them.
 */
export function columnsOf<Table extends PgTable, Name extends Named<Table>>(
  table: Table,
  names: readonly Name[],
  options: {
    owner?: Named<Table>
    author?: Named<Table>
    key?: readonly Named<Table>[]
    rowsAtATime?: number
  } = {},
): Source {
  const all: Record<string, PgColumn> = getTableColumns(table)
  const column = (name: string): PgColumn => {
    const found = all[name]
    if (!found) throw new Error(`there is no column ${name}`)
    return found
  }
  return {
    table,
    owner: column(options.owner ?? 'userId'),
    author: options.author === undefined ? null : column(options.author),
    key: (options.key ?? ['id']).map(column),
    columns: Object.fromEntries(names.map((name) => [name, column(name)])),
    pageSize: options.rowsAtATime ?? pageSize,
  }
}

const isBehind = (key: PgColumn[], last: unknown[]): SQL => {
  const values = last.map((value, at) => sql.param(value, key[at]))
  return sql`(${sql.join(key, sql`, `)}) > (${sql.join(values, sql`, `)})`
}

/** The customer's rows, page by page. */
async function* readRows(
  read: Reader,
  { table, owner, author, key, columns, pageSize: limit }: Source,
  userId: string,
): AsyncGenerator<Record<string, unknown>> {
  const names = key.map((_, at) => `key${at}`)
  const picked = { ...columns, ...Object.fromEntries(key.map((column, at) => [names[at] ?? '', column])) }
  const isOwn = and(eq(owner, userId), author ? eq(author, userId) : undefined)
  let last: unknown[] | null = null
  for (;;) {
    const rows: Record<string, unknown>[] = await read
      .select(picked)
      .from(table)
      .where(and(isOwn, last ? isBehind(key, last) : undefined))
      .orderBy(...key.map((column) => asc(column)))
      .limit(limit)
    for (const row of rows) {
      last = names.map((name) => row[name])
      for (const name of names) delete row[name]
      yield row
    }
    if (rows.length < limit) return
  }
}

/** A JSON array, one element per line. */
async function* writeArray(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let before = '[\n'
  for await (const row of rows) {
    yield Buffer.from(before + JSON.stringify(row))
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}

/** The customer's rows of a table as `<name>.json`; no column contains a secret. */
export const exportRows = (name: string, from: (t: Schema) => Source): ExportPart => ({
  tables: (t) => [from(t).table],
  async *list({ store: { read, t } }: JobContext, userId: string) {
    yield {
      name: `${name}.json`,
      mostBytes: Number.POSITIVE_INFINITY,
      open: async () => writeArray(readRows(read, from(t), userId)),
    }
  },
})
