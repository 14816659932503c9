import { StoreError } from '../errors.ts'
import type { Row } from '../types.ts'

// One statement each, so that a portal migrating at the same moment is seen either with its journal or not at all. Sorted by
// name, the journal first; journals of other programs may have its name, but not its columns.

/** The first table or view of a SQLite file, and whether it is our journal of migrations. */
export const firstTableSqlite = `
  select name, name = '_migrations' and exists (select 1 from pragma_table_info('_migrations') where name = 'hash') as journal
  from sqlite_schema
  where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'
  order by journal desc, name limit 1`

/** The same for the schema that a PostgreSQL connection works in; objects of an extension do not count. */
export const firstTablePostgres = `
  select c.relname as name, c.relname = '_migrations' and exists (
    select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'hash'
  ) as journal
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p', 'f', 'v', 'm') and not exists (
    select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
  )
  order by journal desc, c.relname limit 1`

/** @throws StoreError when the first table is not a portal's: the portal's tables would be mixed with those of another program */
export function refuseForeign([first]: Row[], { place, remedy }: { place: string; remedy: string }): void {
  if (first && !first.journal)
    throw new StoreError(
      `${place} contains tables of another program, such as ${first.name}, and none of a portal: ${remedy}`,
    )
}
