import { EngineBusy, EngineRefused } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import type { DesiredDatabase, EngineNames } from '../../contract/database-engine.ts'
import { maxConnections } from '../../contract/kinds.ts'
import type { Admin } from './admin.ts'
import type { AdminConnection } from './admin-connection.ts'

/** Prefix of temporary dump roles. */
export const taskPrefix = 'portal_task_'

const plainRole = 'connection limit %2$s password %3$L'
/** Replaces an earlier mark (`closures.ts`). */
const closed = `alter role %1$I with nologin ${plainRole}; comment on role %1$I is %4$L`

const exists = async (admin: AdminConnection, sql: string, name: string): Promise<boolean> =>
  (await admin.ask(sql, [name])).length > 0

const hasRole = (admin: AdminConnection, name: string) =>
  exists(admin, 'select 1 from pg_catalog.pg_roles where rolname = $1', name)

/** Whether a database of this name exists. */
export const hasDatabase = (admin: AdminConnection, name: string) =>
  exists(admin, 'select 1 from pg_catalog.pg_database where datname = $1', name)

/** Whether one of the names is in use, by any owner. */
export const isTaken = async (admin: AdminConnection, { database, user }: EngineNames): Promise<boolean> =>
  (await hasDatabase(admin, database)) || (await hasRole(admin, user))

/** Terminates every session of a user or in a database; returns their number. */
const endSessions = async (admin: AdminConnection, { database, user }: Partial<EngineNames>) =>
  (
    await admin.ask(
      `select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
       where (usename = $1 or datname = $2) and backend_type = 'client backend' and pid <> pg_catalog.pg_backend_pid()`,
      [user ?? null, database ?? null],
    )
  ).length

const againMs = 20
/** Sessions end within milliseconds unless the engine has problems. */
const endingMs = 4 * second

/** Retries `attempt` while it returns false or waits for a lock. @throws EngineBusy when it takes too long */
export async function insist(attempt: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + endingMs
  for (let why: unknown = null; ; await Bun.sleep(againMs)) {
    try {
      if ((await attempt()) !== false) return
    } catch (error) {
      if (!(error instanceof EngineBusy)) throw error
      why = error
    }
    if (performance.now() > until) throw new EngineBusy(why)
  }
}

/** Repeats `act` until `change` has settled. */
async function during(change: Promise<unknown>, act: () => Promise<unknown>): Promise<void> {
  const made = change.then(
    () => true,
    () => true,
  )
  do await act()
  while (!(await Promise.race([made, Bun.sleep(againMs).then(() => false)])))
}

/** Ends all sessions of a user or in a database. @throws EngineBusy */
export const endAllSessions = (admin: Admin, names: Partial<EngineNames>): Promise<void> =>
  insist(async () => (await endSessions(admin.ending, names)) === 0)

/** Rolls back the user's prepared transactions (PREPARE TRANSACTION), which hold locks without a session. */
async function rollBackPrepared(admin: Admin, user: string): Promise<void> {
  const prepared = await admin.ending.ask<{ database: string; names: string[] }>(
    'select database, pg_catalog.array_agg(gid) as names from pg_catalog.pg_prepared_xacts where owner = $1 group by database',
    [user],
  )
  for (const { database, names } of prepared)
    await admin.within(database, async (connection) => {
      await connection.order('set role %1$I', user)
      for (const name of names)
        await connection.order('rollback prepared %1$L', name).catch((error: unknown) => {
          // The customer ended it first.
          if (!(error instanceof EngineRefused)) throw error
        })
    })
}

/**
 * Executes the statements about a role (`%1$I`) in one transaction. They queue for the role's lock while its holders (ALTER
 * ROLE … PASSWORD in a transaction) are ended, so that no later session gets it before.
 * @throws EngineBusy, EngineRefused
 */
export const changeRole = (
  admin: Admin,
  user: string,
  statements: string,
  ...values: (string | number | null)[]
): Promise<void> =>
  insist(async () => {
    const changed = admin.closing.order(statements, user, ...values)
    await Promise.all([
      changed,
      during(changed, () => endSessions(admin.ending, { user })),
      during(changed, () => rollBackPrepared(admin, user)),
    ])
  })

/** The same, and ends all sessions that began before. @throws EngineBusy, EngineRefused */
export async function changeAndEnd(
  admin: Admin,
  user: string,
  statements: string,
  ...values: (string | number | null)[]
): Promise<void> {
  await changeRole(admin, user, statements, ...values)
  await endAllSessions(admin, { user })
}

/** Gives everything in the database to its user, also after an exchange, and revokes public rights. */
export async function takeOver(connection: AdminConnection, user: string): Promise<void> {
  const others = await connection.ask<{ name: string }>(
    `select distinct r.rolname as name from pg_catalog.pg_shdepend d join pg_catalog.pg_roles r on r.oid = d.refobjid
     where d.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
       and d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass and d.deptype = 'o'
       and r.rolname <> $1 and not r.rolsuper and r.rolname <> current_user`,
    [user],
  )
  for (const { name } of others) await connection.order('reassign owned by %1$I to %2$I', name, user)
  // Changes only what differs: a change would wait for any lock holder. The customer may have dropped the schema.
  const [schema] = await connection.ask<{ owner: string; is_public: boolean }>(
    `select pg_catalog.pg_get_userbyid(nspowner) as owner,
       exists (select from pg_catalog.aclexplode(nspacl) where grantee = 0) as is_public
     from pg_catalog.pg_namespace where nspname = 'public'`,
  )
  if (schema && schema.owner !== user) await connection.order('alter schema public owner to %1$I', user)
  if (schema?.is_public) await connection.order('revoke all on schema public from public')
}

