import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { type DatabaseRow, isDatabase, passwordContext } from '../rows/database-rows.ts'
import { deleteToDump } from '../rows/delete-to-dump.ts'
import { randomPassword } from '../rows/random-password.ts'
import { markDirty, publishDatabase } from '../rows/revision.ts'
import { assertFree } from '../service/create.ts'
import { insertDatabase } from '../service/insert.ts'
import { reconcile } from '../worker/reconcile.ts'
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
  return former ? secrets.open(former.dbPassword, passwordContext(former.id)) : null
}

/** Inserts the row of a database that is in the backup but not in the service, for the copy to go into. */
async function insertCreated(ctx: JobContext, copy: CopyRow): Promise<void> {
  const id = Bun.randomUUIDv7()
  const now = ctx.now()
  await ctx.store.tx(async (tx) => {
    const { userId, serviceId, dbName, dbType, dbUser } = copy
    const values = { id, userId, serviceId, dbName, dbType, dbUser }
    await assertFree(tx, await readPlan(tx, copy), values)
    const password = (await readFormerPassword(tx, ctx, copy)) ?? randomPassword()
    const dbPassword = ctx.secrets.seal(password, passwordContext(id))
    const row = await insertDatabase(tx, { ...values, dbPassword }, now)
    publishDatabase(tx, ctx, row, 'pending')
    await tx
      .update(tx.t.databaseCopies)
      .set({ madeId: id })
      .where(and(eq(tx.t.databaseCopies.userId, userId), eq(tx.t.databaseCopies.id, copy.id)))
    await auditDatabase(tx, ctx, { action: 'database.create', row, details: { dbUser } })
  })
}

/** Retries a database that its engine refused or lost. */
const tryAgain = (ctx: JobContext, row: DatabaseRow) =>
  ctx.store.tx((tx) => tx.update(tx.t.databases).set(markDirty(tx.t, ctx.now())).where(isDatabase(tx.t, row)))

/** The database that receives a copy, present in its engine; created if the service has none. @throws DomainError */
export async function ensureDatabase(ctx: JobContext, copy: CopyRow): Promise<DatabaseRow> {
  const named = { type: copy.dbType, database: copy.dbName }
  if (!(await readNamed(ctx, copy, named))) await insertCreated(ctx, copy)
  const found = await readNamed(ctx, copy, named)
  if (found && found.appliedRevision === 0) {
    if (found.status === 'failed') await tryAgain(ctx, found)
    await reconcile(ctx, found)
  }
  const row = await readNamed(ctx, copy, named)
  if (row && row.appliedRevision > 0) return row
  const why = row?.reason ?? `${typeNames[copy.dbType]} has not created it yet.`
  throw new DomainError(row?.status === 'failed' ? 'WRONG_STATE' : 'UNAVAILABLE', `${copy.dbName}: ${why}`)
}

/** Removes a database that was created for a copy, without a dump. */
export async function removeCreated(ctx: JobContext, row: DatabaseRow): Promise<void> {
  const now = ctx.now()
  await ctx.store.tx(async (tx) => {
    await deleteToDump(tx, { ...row, appliedRevision: 0 }, { now, expiresAt: now })
    publishDatabase(tx, ctx, row, 'deleted')
  })
  await reconcile(ctx, row)
}
