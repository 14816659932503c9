/** Objects of the database itself: not of an extension nor, with `i`, part of another object. */
export const own = (catalogue: string, oid: string, types = 'e'): string =>
  `not exists (select from pg_catalog.pg_depend e where e.classid = 'pg_catalog.${catalogue}'::pg_catalog.regclass and e.objid = ${oid} and e.deptype in (${[...types].map((type) => `'${type}'`).join(', ')}))`

export const ownSchema = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** Order of object types where dependencies leave a choice. */
export const rank = {
  schema: 0,
  extension: 1,
  type: 2,
  sequence: 3,
  routine: 4,
  table: 5,
  attach: 6,
  fallback: 7,
  ownership: 8,
  data: 9,
  value: 10,
  key: 11,
  index: 12,
  check: 13,
  foreign: 14,
  view: 15,
  materialized: 16,
  rule: 17,
  trigger: 18,
  policy: 19,
  comment: 20,
} as const

/** Names a collation (by oid) unless it is the default. */
export const collation = (oid: string, usual: string): string =>
  `coalesce((select pg_catalog.format(' COLLATE %I.%I', cn.nspname, co.collname) from pg_catalog.pg_collation co
    join pg_catalog.pg_namespace cn on cn.oid = co.collnamespace where co.oid = ${oid} and co.oid <> ${usual}), '')`

/** The type's own collation, which is omitted. */
export const columnCollation = collation(
  'a.attcollation',
  '(select y.typcollation from pg_catalog.pg_type y where y.oid = a.atttypid)',
)

/** Each row has `key` and `sql`, and optionally `drop` and `after`. */
export type Query = { rank: number; sql: string }
