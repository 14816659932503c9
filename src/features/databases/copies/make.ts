import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { type DatabaseRow, isDatabase, passwordPlace } from '../rows/database-rows.ts'
import { leaveToDump } from '../rows/leave.ts'
import { randomPassword } from '../rows/random-password.ts'
import { raised, tell } from '../rows/revision.ts'
import { assertFree } from '../service/create.ts'
import { insertDatabase } from '../service/insert.ts'
import { followSoon } from '../worker/follow.ts'
import { readNamed } from './list.ts'
import { readPlan } from './room.ts'
import type { CopyRow } from './rows.ts'

/** The database's password when it was deleted, as long as its dump exists. */
async function readFormerPassword(
  tx: Tx,
  { secrets }: JobContext,
  { userId, serviceId, dbType, dbName, dbUser }: CopyRow,
): Promise<string | null> {
  const { databaseDumps: k } = tx.t
  const isOfService = and(eq(k.userId, userId), eq(k.serviceId, serviceId))
  const isIt = and(isOfService, eq(k.dbType, dbType), eq(k.dbName, dbName), eq(k.dbUser, dbUser))
  const [former] = await tx.select().from(k).where(isIt).orderBy(desc(k.createdAt)).limit(1)
  return former ? secrets.open(former.dbPassword, passwordPlace(former.id)) : null
}

/** Inserts the row of a database that is in the backup but not in the service, for the copy to go into. */
async function insertMade(ctx: JobContext, copy: CopyRow): Promise<void> {
  const id = Bun.randomUUIDv7()
  const now = ctx.now()
  await ctx.store.tx(async (tx) => {
    const { userId, serviceId, dbName, dbType, dbUser } = copy
    const wish = { id, userId, serviceId, dbName, dbType, dbUser }
    await assertFree(tx, await readPlan(tx, copy), wish)
    const password = (await readFormerPassword(tx, ctx, copy)) ?? randomPassword()
    const dbPassword = ctx.secrets.seal(password, passwordPlace(id))
    const row = await insertDatabase(tx, { ...wish, dbPassword }, now)
    tell(tx, ctx, row, 'pending')
    await tx
      .update(tx.t.databaseCopies)
      .set({ madeId: id })
      .where(and(eq(tx.t.databaseCopies.userId, userId), eq(tx.t.databaseCopies.id, copy.id)))
    await auditDatabase(tx, ctx, { action: 'database.create', row, details: { dbUser } })
  })
}

/** Retries a database that its engine refused or lost. */
const tryAgain = (ctx: JobContext, row: DatabaseRow) =>
  ctx.store.tx((tx) => tx.update(tx.t.databases).set(raised(tx.t, ctx.now())).where(isDatabase(tx.t, row)))

/** The database that receives a copy, present in its engine; created if the service has none. @throws DomainError */
export async function readyDatabase(ctx: JobContext, copy: CopyRow): Promise<DatabaseRow> {
  const named = { type: copy.dbType, database: copy.dbName }
  if (!(await readNamed(ctx, copy, named))) await insertMade(ctx, copy)
  const found = await readNamed(ctx, copy, named)
  if (found && found.appliedRevision === 0) {
    if (found.status === 'failed') await tryAgain(ctx, found)
    await followSoon(ctx, found)
  }
  const row = await readNamed(ctx, copy, named)
  if (row && row.appliedRevision > 0) return row
  const why = row?.reason ?? `${typeNames[copy.dbType]} has not created it yet.`
  throw new DomainError(row?.status === 'failed' ? 'WRONG_STATE' : 'UNAVAILABLE', `${copy.dbName}: ${why}`)
}

/** Removes a database that was created for a copy, without a dump. */
export async function unmake(ctx: JobContext, row: DatabaseRow): Promise<void> {
  const now = ctx.now()
  await ctx.store.tx(async (tx) => {
    await leaveToDump(tx, { ...row, appliedRevision: 0 }, { now, expiresAt: now })
    tell(tx, ctx, row, 'deleted')
  })
  await followSoon(ctx, row)
}
