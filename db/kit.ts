import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import type { DomainName } from '#shared/names/domain-name.ts'

// Byte order, as in SQLite: the same sorting on both engines, and prefixes can use an index.
const pgText = pg.customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' })

// Text on the wire: drivers encode a jsonb parameter a second time, and a JSON string would be stored.
const pgJson = <T>() =>
  pg.customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => sql`${JSON.stringify(value)}::text::jsonb`,
    fromDriver: (value) => value as T,
  })()

/** The vocabulary in which every table is declared, for PostgreSQL. The domain sees its types. */
export const pgKit = {
  table: pg.pgTable,
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
  foreignKey: pg.foreignKey,
  /** UUID v7, made by the application. */
  id: () => pg.uuid().$defaultFn(() => Bun.randomUUIDv7()),
  ref: () => pg.uuid(),
  text: () => pgText(),
  /** Compares with no text that `domainToAscii` has not made. */
  domain: () => pgText().$type<DomainName>(),
  oneOf: <const V extends readonly [string, ...string[]]>(_values: V) => pgText().$type<V[number]>(),
  int: () => pg.integer(),
  big: () => pg.bigint({ mode: 'number' }),
  paise: () => pg.bigint({ mode: 'number' }),
  bool: () => pg.boolean(),
  /** An instant with milliseconds: anything finer breaks keyset cursors. */
  time: () => pg.timestamp({ withTimezone: true, precision: 3, mode: 'date' }),
  json: pgJson,
}

export type Kit = typeof pgKit

/** The same vocabulary for SQLite. */
export const liteKit = {
  table: lite.sqliteTable,
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  primaryKey: lite.primaryKey,
  foreignKey: lite.foreignKey,
  id: () => lite.text().$defaultFn(() => Bun.randomUUIDv7()),
  ref: () => lite.text(),
  text: () => lite.text(),
  domain: () => lite.text().$type<DomainName>(),
  oneOf: <const V extends readonly [string, ...string[]]>(_values: V) => lite.text().$type<V[number]>(),
  int: () => lite.integer(),
  big: () => lite.integer(),
  paise: () => lite.integer(),
  bool: () => lite.integer({ mode: 'boolean' }),
  time: () => lite.integer({ mode: 'timestamp_ms' }),
  json: <T>() => lite.text({ mode: 'json' }).$type<T>(),
}

type Builders = 'table' | 'index' | 'uniqueIndex' | 'primaryKey' | 'foreignKey'
type DataOf<B> = B extends { _: { $type: infer T } } ? T : B extends { _: { data: infer T } } ? T : never
type Face<K> = {
  [Name in Exclude<keyof K, Builders>]: K[Name] extends (...values: never[]) => infer B ? DataOf<B> : never
}
type Same<A, B> = [A, B] extends [B, A] ? true : never

// Does not compile when the two differ in a name or in the JavaScript type of a column.
const sameFace: Same<Face<typeof liteKit>, Face<Kit>> & Same<keyof typeof liteKit, keyof Kit> = true

/** The one cast of the storage layer: SQLite's vocabulary under the types of PostgreSQL's. */
export const asKit = (kit: typeof liteKit): Kit => (sameFace ? kit : kit) as unknown as Kit
