import type { RunSql } from './engine.ts'

const refusal = 'audit entries are append-only'

const tables = { audit_log: 'id', audit_seals: 'number' } as const

const statements = {
  sqlite: Object.entries(tables).flatMap(([table, key]) => [
    ...['update', 'delete'].map(
      (verb) =>
        `create trigger if not exists ${table}_no_${verb} before ${verb} on ${table} begin select raise(abort, '${refusal}'); end`,
    ),
    // INSERT OR REPLACE removes a row without its delete trigger, unless the connection asks for recursive triggers.
    `create trigger if not exists ${table}_no_replace before insert on ${table} when exists (select 1 from ${table} where ${key} = new.${key}) begin select raise(abort, '${refusal}'); end`,
  ]),
  postgres: [
    `create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
    ...Object.keys(tables).map(
      (table) =>
        `create or replace trigger ${table}_append_only before update or delete or truncate on ${table} for each statement execute function refuse_audit_change()`,
    ),
  ],
}

/** Afterwards no statement can change, replace or remove an audit entry. A rebuilt table loses its triggers, and an intruder may have dropped them: every start ends here. */
export async function guardAudit(run: RunSql, dialect: 'sqlite' | 'postgres'): Promise<void> {
  for (const statement of statements[dialect]) await run(statement)
}
