// Written by `bun run db:generate`.
import postgres0000 from './migrations/postgres/0000_portal.sql' with { type: 'text' }
import sqlite0000 from './migrations/sqlite/0000_portal.sql' with { type: 'text' }

export type Migration = { readonly id: string; readonly sql: string }

export const migrations: Record<'sqlite' | 'postgres', readonly Migration[]> = {
  sqlite: [{ id: '0000_portal', sql: sqlite0000 }],
  postgres: [{ id: '0000_portal', sql: postgres0000 }],
}
