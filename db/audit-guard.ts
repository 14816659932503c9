import type { RunSql } from './engine.ts'

const refusal = 'audit entries are append-only'

const statements = {
  sqlite: ['audit_log', 'audit_seals'].flatMap((table) =>
    ['update', 'delete'].map(
      (verb) =>
        `create trigger if not exists ${table}_no_${verb} before ${verb} on ${table} begin select raise(abort, '${refusal}'); end`,
    ),
  ),
  postgres: [
    `create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
    ...['audit_log', 'audit_seals'].map(
      (table) =>
        `create or replace trigger ${table}_append_only before update or delete or truncate on ${table} for each statement execute function refuse_audit_change()`,
    ),
  ],
}

/** Afterwards no statement can change or remove an audit entry. A rebuilt table loses its triggers, so every migration ends here. */
export async function guardAudit(run: RunSql, dialect: 'sqlite' | 'postgres'): Promise<void> {
  for (const statement of statements[dialect]) await run(statement)
}
