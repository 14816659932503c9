import { maxConnections } from '../../contract/rules.ts'
import type { EngineNames, Wanted } from '../database-engine.ts'
import type { Admin, AdminConnection } from './admin.ts'

/** Roles that the portal makes for the time of a dump begin so. */
export const taskPrefix = 'portal_task_'

const plainRole = 'connection limit %2$s password %3$L'

const exists = async (admin: AdminConnection, sql: string, name: string): Promise<boolean> =>
  (await admin.ask(sql, [name])).length > 0

const hasRole = (admin: AdminConnection, name: string) =>
  exists(admin, 'select 1 from pg_catalog.pg_roles where rolname = $1', name)

/** Whether there is a database of this name. */
export const hasDatabase = (admin: AdminConnection, name: string) =>
  exists(admin, 'select 1 from pg_catalog.pg_database where datname = $1', name)

/** Whether one of the names is in use, whoever has it. */
export const isTaken = async (admin: AdminConnection, { database, user }: EngineNames): Promise<boolean> =>
  (await hasDatabase(admin, database)) || (await hasRole(admin, user))

/** Every session of a user, or in a database, has been told to end. */
export const endSessions = (admin: AdminConnection, { database, user }: Partial<EngineNames>) =>
  admin.ask(
    `select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
     where (usename = $1 or datname = $2) and pid <> pg_catalog.pg_backend_pid()`,
    [user ?? null, database ?? null],
  )

/** Everything in the database belongs to its user, also what came with an exchange; nobody else has rights in it. */
export async function takeOver(connection: AdminConnection, user: string): Promise<void> {
  const others = await connection.ask<{ name: string }>(
    `select distinct r.rolname as name from pg_catalog.pg_shdepend d join pg_catalog.pg_roles r on r.oid = d.refobjid
     where d.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
       and d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass and d.deptype = 'o'
       and r.rolname <> $1 and not r.rolsuper and r.rolname <> current_user`,
    [user],
  )
  for (const { name } of others) await connection.order('reassign owned by %1$I to %2$I', name, user)
  await connection.order('alter schema public owner to %1$I', user)
  await connection.order('revoke all on schema public from public')
}

/** Only `user` and the portal can connect to the database; the user cannot give it away, since it is not the owner. */
export async function keepToItself(admin: AdminConnection, { database, user }: EngineNames): Promise<void> {
  const guests = await admin.ask<{ name: string }>(
    `select distinct r.rolname as name from pg_catalog.pg_database d, pg_catalog.aclexplode(d.datacl) a
     join pg_catalog.pg_roles r on r.oid = a.grantee where d.datname = $1 and a.grantee not in (d.datdba, 0) and r.rolname <> $2`,
    [database, user],
  )
  await admin.order('revoke all on database %1$I from public', database)
  for (const { name } of guests) await admin.order('revoke all on database %1$I from %2$I', database, name)
  await admin.order('grant connect, create, temporary on database %1$I to %2$I', database, user)
}

/** The portal may act for the user where it is not the superuser, as on servers of others. */
async function actFor(admin: Admin, user: string): Promise<void> {
  const [own] = await admin.ask<{ rolsuper: boolean }>(
    'select rolsuper from pg_catalog.pg_roles where rolname = current_user',
  )
  if (own?.rolsuper === false) await admin.order('grant %1$I to current_user', user)
}

/** The database and its user are as wanted, and belong together; sessions end unless it is open, or when that is wanted. */
export async function ensure(admin: Admin, wanted: Wanted): Promise<void> {
  const { database, user, password, isOpen, endsSessions = false } = wanted
  // A role has no attribute that it is not given.
  const verb = (await hasRole(admin, user)) ? 'alter' : 'create'
  const login = isOpen ? 'login' : 'nologin'
  await admin.order(`${verb} role %1$I with ${login} ${plainRole}`, user, maxConnections, password)
  await actFor(admin, user)
  if (!(await hasDatabase(admin, database)))
    await admin.order("create database %1$I template template0 encoding 'UTF8'", database)
  await keepToItself(admin, wanted)
  await admin.within(database, (connection) => takeOver(connection, user))
  if (!isOpen || endsSessions) await endSessions(admin, { user })
}

/** Neither the database nor the user is there any more. */
export async function remove(admin: Admin, { database, user }: EngineNames): Promise<void> {
  if (await hasRole(admin, user)) await admin.order('alter role %1$I nologin', user)
  await endSessions(admin, { user })
  if (await hasDatabase(admin, database)) await admin.order('drop database %1$I with (force)', database)
  if (await hasRole(admin, user)) await admin.order('drop role %1$I', user)
}

/** Nobody but the portal can connect to the databases that PostgreSQL itself brings, and no task of an earlier portal is left. */
export async function secure(admin: Admin): Promise<void> {
  const own = await admin.ask<{ name: string }>(
    `select datname as name from pg_catalog.pg_database
     where datname in ('postgres', 'template1') and pg_catalog.pg_has_role(datdba, 'usage')`,
  )
  for (const { name } of own) await admin.order('revoke all on database %1$I from public', name)
  const left = await admin.ask<{ name: string }>(
    `select rolname as name from pg_catalog.pg_roles where rolname like $1 and rolvaliduntil < pg_catalog.now()`,
    [`${taskPrefix.replaceAll('_', '\\_')}%`],
  )
  for (const { name } of left) await admin.order('drop role if exists %1$I', name)
}
