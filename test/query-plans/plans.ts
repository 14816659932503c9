import { type Engine, engineOf } from '#db/engine.ts'
import type { Row, RunSql, Store } from '#db/types.ts'

/** A statement as reported by the store, with its parameters. */
export type Statement = { sql: string; parameters: unknown[] }

/** One step of a plan, in terms that both engines share. */
type Step =
  | { kind: 'sort'; detail: string }
  | {
      kind: 'read'
      table: string
      index: string | null
      condition: string
      stopsEarly: boolean
      detail: string
    }

/** Rows that a person chose or an operator wrote, or whose number is bounded: few, however many customers there are. */
const smallTables = new Set([
  'service_categories',
  'pricing_plans',
  'leases',
  '_migrations',
  'site_days',
  'status_days',
  'status_figures',
  'incidents',
  'incident_updates',
  'trials',
])

/** Whole tables and partial indexes that hold pending work, or exactly the rows that one list filter selects. */
const openWork = new Set([
  'jobs_live',
  'jobs_done',
  'jobs_failed',
  'file_intents',
  'audit_pending',
  'jobs_queued',
  'jobs_running',
  'jobs_running_key',
  'mails_queued',
  'backups_pending_key',
  'cloud_instances_due',
  'users_admin',
  'user_services_busy',
  'backups_failed',
  'databases_unapplied',
  'databases_closed',
  'database_dumps_open',
  'payment_reports_waiting',
  'payment_reports_reference',
  'bank_lines_waiting',
  'renewal_terms_paid',
  'renewal_terms_suspended',
  'renewal_charges_open',
  'account_exports_open',
  'account_exports_pending_key',
  'account_deletions_due',
  'account_deletions_open_key',
])

// An equality on one of these leaves a large part of the table; on any other column, the rows of one customer or object.
const wideColumns = [
  'status',
  'plan_id',
  'category_id',
  'kind',
  'enabled',
  'is_active',
  'name',
  'target_type',
  'action',
]

const isNarrow = (condition: string): boolean =>
  [...condition.matchAll(/(\w+) ?(?:=|in\b)/gi)].some(([, column = '']) => !wideColumns.includes(column))

const isPaged = (sql: string): boolean => /\blimit\b/i.test(sql)
const isFiltered = (sql: string): boolean => /\bwhere\b/i.test(sql)

