import type { SlowStatement, Usage } from '../../contract/database-engine.ts'
import type { AdminConnection } from './admin-connection.ts'

/** Size and session count of each existing database, without the portal's sessions. */
export async function measure(
  admin: AdminConnection,
  databases: readonly string[],
): Promise<Map<string, Usage>> {
  const rows = await admin.ask<{ name: string; bytes: string; connections: string }>(
    `select d.datname as name, pg_catalog.pg_database_size(d.oid) as bytes,
       (select count(*) from pg_catalog.pg_stat_activity a
        where a.datid = d.oid and a.backend_type = 'client backend' and a.usename <> current_user) as connections
     from pg_catalog.pg_database d where d.datname = any($1)`,
    [databases],
  )
  return new Map(
    rows.map(({ name, bytes, connections }) => [
      name,
      { bytes: Number(bytes), connections: Number(connections) },
    ]),
  )
}

const extension = 'pg_stat_statements'
const most = 20

/** The slowest statements of a database by mean time; null where PostgreSQL does not record them. */
export async function readSlow(admin: AdminConnection, database: string): Promise<SlowStatement[] | null> {
  const [found] = await admin.ask(
    // The view hides statements that the portal may not see, as on external servers.
    `select (select setting ~ $1 from pg_catalog.pg_settings where name = 'shared_preload_libraries') as is_loaded,
       exists (select from pg_catalog.pg_extension where extname = $1) as is_made`,
    [extension],
  )
  if (found?.is_loaded !== true) return null
  if (found.is_made !== true)
    await admin.order(`create extension if not exists ${extension} with schema public`)
  const rows = await admin.ask<{ statement: string; calls: string; mean: number }>(
    `select s.query as statement, s.calls, s.mean_exec_time as mean
     from public.${extension} s join pg_catalog.pg_database d on d.oid = s.dbid join pg_catalog.pg_roles r on r.oid = s.userid
     where d.datname = $1 and r.rolname <> current_user and s.query is not null
     order by s.mean_exec_time desc limit ${most}`,
    [database],
  )
  return rows.map(({ statement, calls, mean }) => ({ statement, calls: Number(calls), meanMs: mean }))
}
