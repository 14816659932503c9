import type { Caps, ColumnFacts, TableFacts } from '#features/engines/contract/database-engine.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { queryCaps } from '../contract/limits.ts'
import { findTable } from '../service/catalog.ts'
import type { OpenConnection } from '../service/session.ts'
import { dialects } from './dialect.ts'

export type Values = Readonly<Record<string, string | null>>

/** Enough for one row with values of the longest editable length. */
export const rowCaps: Caps = { ...queryCaps, maxBytes: 16 * 1_024 * 1_024 }

/** Collects parameter values while a statement is built. */
function createParameters({ sql }: OpenConnection) {
  const values: (string | null)[] = []
  return {
    values,
    /** Adds a value and returns its placeholder. */
    add(value: string | null): string {
      values.push(value)
      return sql.placeholder(values.length)
    },
  }
}
export type Parameters = ReturnType<typeof createParameters>

/** Table metadata for building row statements. */
export type RowTable = TableFacts & {
  /** Qualified by its schema, as SQL. */
  quoted: string
  /** The primary key columns in key order. */
  key: ColumnFacts[]
  parameters(): Parameters
  quote(column: ColumnFacts): string
  /** SQL for at most `length` characters of a value and one more. */
  read(column: ColumnFacts, length: number): string
  /** SQL that writes a column value as a parameter. @throws INVALID when the column cannot have it */
  write(column: ColumnFacts, value: string | null, into: Parameters): string
  canWrite(column: ColumnFacts): boolean
  /** SQL after the table name that inserts a row of defaults. */
  defaults: string
  /** @throws INVALID */
  column(name: string): ColumnFacts
}

/** @throws NOT_FOUND */
export async function openTable(
  opened: OpenConnection,
  input: { schema: string; table: string },
): Promise<RowTable> {
  const { sql, database } = opened
  const dialect = dialects[database.dbType]
  if (!dialect) throw new DomainError('WRONG_STATE', 'This kind of database has no tables.')
  const facts = await findTable(opened, input)
  const quote = ({ name }: ColumnFacts) => sql.quoteName(name)
  const byName = new Map(facts.columns.map((column) => [column.name, column]))
  return {
    ...facts,
    quoted: `${sql.quoteName(facts.schema)}.${sql.quoteName(facts.name)}`,
    key: facts.columns
      .filter(({ keyPosition }) => keyPosition !== null)
      .toSorted((one, other) => (one.keyPosition ?? 0) - (other.keyPosition ?? 0)),
    parameters: () => createParameters(opened),
    quote,
    read: (column, length) => `LEFT(${dialect.read(column, quote(column))}, ${length + 1})`,
    write(column, value, into) {
      if (value !== null) dialect.check(column, value)
      return dialect.write(column, into.add(value))
    },
    canWrite: dialect.canWrite,
    defaults: dialect.defaults,
    column(name) {
      const found = byName.get(name)
      if (!found) throw invalid(name, `There is no column ${name}.`)
      return found
    },
  }
}

/** Why its rows cannot be edited, as a sentence; null when they can. */
export function findEditProblem({ kind, key }: Pick<RowTable, 'kind' | 'key'>): string | null {
  if (kind === 'view') return 'This is a view. Edit the rows in its tables instead.'
  return key.length === 0 ? 'This table has no primary key, so rows can’t be edited here. Use SQL.' : null
}

/** Condition for the row with this key. @throws INVALID when a part of the key is missing */
export function isRow(table: RowTable, key: Values, into: Parameters): string {
  const parts = table.key.map((column) => {
    const value = key[column.name]
    if (value === undefined || value === null)
      throw invalid('key', `Identify the row by ${table.key.map(({ name }) => name).join(', ')}.`)
    return `${table.quote(column)} = ${table.write(column, value, into)}`
  })
  return parts.join(' AND ')
}