const ownRights = ['CONNECT', 'CREATE', 'TEMPORARY']

/** Lets only `user` and the portal connect to the database; the user is not its owner, so it cannot grant access. */
export async function restrictAccess(admin: AdminConnection, { database, user }: EngineNames): Promise<void> {
  const rights = await admin.ask<{ name: string | null; privilege: string }>(
    `select r.rolname as name, a.privilege_type as privilege
     from pg_catalog.pg_database d
     cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) a
     left join pg_catalog.pg_roles r on r.oid = a.grantee
     where d.datname = $1 and a.grantee <> d.datdba`,
    [database],
  )
  const namesOf = new Set(rights.map(({ name }) => name))
  if (namesOf.has(null)) await admin.order('revoke all on database %1$I from public', database)
  for (const name of namesOf)
    if (name !== null && name !== user)
      await admin.order('revoke all on database %1$I from %2$I', database, name)
  const has = (right: string) => rights.some(({ name, privilege }) => name === user && privilege === right)
  if (!ownRights.every(has))
    await admin.order('grant connect, create, temporary on database %1$I to %2$I', database, user)
}

/** Lets the portal act for the user where it is not a superuser, as on external servers. */
async function actFor(admin: Admin, user: string): Promise<void> {
  const [own] = await admin.ask<{ rolsuper: boolean }>(
    'select rolsuper from pg_catalog.pg_roles where rolname = current_user',
  )
  if (own?.rolsuper === false) await admin.order('grant %1$I to current_user', user)
}

/** Creates the database, and restricts it and its contents to its user and the portal. */
async function createOwned(admin: Admin, names: EngineNames): Promise<void> {
  if (!(await hasDatabase(admin, names.database)))
    await insist(() => admin.order("create database %1$I template template0 encoding 'UTF8'", names.database))
  await restrictAccess(admin, names)
  await admin.within(names.database, (connection) => takeOver(connection, names.user))
}

/**
 * Brings database and user to the desired state. If it is closed, or `endsSessions` is set, sessions end first and none can begin
 * in the meantime.
 */
export async function ensure(admin: Admin, wanted: DesiredDatabase): Promise<void> {
  const { user, password, isOpen, endsSessions: ends = false } = wanted
  const facts = [maxConnections, password] as const
  // A new role has only the attributes that it is given.
  if (!(await hasRole(admin, user)))
    await admin.order(`create role %1$I with nologin ${plainRole}`, user, ...facts)
  else if (ends || !isOpen) await changeAndEnd(admin, user, closed, ...facts, crypto.randomUUID())
  try {
    await actFor(admin, user)
    await createOwned(admin, wanted)
  } finally {
    // Sets the password again: a session may have changed it before it was ended.
    const opened = `alter role %1$I with login ${plainRole}`
    if (isOpen && ends) await changeRole(admin, user, opened, ...facts)
    else if (isOpen) await admin.order(opened, user, ...facts)
  }
}

/** Drops the role, or renames and expires it for `sweepRoles` if it has rights from other users. */
async function dropRole(admin: Admin, user: string): Promise<void> {
  try {
    await admin.order('drop role %1$I', user)
  } catch (error) {
    if (!(error instanceof EngineRefused || error instanceof EngineBusy)) throw error
    const left = `${taskPrefix}${crypto.randomUUID().replaceAll('-', '')}`
    const renamed = `alter role %1$I valid until '-infinity'; alter role %1$I rename to %2$I`
    await changeRole(admin, user, renamed, left)
  }
}

/** Removes database and user. */
export async function remove(admin: Admin, { database, user }: EngineNames): Promise<void> {
  if (await hasRole(admin, user))
    await changeAndEnd(admin, user, 'alter role %1$I nologin; comment on role %1$I is null')
  if (await hasDatabase(admin, database))
    await insist(() => admin.order('drop database if exists %1$I with (force)', database))
  if (await hasRole(admin, user)) await dropRole(admin, user)
}

/** Drops a dump role with the rights that customers gave it. @throws EngineRefused, EngineUnavailable */
export async function dropTask(admin: Admin, name: string): Promise<void> {
  const named = await admin.ask<{ database: string }>(
    `select distinct d.datname as database
     from pg_catalog.pg_shdepend s
     join pg_catalog.pg_roles r on r.oid = s.refobjid
     join pg_catalog.pg_database d on d.oid = s.dbid
     where s.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass and r.rolname = $1`,
    [name],
  )
  for (const { database } of named)
    await admin.within(database, (connection) => connection.order('drop owned by %1$I', name))
  await admin.order('drop role if exists %1$I', name)
}

/** Lets only the portal connect to PostgreSQL's own databases. */
export async function secure(admin: Admin): Promise<void> {
  const own = await admin.ask<{ name: string }>(
    `select datname as name from pg_catalog.pg_database
     where datname in ('postgres', 'template1') and pg_catalog.pg_has_role(datdba, 'usage')`,
  )
  for (const { name } of own) await admin.order('revoke all on database %1$I from public', name)
}

/** Drops expired roles: those of dumps and those that could not be dropped with their database. */
export async function sweepRoles(admin: Admin): Promise<void> {
  const left = await admin.ask<{ name: string }>(
    `select rolname as name from pg_catalog.pg_roles where rolname like $1 and rolvaliduntil < pg_catalog.now()`,
    [`${taskPrefix.replaceAll('_', '\\_')}%`],
  )
  for (const { name } of left)
    await dropTask(admin, name).catch((error: unknown) => {
      // An expired role cannot sign in, so a failure must not affect other work.
      if (!(error instanceof EngineRefused || error instanceof EngineBusy)) throw error
    })
}
