import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { Admin } from '../admin.ts'
import type { AdminConnection } from '../admin-connection.ts'
import { changeAndEnd } from '../rights.ts'

// Only the portal can change the comment on a role. A permanent closure replaces it.
const prefix = 'hosting portal: closed until '

/** Checked once the role's row is locked: another node may have changed or permanently closed the role. */
const ifMarked = `do $check$ begin
  if (select pg_catalog.shobj_description(oid, 'pg_authid') from pg_catalog.pg_roles where rolname = %1$L)
    is distinct from %2$L then raise exception 'the role was changed';
  end if;
end $check$`

/** The comment on a role; undefined if its user cannot sign in. */
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
 * Ends a user's connections and blocks sign-in for this time, until `reopen`; does nothing if the role's mark has changed. Sets
 * `password` if given. @throws EngineBusy
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

/** A temporarily closed user, with the comment on its role. */
type ClosedUser = { user: string; mark: string }

/** Users whose closure has expired. */
export const findOver = (connection: AdminConnection): Promise<ClosedUser[]> =>
  connection.ask<ClosedUser>(
    `select r.rolname as user, d.description as mark
     from pg_catalog.pg_shdescription d join pg_catalog.pg_roles r on r.oid = d.objoid
     where d.classoid = 'pg_catalog.pg_authid'::pg_catalog.regclass and not r.rolcanlogin
       and d.description like '${prefix}%'
       and pg_catalog.split_part(d.description, ' ', 5)::pg_catalog.float8
         < extract(epoch from pg_catalog.clock_timestamp())`,
  )

/** Lets them sign in again. */
export async function reopen(admin: Admin, over: readonly ClosedUser[]): Promise<void> {
  for (const { user, mark } of over)
    await admin
      .order(`alter role %1$I login; ${ifMarked}; comment on role %1$I is null`, user, mark)
      .catch((error: unknown) => {
        if (!(error instanceof EngineRefused)) throw error
      })
}
