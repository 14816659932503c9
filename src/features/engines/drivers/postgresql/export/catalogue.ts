import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { collation, columnCollation, own, ownSchema, type Query, rank } from './fragments.ts'
import type { Edge, Node } from './order.ts'
import { tableQueries } from './tables.ts'

export type Ask = <Row extends Record<string, unknown>>(sql: string) => Promise<Row[]>

const typed = `from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where ${ownSchema} and ${own('pg_type', 't.oid')}`
const typeName = `pg_catalog.format('%I.%I', n.nspname, t.typname)`
const queries: Query[] = [
  {
    rank: rank.schema,
    sql: `select 'pg_namespace:' || n.oid as key, pg_catalog.format('CREATE SCHEMA IF NOT EXISTS %I', n.nspname) as sql
      from pg_catalog.pg_namespace n where ${ownSchema} and n.nspname <> 'public' and ${own('pg_namespace', 'n.oid')}`,
  },
  {
    rank: rank.extension,
    sql: `select 'pg_extension:' || x.oid as key,
        pg_catalog.format('CREATE EXTENSION IF NOT EXISTS %I WITH SCHEMA %I', x.extname, n.nspname) as sql
      from pg_catalog.pg_extension x join pg_catalog.pg_namespace n on n.oid = x.extnamespace where x.extname <> 'plpgsql'`,
  },
  {
    rank: rank.type,
    sql: `select 'pg_type:' || t.oid as key, pg_catalog.format('CREATE TYPE %s AS ENUM (%s)', ${typeName},
        (select coalesce(pg_catalog.string_agg(pg_catalog.quote_literal(v.enumlabel), ', ' order by v.enumsortorder), '')
         from pg_catalog.pg_enum v where v.enumtypid = t.oid)) as sql, 'DROP TYPE IF EXISTS ' || ${typeName} || ' CASCADE' as drop
      ${typed} and t.typtype = 'e'`,
  },
  {
    rank: rank.type,
    sql: `select 'pg_type:' || t.oid as key, pg_catalog.format('CREATE TYPE %s AS (%s)', ${typeName},
        (select coalesce(pg_catalog.string_agg(pg_catalog.format('%I %s%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), ${columnCollation}), ', ' order by a.attnum), '')
         from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped)) as sql,
        'DROP TYPE IF EXISTS ' || ${typeName} || ' CASCADE' as drop
      ${typed} and t.typtype = 'c' and exists (select from pg_catalog.pg_class c where c.oid = t.typrelid and c.relkind = 'c')`,
  },
  {
    rank: rank.type,
    sql: `select 'pg_type:' || t.oid as key, pg_catalog.format('CREATE DOMAIN %s AS %s%s', ${typeName},
        pg_catalog.format_type(t.typbasetype, t.typtypmod),
        ${collation('t.typcollation', '(select y.typcollation from pg_catalog.pg_type y where y.oid = t.typbasetype)')}
        || coalesce(' DEFAULT ' || t.typdefault, '') || case when t.typnotnull then ' NOT NULL' else '' end
        || coalesce((select pg_catalog.string_agg(pg_catalog.format(' CONSTRAINT %I %s', k.conname, pg_catalog.pg_get_constraintdef(k.oid)), '' order by k.conname)
            from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c'), '')) as sql,
        'DROP DOMAIN IF EXISTS ' || ${typeName} || ' CASCADE' as drop
      ${typed} and t.typtype = 'd'`,
  },
  {
    rank: rank.type,
    sql: `select 'pg_type:' || t.oid as key, pg_catalog.format('CREATE TYPE %s AS RANGE (SUBTYPE = %s, MULTIRANGE_TYPE_NAME = %s%s)', ${typeName},
        pg_catalog.format_type(r.rngsubtype, null), (select pg_catalog.format('%I.%I', mn.nspname, m.typname) from pg_catalog.pg_type m
          join pg_catalog.pg_namespace mn on mn.oid = m.typnamespace where m.oid = r.rngmultitypid),
        case when r.rngsubdiff::pg_catalog.oid = 0 then '' else ', SUBTYPE_DIFF = ' || r.rngsubdiff end) as sql,
        'DROP TYPE IF EXISTS ' || ${typeName} || ' CASCADE' as drop
      from pg_catalog.pg_range r join pg_catalog.pg_type t on t.oid = r.rngtypid join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      where ${ownSchema} and ${own('pg_type', 't.oid')}`,
  },
  {
    rank: rank.routine,
    sql: `select 'pg_proc:' || p.oid as key, pg_catalog.pg_get_functiondef(p.oid) as sql,
        'DROP ROUTINE IF EXISTS ' || p.oid::pg_catalog.regprocedure || ' CASCADE' as drop
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where ${ownSchema} and p.prokind <> 'a' and ${own('pg_proc', 'p.oid', 'ei')}`,
  },
  {
    rank: rank.routine,
    sql: `select 'pg_proc:' || p.oid as key, pg_catalog.format('CREATE AGGREGATE %I.%I(%s) (SFUNC = %s, STYPE = %s%s)', n.nspname, p.proname,
        pg_catalog.pg_get_function_arguments(p.oid), g.aggtransfn::pg_catalog.oid::pg_catalog.regproc, pg_catalog.format_type(g.aggtranstype, null),
        case when g.aggfinalfn::pg_catalog.oid = 0 then '' else ', FINALFUNC = ' || g.aggfinalfn::pg_catalog.oid::pg_catalog.regproc end
        || case when g.aggcombinefn::pg_catalog.oid = 0 then '' else ', COMBINEFUNC = ' || g.aggcombinefn::pg_catalog.oid::pg_catalog.regproc end
        || coalesce(', INITCOND = ' || pg_catalog.quote_literal(g.agginitval), '')) as sql,
        'DROP AGGREGATE IF EXISTS ' || p.oid::pg_catalog.regprocedure || ' CASCADE' as drop
      from pg_catalog.pg_aggregate g join pg_catalog.pg_proc p on p.oid = g.aggfnoid join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where ${ownSchema} and g.aggkind = 'n' and ${own('pg_proc', 'p.oid')}`,
  },
  ...tableQueries,
]

