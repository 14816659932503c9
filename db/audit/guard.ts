import type { Engine } from '../engine.ts'
import type { RunSql } from '../types.ts'

const refusal = 'audit entries are append-only'

const tables = { audit_log: 'id', audit_seals: 'number' } as const
const names = Object.keys(tables)

/** SQLite stores these by name. */
const liteTriggers = new Map(
  Object.entries(tables).flatMap(([table, key]) => {
    const when = (event: string, condition = '') =>
      `before ${event} on ${table} ${condition}begin select raise(abort, '${refusal}'); end`
    // INSERT OR REPLACE removes a row without its delete trigger, unless the connection asks for recursive triggers.
    const isThere = `when exists (select 1 from ${table} where ${key} = new.${key}) `
    return [
      [`${table}_no_update`, when('update')],
      [`${table}_no_delete`, when('delete')],
      [`${table}_no_replace`, when('insert', isThere)],
    ]
  }),
)

const postgresBody = ` begin raise exception '${refusal}'; end `
const postgresName = (table: string) => `${table}_append_only`

const statements = {
  sqlite: [...liteTriggers].flatMap(([name, rest]) => [
    `drop trigger if exists ${name}`,
    `create trigger ${name} ${rest}`,
  ]),
  postgres: [
    `create or replace function refuse_audit_change() returns trigger language plpgsql as $$${postgresBody}$$`,
    ...names.map(
      (table) =>
        `create or replace trigger ${postgresName(table)} before update or delete or truncate on ${table} for each statement execute function refuse_audit_change()`,
    ),
  ],
}

/**
 * Makes the log append-only: afterwards no statement can change, replace or remove an entry. A rebuilt table loses its triggers.
 */
export async function guardAudit(run: RunSql, dialect: Engine['dialect']): Promise<void> {
  for (const statement of statements[dialect]) await run(statement)
}

const isGuardedBy = {
  async sqlite(query: RunSql) {
    const rows = await query("select sql from sqlite_schema where type = 'trigger'")
    const present = new Set(rows.map(({ sql }) => sql))
    return [...liteTriggers].every(([name, rest]) => present.has(`CREATE TRIGGER ${name} ${rest}`))
  },
  async postgres(query: RunSql) {
    const relations = names.map((table) => `'${table}'::regclass`).join(', ')
    const rows = await query(
      `select t.tgname, p.prosrc from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid in (${relations}) and t.tgenabled in ('O', 'A')`,
    )
    const present = new Map(rows.map(({ tgname, prosrc }) => [tgname, prosrc]))
    return names.every((table) => present.get(postgresName(table)) === postgresBody)
  },
}

/** Whether the guards are complete: an intruder may have dropped, disabled or emptied them. Takes no lock. */
export const isAuditGuarded = ({ dialect, query }: Engine): Promise<boolean> => isGuardedBy[dialect](query)
