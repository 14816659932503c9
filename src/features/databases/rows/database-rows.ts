import { and, eq } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Source, Store, Tx } from '#db/types.ts'
import type { Credentials, DesiredDatabase, EngineNames } from '#features/engines/contract/database-engine.ts'
import type { Deps, OwnerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'

export type DatabaseRow = Store['t']['databases']['$inferSelect']
export type DumpRow = Store['t']['databaseDumps']['$inferSelect']

/** Identifies a database or its dump: owner and id. */
export type DatabaseKey = { userId: string; id: string }

export const isDatabase = ({ databases }: Pick<Schema, 'databases'>, { userId, id }: DatabaseKey) =>
  and(eq(databases.userId, userId), eq(databases.id, id))

export const isDump = ({ databaseDumps }: Pick<Schema, 'databaseDumps'>, { userId, id }: DatabaseKey) =>
  and(eq(databaseDumps.userId, userId), eq(databaseDumps.id, id))

/** Binds a sealed password to its database. A deleted database keeps its id, so the password stays readable. */
export const passwordContext = (id: string): string => `databases:db_password:${id}`

const select = ({ read, t }: Source, { user }: OwnerContext, id: string) =>
  read
    .select()
    .from(t.databases)
    .where(isDatabase(t, { userId: user.id, id }))

/** One of the caller's databases. @throws NOT_FOUND when it is missing or another user's */
export const findDatabase = async (ctx: OwnerContext, id: string): Promise<DatabaseRow> =>
  only(await select(ctx.store, ctx, id), 'This database')

/** The same, locked until the transaction ends. */
export const lockDatabase = async (tx: Tx, ctx: OwnerContext, id: string): Promise<DatabaseRow> =>
  only(await ctx.store.lock(select(tx, ctx, id)), 'This database')

export const namesOf = ({ networkName, networkUser }: DatabaseRow | DumpRow): EngineNames => ({
  database: networkName,
  user: networkUser,
})

/** With the password in clear text, for the engine only. */
export const credentialsOf = (
  { secrets }: Pick<Deps, 'secrets'>,
  row: DatabaseRow | DumpRow,
): Credentials => ({ ...namesOf(row), password: secrets.open(row.dbPassword, passwordContext(row.id)) })

export const desiredStateOf = (ctx: Pick<Deps, 'secrets'>, row: DatabaseRow): DesiredDatabase => ({
  ...credentialsOf(ctx, row),
  isOpen: row.isOpen,
  allow: row.allow ?? [],
  endsSessions: row.hasNewPassword,
})
