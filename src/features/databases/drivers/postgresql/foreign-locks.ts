import type { AdminConnection } from './admin.ts'

/** Of the places for locks, which all databases of a server share, customers may take this part. */
const mostOfPlaces = 0.5
/** Whoever has more than this part of them is too many then. */
const share = 0.1

// What an operator's own programs do on a server of others is not the portal's to judge: a customer has a limit of connections,
// and is in a database that the portal's user owns.
const ofCustomers = `pg_catalog.pg_locks l
  join pg_catalog.pg_stat_activity a on a.pid = l.pid
  join pg_catalog.pg_database d on d.oid = a.datid and d.datdba = current_user::pg_catalog.regrole
  join pg_catalog.pg_roles r on r.oid = a.usesysid and r.rolconnlimit >= 0 and r.rolname <> current_user
    and not (r.rolsuper or r.rolcreatedb or r.rolcreaterole) and pg_catalog.pg_has_role(r.oid, 'usage')`

const endThem = `select usename as holder, pg_catalog.pg_terminate_backend(pid) from (
  select distinct a.pid, a.usename from ${ofCustomers}
  where l.locktype = 'object' and l.database = 0 and l.objid <> 0
    and (l.classid = 'pg_catalog.pg_database'::pg_catalog.regclass and l.objid <> a.datid
      or l.classid = 'pg_catalog.pg_authid'::pg_catalog.regclass and l.objid <> a.usesysid)) as found`

// As the manual says of max_locks_per_transaction.
const findMost = `select holder from (
    select r.rolname as holder, count(*) as own, sum(count(*)) over () as taken,
      pg_catalog.current_setting('max_locks_per_transaction')::pg_catalog.float8
        * (pg_catalog.current_setting('max_connections')::pg_catalog.float8
          + pg_catalog.current_setting('max_prepared_transactions')::pg_catalog.float8) as places
    from ${ofCustomers} group by r.rolname) as found
  where taken > places * ${mostOfPlaces} and own > places * ${share}`

const holdersIn = (rows: { holder: string }[]): string[] => [...new Set(rows.map(({ holder }) => holder))]

/**
 * Sessions of customers that lock databases or users of others have been told to end; returns whose they were. Any user can
 * hold such a lock (ALTER ROLE … IN DATABASE, GRANT … TO), and another one that waits for it keeps everybody from connecting:
 * PostgreSQL asks for the right to DROP DATABASE once it has the lock. Object 0 is the queue of NOTIFY.
 */
export const endForeignLocks = async (ending: AdminConnection): Promise<string[]> =>
  holdersIn(await ending.ask<{ holder: string }>(endThem))

/** Customers who hold so many locks that others may get none. */
export const findHoarders = async (ending: AdminConnection): Promise<string[]> =>
  holdersIn(await ending.ask<{ holder: string }>(findMost))
