import { and, eq } from 'drizzle-orm'
import type { Usage } from '#features/engines/contract/database-engine.ts'
import { patienceMs } from '#features/engines/service/engines.ts'
import type { JobContext } from '#server/context.ts'
import { inTime } from '#shared/async/in-time.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { type DatabaseRow, isDatabase } from '../rows/database-rows.ts'
import { isMissing, missingReason } from '../rows/missing.ts'
import { markDirty, publishDatabase } from '../rows/revision.ts'
import { readUsage } from './measure-rows.ts'
import { reconcile } from './reconcile.ts'

/** The row is unchanged since it was read. */
const isSame = ({ t }: Pick<JobContext['store'], 't'>, row: DatabaseRow) =>
  and(
    isDatabase(t, row),
    eq(t.databases.revision, row.revision),
    eq(t.databases.appliedRevision, row.appliedRevision),
  )

/** Between two steps of a restore the engine has no database under its name. */
async function isBeingReplaced({ store }: JobContext, row: DatabaseRow): Promise<boolean> {
  const { databaseCopies: c } = store.t
  const isOfService = and(eq(c.userId, row.userId), eq(c.serviceId, row.serviceId))
  return (await store.read.$count(c, isOfService)) > 0
}

async function markMissing(ctx: JobContext, row: DatabaseRow): Promise<void> {
  if (await isBeingReplaced(ctx, row)) return
  // It may have been replaced since the measurement.
  const usage = await readUsage(ctx, [row])
  if (usage === null || usage.has(row.networkName)) return
  const reason = missingReason(row.dbType)
  await ctx.store.tx(async (tx) => {
    const rows = await tx
      .update(tx.t.databases)
      .set({ status: 'failed', reason, appliedRevision: 0, sizeBytes: 0 })
      .where(isSame(ctx.store, row))
      .returning({ id: tx.t.databases.id })
    if (rows.length === 0) return
    publishDatabase(tx, ctx, row, 'failed')
    await auditDatabase(tx, ctx, { action: 'database.missing', row, details: { reason } })
  })
}

/** The database is back, e.g. after the portal pointed at another engine. */
async function reapply(ctx: JobContext, row: DatabaseRow): Promise<void> {
  await ctx.store.tx((tx) =>
    tx.update(tx.t.databases).set(markDirty(tx.t, ctx.now())).where(isSame(ctx.store, row)),
  )
  await reconcile(ctx, row)
}

/** Whether the engine answers in time and has lost a database that it had; the row is then marked. */
export async function checkMissing(ctx: JobContext, row: DatabaseRow): Promise<boolean> {
  const usage = await inTime(readUsage(ctx, [row]), patienceMs, () => null)
  if (usage === null || usage.has(row.networkName)) return false
  await updateMissing(ctx, [row], usage)
  return true
}

/** Marks rows whose database is missing in their engine, and reapplies missing ones that are back. */
export async function updateMissing(
  ctx: JobContext,
  rows: readonly DatabaseRow[],
  usage: ReadonlyMap<string, Usage>,
): Promise<void> {
  for (const row of rows) {
    const isThere = usage.has(row.networkName)
    if (isThere && isMissing(row)) await reapply(ctx, row)
    if (!isThere && row.appliedRevision > 0) await ctx.databaseWork.alone(row.id, () => markMissing(ctx, row))
  }
}
