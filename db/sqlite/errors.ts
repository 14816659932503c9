import { getTableColumns, is } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { Duplicate, StoreUnavailable } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'

/** The store's error in place of an engine's, for a transaction on SQLite. */
export function translate(error: unknown, t: Schema): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    const columns = error.message.replace(/^UNIQUE constraint failed: /, '')
    return new Duplicate(uniqueNames(t).get(columns) ?? columns)
  }
  if (code.startsWith('SQLITE_BUSY')) return new StoreUnavailable('busy')
  if (code === 'SQLITE_FULL') return new StoreUnavailable('full')
  // The disk fails or became read-only: nothing was stored, and reads may continue.
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_READONLY'))
    return new StoreUnavailable('connection')
  return error
}

let names: Map<string, string> | undefined

/** SQLite names the columns of a violated constraint (`users.email_key`); this finds the name of the constraint. */
function uniqueNames(t: Schema): Map<string, string> {
  names ??= new Map(Object.values(t).flatMap(namesOfTable))
  return names
}

function namesOfTable(table: unknown): [columns: string, name: string][] {
  if (!is(table, SQLiteTable)) return []
  const casing = new CasingCache('snake_case')
  const config = getTableConfig(table)
  const spell = (columns: unknown[]) =>
    columns
      .map((column) => `${config.name}.${casing.getColumnCasing(column as (typeof config.columns)[number])}`)
      .join(', ')
  const single = Object.values(getTableColumns(table)).filter((column) => column.primary)
  const keys = single.length > 0 ? [single] : config.primaryKeys.map((key) => key.columns)
  return [
    ...keys.map((columns): [string, string] => [spell(columns), `${config.name}_pkey`]),
    ...config.indexes
      .filter((index) => index.config.unique)
      .map((index): [string, string] => [spell(index.config.columns), index.config.name]),
  ]
}
