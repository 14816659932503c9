import type { AdminConnection } from '../admin-connection.ts'

// The operator's own programs on an external server are left alone: a customer's role has a connection limit and no right to
// create databases or roles.
const isCustomer = `r.rolconnlimit >= 0 and r.rolname <> current_user
  and not (r.rolsuper or r.rolcreatedb or r.rolcreaterole) and pg_catalog.pg_has_role(r.oid, 'usage')`

const endForeign = `select usename as name, pg_catalog.pg_terminate_backend(pid) from (
  select distinct a.pid, a.usename
  from pg_catalog.pg_locks l
  join pg_catalog.pg_stat_activity a on a.pid = l.pid
  join pg_catalog.pg_database d on d.oid = a.datid and d.datdba = current_user::pg_catalog.regrole
  join pg_catalog.pg_roles r on r.oid = a.usesysid and ${isCustomer}
  where l.locktype = 'object' and l.database = 0 and l.objid <> 0
    and (l.classid = 'pg_catalog.pg_database'::pg_catalog.regclass and l.objid <> a.datid
      or l.classid = 'pg_catalog.pg_authid'::pg_catalog.regclass and l.objid <> a.usesysid)) as found`

const end = async (watching: AdminConnection, statement: string): Promise<string[]> => [
  ...new Set((await watching.ask<{ name: string }>(statement)).map(({ name }) => name)),
]

/**
 * Ends customers' sessions that lock other databases or users; returns the names of their users. Any user can take such a lock
 * (ALTER ROLE … IN DATABASE, GRANT … TO), and a statement waiting for it blocks all connections: PostgreSQL checks the right to
 * DROP DATABASE only after it has the lock. Object 0 is the queue of NOTIFY.
 */
export const endForeignLocks = (watching: AdminConnection): Promise<string[]> => end(watching, endForeign)

// Lock table size by the manual's formula for max_locks_per_transaction.
const endHoarding = `with held as (
    select a.usesysid as id, pg_catalog.array_agg(distinct a.pid) as pids, pg_catalog.count(*) as locks
    from pg_catalog.pg_locks l
    join pg_catalog.pg_stat_get_activity(null) a on a.pid = l.pid
    where a.usesysid is not null and a.pid <> pg_catalog.pg_backend_pid()
    group by a.usesysid)
  select r.rolname as name, pg_catalog.pg_terminate_backend(pid)
  from held join pg_catalog.pg_roles r on r.oid = held.id and ${isCustomer}
  cross join pg_catalog.unnest(pids) pid
  where locks * 2 >= (select pg_catalog.max(locks) from held)
    and (select pg_catalog.sum(locks) from held) * 2 >
      pg_catalog.current_setting('max_locks_per_transaction')::pg_catalog.int8
        * (pg_catalog.current_setting('max_connections')::pg_catalog.int8
          + pg_catalog.current_setting('max_prepared_transactions')::pg_catalog.int8)`

/**
 * Once half of the server's shared lock table is taken, ends the sessions of the customers who hold the most locks; returns the
 * names of their users.
 */
export const endHoarders = (watching: AdminConnection): Promise<string[]> => end(watching, endHoarding)