/** Statements that have to read many rows, and the reason. */
const excused: [statement: RegExp, reason: string][] = [
  [
    /"disk_bytes".* where "user_services"."status" in \(/,
    'one row for each web server that runs here, to measure it',
  ],
  [/from "cloud_providers" where .*"next_refresh_at" <= /, 'the accounts that are due'],
  [/from "jobs" where "jobs"."kind" not in /, 'passes over the mails that wait: nothing is left of others'],
  [/^insert into "server_metric_rollups"/, 'five minutes of all web servers that run here'],
  [
    /from "orders" .*status" = 'approved' and .*"decided_at" >= /,
    'the orders approved in some weeks, by a long read',
  ],
  [
    /from "backups" .* group by "backups"."user_id"/,
    'every completed backup, each quarter of an hour, by a long read',
  ],
  [/^select count\(\*\) (as \S+ )?from "rate_limits"/, 'the sweep keeps it below 50,000 rows'],
]

/** The faults of a statement’s plan; empty if it costs the same with a thousand customers as with a million. */
function judge(sql: string, steps: Step[]): string[] {
  if (excused.some(([statement]) => statement.test(sql))) return []
  const reads = steps.filter((step) => step.kind === 'read').filter(({ table }) => !smallTables.has(table))
  const sorts = steps.filter((step) => step.kind === 'sort')
  const isOpenWork = ({ table, index }: (typeof reads)[number]) =>
    openWork.has(table) || openWork.has(index ?? '')
  const complaints = reads
    .filter((read) => read.condition === '' && !isOpenWork(read))
    // A first page walks its list’s order and stops; with a condition it might never find enough rows.
    .filter(({ stopsEarly }) => !stopsEarly || sorts.length > 0)
    .map(({ detail }) => `reads all rows: ${detail}`)
  const first = reads[0]
  if (!first || first.condition === '' || isOpenWork(first) || isNarrow(first.condition)) return complaints
  if (!isPaged(sql) && /^\s*select\b(?! (count|max|min)\()/i.test(sql))
    complaints.push(`has no limit: ${first.detail}`)
  return [...complaints, ...sorts.map(({ detail }) => `sorts rows of many customers: ${detail}`)]
}

function readSqlite(sql: string, row: Row, derived: Set<string>): Step[] {
  const detail = String(row.detail)
  if (detail.startsWith('USE TEMP B-TREE')) return [{ kind: 'sort', detail }]
  const made = /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1]
  if (made) derived.add(made)
  const [, verb, table = '', rest = ''] = /^(SCAN|SEARCH) (\S+)(.*)$/.exec(detail) ?? []
  if (!verb || derived.has(table) || table.startsWith('(') || table === 'CONSTANT') return []
  const index = /USING (?:COVERING )?INDEX (\S+)/.exec(rest)?.[1] ?? null
  const condition = verb === 'SEARCH' ? (/\((.*)\)/.exec(rest)?.[1] ?? '') : ''
  // A search without a condition finds the first or last index entry, for min() and max().
  const stopsEarly = verb === 'SEARCH' || (isPaged(sql) && !isFiltered(sql))
  return [{ kind: 'read', table, index, condition, stopsEarly, detail }]
}

type Node = Record<string, unknown> & { Plans?: Node[] }

/** The leading column of each index, and the columns that lead an index of their table. */
type Leading = Map<string, string>

/**
 * No filter, or a filter on the leading column of some index: the statistics then say that nearly all rows pass it,
 * and for a rare value the same statement uses that index.
 */
function isHarmless(table: string, filter: unknown, leading: Leading): boolean {
  const column = /^\((\w+) = '[^']*'::\w+\)$/.exec(String(filter ?? ''))?.[1]
  return filter === undefined || (column !== undefined && leading.has(`${table}.${column}`))
}

type PlanContext = { leading: Leading; isLimited: boolean }

function readPostgres(node: Node, { leading, isLimited }: PlanContext): Step[] {
  const type = String(node['Node Type'])
  const isBelowLimit = type === 'Limit' || (isLimited && /^(Nested Loop|Result|LockRows|Memoize)$/.test(type))
  const below = (node.Plans ?? []).flatMap((plan) => readPostgres(plan, { leading, isLimited: isBelowLimit }))
  if (/^(Incremental )?Sort$/.test(type))
    return [{ kind: 'sort', detail: `${type} by ${String(node['Sort Key'])}` }, ...below]
  if (!/Scan$/.test(type) || typeof node['Relation Name'] !== 'string') return below
  const table = node['Relation Name']
  const index = typeof node['Index Name'] === 'string' ? node['Index Name'] : null
  const given = String(node['Index Cond'] ?? '')
  // A condition on a column other than the first reads the whole index.
  const condition = given.includes(leading.get(index ?? '') ?? '') ? given : ''
  const stopsEarly = isLimited && index !== null && isHarmless(table, node.Filter, leading)
  const detail = `${type} of ${table} ${index ?? ''} ${given}`.trim()
  return [{ kind: 'read', table, index, condition, stopsEarly, detail }, ...below]
}

const leadingColumns = `select c.relname as index, a.attname as column, i.indrelid::regclass::text as table from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`

// The tables are empty: with these enabled, the cheapest plan would be a sequential scan.
const usual = ['seqscan', 'incremental_sort', 'bitmapscan', 'hashjoin', 'mergejoin', 'hashagg', 'material']

/** Runs `work` without the index, then restores it; null for an index that backs a constraint. */
async function without<T>(run: RunSql, index: string, work: () => Promise<T>): Promise<T | null> {
  await run('savepoint whole')
  const found = await run(`drop index "${index}"`).then(work, () => null)
  await run('rollback to savepoint whole')
  return found
}

/**
 * Each statement’s plans: with sorting where that is cheaper, and without it wherever an index has the order. While tables are
 * empty all indexes cost the same, so after a bad choice the plans without that index are considered as well.
 */
async function explainPostgres(engine: Engine, statements: Statement[]): Promise<Step[][][]> {
  return engine.alter(async (run) => {
    for (const way of usual) await run(`set local enable_${way} = off`)
    const leading: Leading = new Map()
    for (const { index, column, table } of await run(leadingColumns)) {
      leading.set(String(index), String(column))
      leading.set(`${table}.${column}`, String(index))
    }
    const explain = async ({ sql, parameters }: Statement, sorting: 'on' | 'off') => {
      await run(`set local enable_sort = ${sorting}`)
      const [row] = await run(`explain (format json) ${sql}`, parameters as string[])
      const answer = row?.['QUERY PLAN']
      const [{ Plan }] = (typeof answer === 'string' ? JSON.parse(answer) : answer) as [{ Plan: Node }]
      return readPostgres(Plan, { leading, isLimited: false })
    }
    const explainBoth = async (statement: Statement) => [
      await explain(statement, 'off'),
      await explain(statement, 'on'),
    ]
    const plans: Step[][][] = []
    for (const statement of statements) {
      const found = await explainBoth(statement)
      const isBad = found.every((steps) => judge(statement.sql, steps).length > 0)
      const taken = isBad ? new Set(found.flat().flatMap((step) => indexOf(step) ?? [])) : []
      for (const index of taken)
        found.push(...((await without(run, index, () => explainBoth(statement))) ?? []))
      plans.push(found)
    }
    return plans
  })
}

const indexOf = (step: Step): string | null => (step.kind === 'read' ? step.index : null)

async function explainSqlite(engine: Engine, statements: Statement[]): Promise<Step[][][]> {
  const plans: Step[][][] = []
  for (const { sql, parameters } of statements) {
    const rows = await engine.query(`explain query plan ${sql}`, parameters as string[])
    const derived = new Set<string>()
    plans.push([rows.flatMap((row) => readSqlite(sql, row, derived))])
  }
  return plans
}

const shorten = (sql: string): string => sql.replace(/^select .*? from /, 'select … from ')

/** The statements whose cost grows with the number of customers, each with the faults of its best plan. */
export async function findSlowPlans(store: Store, statements: Statement[]): Promise<string[]> {
  const engine = engineOf(store)
  const plans = await (engine.dialect === 'sqlite' ? explainSqlite : explainPostgres)(engine, statements)
  return statements.flatMap(({ sql }, at) => {
    const judged = (plans[at] ?? []).map((steps) => judge(sql, steps))
    const best = judged.toSorted((one, other) => one.length - other.length)[0] ?? []
    return best.map((what) => `${what}\n    ${shorten(sql)}`)
  })
}
