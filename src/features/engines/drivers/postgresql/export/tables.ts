import { columnCollation, own, ownSchema, type Query, rank } from './fragments.ts'

const relation = `pg_catalog.format('%I.%I', n.nspname, c.relname)`

const relations = (...kinds: string[]): string =>
  `from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where ${ownSchema} and c.relkind in (${kinds.map((kind) => `'${kind}'`).join(', ')}) and c.relpersistence <> 't' and ${own('pg_class', 'c.oid')}`

const drop = (kind: string): string => `'DROP ${kind} IF EXISTS ' || ${relation} || ' CASCADE' as drop`

const options = `coalesce(' WITH (' || pg_catalog.array_to_string(c.reloptions, ', ') || ')', '')`

const sequenceOptions = `pg_catalog.format('START WITH %s INCREMENT BY %s MINVALUE %s MAXVALUE %s CACHE %s%s', q.seqstart, q.seqincrement, q.seqmin, q.seqmax,
  q.seqcache, case when q.seqcycle then ' CYCLE' else '' end)`

const identity = `coalesce((select pg_catalog.format(' GENERATED %s AS IDENTITY (SEQUENCE NAME %I.%I %s)',
    case a.attidentity when 'a' then 'ALWAYS' else 'BY DEFAULT' end, sn.nspname, s.relname, ${sequenceOptions})
  from pg_catalog.pg_depend d join pg_catalog.pg_class s on s.oid = d.objid join pg_catalog.pg_sequence q on q.seqrelid = s.oid
  join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
  where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
    and d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i' and a.attidentity <> '' and not c.relispartition), '')`

const generated = `case a.attgenerated when '' then '' else ' GENERATED ALWAYS AS (' || pg_catalog.pg_get_expr(f.adbin, f.adrelid)
  || case a.attgenerated when 's' then ') STORED' else ') VIRTUAL' end end`

const columns = `(select coalesce(pg_catalog.string_agg(pg_catalog.format(E'\\n    %I %s%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), ${columnCollation})
    || ${generated} || ${identity} || case when a.attnotnull then ' NOT NULL' else '' end, ',' order by a.attnum), '')
  from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and (a.attislocal or c.relispartition))`

const parents = `coalesce((select ' INHERITS (' || pg_catalog.string_agg(i.inhparent::pg_catalog.regclass::pg_catalog.text, ', ' order by i.inhseqno) || ')'
  from pg_catalog.pg_inherits i where i.inhrelid = c.oid and not c.relispartition), '')`

const partitions = `coalesce(' PARTITION BY ' || pg_catalog.pg_get_partkeydef(c.oid), '')`

const constraintRank = { p: rank.key, u: rank.key, x: rank.key, c: rank.check, f: rank.foreign }

