// Written by `bun run db:generate`.
import postgres0000 from './migrations/postgres/0000_portal.sql' with { type: 'text' }
import postgres0001 from './migrations/postgres/0001_cloud_due.sql' with { type: 'text' }
import postgres0002 from './migrations/postgres/0002_cloud_refresh.sql' with { type: 'text' }
import postgres0003 from './migrations/postgres/0003_cloud_refresh_claims.sql' with { type: 'text' }
import postgres0004 from './migrations/postgres/0004_servers.sql' with { type: 'text' }
import sqlite0000 from './migrations/sqlite/0000_portal.sql' with { type: 'text' }
import sqlite0001 from './migrations/sqlite/0001_cloud_due.sql' with { type: 'text' }
import sqlite0002 from './migrations/sqlite/0002_cloud_refresh.sql' with { type: 'text' }
import sqlite0003 from './migrations/sqlite/0003_cloud_refresh_claims.sql' with { type: 'text' }
import sqlite0004 from './migrations/sqlite/0004_servers.sql' with { type: 'text' }

export type Migration = { readonly id: string; readonly sql: string }

export const migrations: Record<'sqlite' | 'postgres', readonly Migration[]> = {
  sqlite: [
    { id: '0000_portal', sql: sqlite0000 },
    { id: '0001_cloud_due', sql: sqlite0001 },
    { id: '0002_cloud_refresh', sql: sqlite0002 },
    { id: '0003_cloud_refresh_claims', sql: sqlite0003 },
    { id: '0004_servers', sql: sqlite0004 },
  ],
  postgres: [
    { id: '0000_portal', sql: postgres0000 },
    { id: '0001_cloud_due', sql: postgres0001 },
    { id: '0002_cloud_refresh', sql: postgres0002 },
    { id: '0003_cloud_refresh_claims', sql: postgres0003 },
    { id: '0004_servers', sql: postgres0004 },
  ],
}
