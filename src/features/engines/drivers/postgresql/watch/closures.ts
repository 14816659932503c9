import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { Admin } from '../admin.ts'
import type { AdminConnection } from '../admin-connection.ts'
import { changeAndEnd } from '../rights.ts'

// The comment on a role is the portal's alone to change. A role that is closed for good has another one at once.
const prefix = 'hosting portal: closed until '

/** Another node may have changed the role, or closed it for good: checked once its row is locked. */
const ifMarked = `do $check$ begin
  if (select pg_catalog.shobj_description(oid, 'pg_authid') from pg_catalog.pg_roles where rolname = %1$L)
    is distinct from %2$L then raise exception 'the role was changed';
  end if;
end $check$`

/** The comment on a role; undefined unless its user can sign in. */
export async function readMark(
  connection: AdminConnection,
  user: string,
): Promise<string | null | undefined> {
  const [row] = await connection.ask<{ mark: string | null }>(
    `select pg_catalog.shobj_description(oid, 'pg_authid') as mark
     from pg_catalog.pg_roles where rolname = $1 and rolcanlogin`,
    [user],
  )
  return row?.mark
}

/**
 * Nobody is connected as the user, nor can be for this time, after which `reopen` lets them in again; nothing is done when the
 * role has another mark by now. `password` is theirs then. @throws EngineBusy
 */
export async function closeFor(
  admin: Admin,
  user: string,
  { ms, mark, password }: { ms: number; mark: string | null; password?: string },
): Promise<void> {
  const [row] = await admin.ending.ask<{ until: string }>(
    `select (extract(epoch from pg_catalog.clock_timestamp()) + $1::pg_catalog.float8 / 1000)::text as until`,
    [ms],
  )
  const closed = `${prefix}${row?.until} ${crypto.randomUUID()}`
  const change = `alter role %1$I nologin${password === undefined ? '' : ' password %4$L'}`
  const values = [mark, closed, password ?? null]
  try {
    await changeAndEnd(admin, user, `${change}; ${ifMarked}; comment on role %1$I is %3$L`, ...values)
  } catch (error) {
    if (!(error instanceof EngineRefused)) throw error
  }
}

/** A user who is closed for a time, and the comment on the role. */
type Closed = { user: string; mark: string }

/** Those whose time is over. */
export const findOver = (connection: AdminConnection): Promise<Closed[]> =>
  connection.ask<Closed>(
    `select r.rolname as user, d.description as mark
     from pg_catalog.pg_shdescription d join pg_catalog.pg_roles r on r.oid = d.objoid
     where d.classoid = 'pg_catalog.pg_authid'::pg_catalog.regclass and not r.rolcanlogin
       and d.description like '${prefix}%'
       and pg_catalog.split_part(d.description, ' ', 5)::pg_catalog.float8
         < extract(epoch from pg_catalog.clock_timestamp())`,
  )

/** They can sign in again. */
export async function reopen(admin: Admin, over: readonly Closed[]): Promise<void> {
  for (const { user, mark } of over)
    await admin
      .order(`alter role %1$I login; ${ifMarked}; comment on role %1$I is null`, user, mark)
      .catch((error: unknown) => {
        if (!(error instanceof EngineRefused)) throw error
      })
}