export const tableQueries: Query[] = [
  {
    rank: rank.sequence,
    sql: `select 'pg_class:' || c.oid as key, pg_catalog.format('CREATE SEQUENCE %s AS %s %s', ${relation},
        pg_catalog.format_type(q.seqtypid, null), ${sequenceOptions}) as sql, ${drop('SEQUENCE')}
      ${relations('S').replace(' where ', ' join pg_catalog.pg_sequence q on q.seqrelid = c.oid where ')}
        and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.deptype = 'i')`,
  },
  {
    rank: rank.ownership,
    sql: `select 'owned:' || c.oid as key, pg_catalog.format('ALTER SEQUENCE %s OWNED BY %s.%I', ${relation}, d.refobjid::pg_catalog.regclass, a.attname) as sql,
        array['pg_class:' || c.oid, 'pg_class:' || d.refobjid] as after
      ${relations('S').replace(
        ' where ',
        ` join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid
          and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjsubid > 0 and d.deptype = 'a'
          join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid where `,
      )}`,
  },
  {
    rank: rank.table,
    sql: `select 'pg_class:' || c.oid as key, pg_catalog.format('CREATE %sTABLE %s (%s)', case c.relpersistence when 'u' then 'UNLOGGED ' else '' end,
        ${relation}, ${columns}) || ${parents} || ${partitions} || ${options} as sql, ${drop('TABLE')}
      ${relations('r', 'p')}`,
  },
  {
    rank: rank.attach,
    sql: `select 'attach:' || c.oid as key, pg_catalog.format('ALTER TABLE ONLY %s ATTACH PARTITION %s %s', i.inhparent::pg_catalog.regclass, ${relation},
        pg_catalog.pg_get_expr(c.relpartbound, c.oid)) as sql, array['pg_class:' || c.oid, 'pg_class:' || i.inhparent] as after
      ${relations('r', 'p').replace(' where ', ' join pg_catalog.pg_inherits i on i.inhrelid = c.oid where c.relispartition and ')}`,
  },
  {
    rank: rank.fallback,
    sql: `select 'pg_attrdef:' || f.oid as key, pg_catalog.format('ALTER %s %s ALTER COLUMN %I SET DEFAULT %s',
        case c.relkind when 'v' then 'VIEW' else 'TABLE ONLY' end, ${relation}, a.attname, pg_catalog.pg_get_expr(f.adbin, f.adrelid)) as sql,
        array['pg_class:' || c.oid] as after
      ${relations('r', 'p', 'v').replace(
        ' where ',
        ` join pg_catalog.pg_attrdef f on f.adrelid = c.oid
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = f.adnum and a.attgenerated = '' where `,
      )}`,
  },
  ...Object.entries(constraintRank).map(([type, each]) => ({
    rank: each,
    sql: `select 'pg_constraint:' || k.oid as key, pg_catalog.format('ALTER TABLE %s%s ADD CONSTRAINT %I %s',
        case when c.relkind = 'r' and k.contype <> 'c' then 'ONLY ' else '' end, ${relation}, k.conname, pg_catalog.pg_get_constraintdef(k.oid)) as sql
      ${relations('r', 'p').replace(' where ', ' join pg_catalog.pg_constraint k on k.conrelid = c.oid where ')}
        and k.contype = '${type}' and k.conparentid = 0 and (k.conislocal or k.coninhcount = 0)`,
  })),
  {
    rank: rank.index,
    sql: `select 'pg_class:' || i.oid as key, pg_catalog.replace(pg_catalog.pg_get_indexdef(i.oid),
        pg_catalog.format('INDEX %I ON ONLY ', i.relname), pg_catalog.format('INDEX %I ON ', i.relname)) as sql
      ${relations('r', 'p', 'm').replace(
        ' where ',
        ' join pg_catalog.pg_index x on x.indrelid = c.oid join pg_catalog.pg_class i on i.oid = x.indexrelid where ',
      )} and not i.relispartition
        and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))`,
  },
  {
    rank: rank.index,
    sql: `select 'pg_statistic_ext:' || s.oid as key, pg_catalog.pg_get_statisticsobjdef(s.oid) as sql
      from pg_catalog.pg_statistic_ext s join pg_catalog.pg_namespace n on n.oid = s.stxnamespace where ${ownSchema}`,
  },
  {
    rank: rank.view,
    sql: `select 'pg_class:' || c.oid as key, pg_catalog.format('CREATE VIEW %s%s AS %s', ${relation}, ${options},
        pg_catalog.rtrim(pg_catalog.pg_get_viewdef(c.oid), ';')) as sql, ${drop('VIEW')} ${relations('v')}`,
  },
  {
    rank: rank.materialized,
    sql: `select 'pg_class:' || c.oid as key, pg_catalog.format('CREATE MATERIALIZED VIEW %s%s AS %s WITH %sDATA', ${relation}, ${options},
        pg_catalog.rtrim(pg_catalog.pg_get_viewdef(c.oid), ';'), case when c.relispopulated then '' else 'NO ' end) as sql,
        ${drop('MATERIALIZED VIEW')} ${relations('m')}`,
  },
  {
    rank: rank.rule,
    sql: `select 'pg_rewrite:' || w.oid as key, pg_catalog.rtrim(pg_catalog.pg_get_ruledef(w.oid), ';') as sql
      ${relations('r', 'p', 'v').replace(' where ', ' join pg_catalog.pg_rewrite w on w.ev_class = c.oid where ')} and w.rulename <> '_RETURN'`,
  },
  {
    rank: rank.trigger,
    sql: `select 'pg_trigger:' || g.oid as key, pg_catalog.pg_get_triggerdef(g.oid) || case g.tgenabled when 'O' then '' else
        pg_catalog.format(E';\\nALTER TABLE %s %s TRIGGER %I', ${relation},
          case g.tgenabled when 'D' then 'DISABLE' when 'R' then 'ENABLE REPLICA' else 'ENABLE ALWAYS' end, g.tgname) end as sql
      ${relations('r', 'p', 'v').replace(' where ', ' join pg_catalog.pg_trigger g on g.tgrelid = c.oid where ')}
        and not g.tgisinternal and g.tgparentid = 0`,
  },
  {
    rank: rank.policy,
    sql: `select 'pg_policy:' || p.oid as key, pg_catalog.format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.polname, ${relation},
        case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end,
        case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end,
        case when p.polroles = '{0}' then 'PUBLIC' else 'CURRENT_USER' end)
        || coalesce(' USING (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', '')
        || coalesce(' WITH CHECK (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') as sql
      ${relations('r', 'p').replace(' where ', ' join pg_catalog.pg_policy p on p.polrelid = c.oid where ')}`,
  },
  ...(['relrowsecurity', 'relforcerowsecurity'] as const).map((flag) => ({
    rank: rank.policy,
    sql: `select '${flag}:' || c.oid as key, pg_catalog.format('ALTER TABLE %s ${flag === 'relrowsecurity' ? 'ENABLE' : 'FORCE'} ROW LEVEL SECURITY', ${relation}) as sql
      ${relations('r', 'p')} and c.${flag}`,
  })),
]

/** Tables with rows of their own, and their exported columns. */
export const dataQuery = `select 'pg_class:' || c.oid as key, ${relation} as name,
    (select coalesce(pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum), '') from pg_catalog.pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  ${relations('r')} order by c.oid`

/** Sequences, by exported name. */
export const sequencesQuery = `select ${relation} as name ${relations('S')} order by c.oid`

/** Comments, as statements. */
export const commentsQuery = `select pg_catalog.format('COMMENT ON %s %s IS %L',
    case when i.type ~ ' column$' then 'COLUMN' when i.type ~ ' constraint$' then 'CONSTRAINT' else pg_catalog.upper(i.type) end,
    case when i.type = 'domain constraint' then pg_catalog.replace(i.identity, ' on ', ' on domain ') else i.identity end, d.description) as sql
  from pg_catalog.pg_description d, pg_catalog.pg_identify_object(d.classoid, d.objoid, d.objsubid) i
  where d.objoid >= 16384 and i.type not in ('extension', 'large object') and i.schema is distinct from 'pg_catalog'
    and not exists (select from pg_catalog.pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e')
    and not (i.type = 'database')`
