import type { Caps, EngineSession, IndexFacts, TableFacts } from '../../contract/database-engine.ts'

// One row per table with its parts as JSON: joining three lists would multiply rows.
const query = `
select n.nspname, c.relname, c.relkind in ('v', 'm'),
  case when c.relkind = 'v' or c.reltuples < 0 then null else c.reltuples::pg_catalog.int8 end,
  case when c.relkind in ('v', 'p') then null else pg_catalog.pg_total_relation_size(c.oid) end,
  (select pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull,
      'fallback', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
      'keyPosition', (select pg_catalog.array_position(k.conkey, a.attnum) from pg_catalog.pg_constraint k
                      where k.conrelid = c.oid and k.contype = 'p')
    ) order by a.attnum)
   from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  (select pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', i.relname, 'isUnique', x.indisunique,
      'columns', (select pg_catalog.json_agg(pg_catalog.pg_get_indexdef(x.indexrelid, p, false) order by p)
                  from pg_catalog.generate_series(1, x.indnkeyatts::pg_catalog.int4) p)
    ) order by i.relname)
   from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid)
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by n.nspname, c.relname`

const unquote = (name: string): string =>
  /^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name

type Columns = TableFacts['columns']

/** Customers' tables and views, with the facts from PostgreSQL's catalogue. */
export async function readTables(session: EngineSession, caps: Caps): Promise<TableFacts[]> {
  const { rows } = await session.ask(query, [], caps)
  return rows.map(([schema, name, isView, count, bytes, columns, indexes]) => ({
    schema: schema ?? '',
    name: name ?? '',
    kind: isView === 't' ? 'view' : 'table',
    columns: JSON.parse(columns ?? '[]') as Columns,
    indexes: (JSON.parse(indexes ?? '[]') as IndexFacts[]).map((index) => ({
      ...index,
      columns: index.columns.map(unquote),
    })),
    rows: count === null || count === undefined ? null : Number(count),
    bytes: bytes === null || bytes === undefined ? null : Number(bytes),
  }))
}