/** Object types that only pg_dump can export, by their common names. */
const beyond = `select kind, count(*)::pg_catalog.int4 as count from (
    select 'operators' as kind from pg_catalog.pg_operator o where o.oid >= 16384 and ${own('pg_operator', 'o.oid')}
    union all select 'operator classes' from pg_catalog.pg_opclass o where o.oid >= 16384 and ${own('pg_opclass', 'o.oid')}
    union all select 'casts' from pg_catalog.pg_cast o where o.oid >= 16384
      and not exists (select from pg_catalog.pg_depend e where e.classid = 'pg_catalog.pg_cast'::pg_catalog.regclass and e.objid = o.oid and e.deptype in ('e', 'i'))
    union all select 'conversions' from pg_catalog.pg_conversion o where o.oid >= 16384 and ${own('pg_conversion', 'o.oid')}
    union all select 'collations' from pg_catalog.pg_collation o where o.oid >= 16384 and ${own('pg_collation', 'o.oid')}
    union all select 'text search configurations' from pg_catalog.pg_ts_config o where o.oid >= 16384 and ${own('pg_ts_config', 'o.oid')}
    union all select 'text search dictionaries' from pg_catalog.pg_ts_dict o where o.oid >= 16384 and ${own('pg_ts_dict', 'o.oid')}
    union all select 'publications' from pg_catalog.pg_publication o where o.oid >= 16384
    union all select 'foreign servers' from pg_catalog.pg_foreign_server o where o.oid >= 16384 and ${own('pg_foreign_server', 'o.oid')}
    union all select 'ordered-set aggregates' from pg_catalog.pg_aggregate g join pg_catalog.pg_proc p on p.oid = g.aggfnoid
      where p.oid >= 16384 and g.aggkind <> 'n' and ${own('pg_proc', 'p.oid')}
    union all select 'typed tables' from pg_catalog.pg_class c where c.reloftype <> 0
  ) found group by kind`

/** @throws EngineRefused when the database has objects that this export would omit */
export async function checkKinds(ask: Ask, major: number): Promise<void> {
  const found = await ask<{ kind: string }>(beyond)
  if (found.length === 0) return
  const kinds = found.map(({ kind }) => kind).join(', ')
  throw new EngineRefused(
    `The database has ${kinds}, which only pg_dump ${major} or newer can export. The server’s operator can install it.`,
  )
}

/** Everything to export but rows and comments, unordered. */
export async function readNodes(ask: Ask): Promise<Node[]> {
  const nodes: Node[] = []
  for (const query of queries) {
    const rows = await ask<{ key: string; sql: string; drop?: string | null; after?: string[] | null }>(
      query.sql,
    )
    for (const { key, sql, drop = null, after } of rows)
      nodes.push({ key, rank: query.rank, sql, drop, after: after ?? [] })
  }
  return nodes
}

// A part is exported with its owner, so its dependents depend on the owner.
const place = (catalogue: string, oid: string): string => `case ${catalogue}
  when 'pg_catalog.pg_type'::pg_catalog.regclass then (select case
      when t.typrelid <> 0 and c.relkind <> 'c' then 'pg_class:' || t.typrelid
      when t.typcategory = 'A' and t.typelem <> 0 then coalesce((select 'pg_class:' || e.typrelid from pg_catalog.pg_type e
        join pg_catalog.pg_class ec on ec.oid = e.typrelid where e.oid = t.typelem and ec.relkind <> 'c'), 'pg_type:' || t.typelem)
      when t.typtype = 'm' then (select 'pg_type:' || r.rngtypid from pg_catalog.pg_range r where r.rngmultitypid = t.oid)
      else 'pg_type:' || t.oid end
    from pg_catalog.pg_type t left join pg_catalog.pg_class c on c.oid = t.typrelid where t.oid = ${oid})
  when 'pg_catalog.pg_class'::pg_catalog.regclass then (select case
      when c.relkind = 'c' then 'pg_type:' || c.reltype
      when c.relkind in ('i', 'I') then coalesce((select 'pg_constraint:' || k.oid from pg_catalog.pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x')), 'pg_class:' || c.oid)
      else 'pg_class:' || c.oid end from pg_catalog.pg_class c where c.oid = ${oid})
  when 'pg_catalog.pg_constraint'::pg_catalog.regclass then (select case when k.contypid <> 0 then 'pg_type:' || k.contypid else 'pg_constraint:' || k.oid end
    from pg_catalog.pg_constraint k where k.oid = ${oid})
  when 'pg_catalog.pg_attrdef'::pg_catalog.regclass then (select case when a.attgenerated = '' then 'pg_attrdef:' || f.oid else 'pg_class:' || f.adrelid end
    from pg_catalog.pg_attrdef f join pg_catalog.pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum where f.oid = ${oid})
  when 'pg_catalog.pg_rewrite'::pg_catalog.regclass then (select case when w.rulename = '_RETURN' then 'pg_class:' || w.ev_class else 'pg_rewrite:' || w.oid end
    from pg_catalog.pg_rewrite w where w.oid = ${oid})
  else pg_catalog.replace(${catalogue}::pg_catalog.regclass::pg_catalog.text, 'pg_catalog.', '') || ':' || ${oid} end`

/** Dependencies between nodes, by key. */
export async function readEdges(ask: Ask): Promise<Edge[]> {
  return ask<Edge>(`
    with members as (select classid, objid, refobjid from pg_catalog.pg_depend where deptype = 'e'),
    edges as (
      select distinct ${place('d.classid', 'd.objid')} as key,
        coalesce((select 'pg_extension:' || m.refobjid from members m where m.classid = d.refclassid and m.objid = d.refobjid),
          ${place('d.refclassid', 'd.refobjid')}) as needs
      from pg_catalog.pg_depend d
      where d.deptype in ('n', 'a', 'i') and d.objid >= 16384 and d.refobjid >= 16384
        -- A sequence gets its owner later.
        and not (d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjsubid > 0
          and exists (select from pg_catalog.pg_class s where s.oid = d.objid and s.relkind = 'S')))
    select key, needs from edges where key <> needs`)
}
