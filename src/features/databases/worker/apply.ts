import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Endpoint } from '#features/engines/contract/database-engine.ts'
import { notConnected } from '#features/engines/service/engines.ts'
import type { JobContext } from '#server/context.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import { type DatabaseKey, type DatabaseRow, desiredStateOf, isDatabase } from '../rows/database-rows.ts'
import { publishDatabase } from '../rows/revision.ts'
import { claimNames } from './claim.ts'
import { measureRows } from './measure-rows.ts'
import { describeTrouble, type Trouble } from './trouble.ts'

async function readRow({ store }: JobContext, place: DatabaseKey): Promise<DatabaseRow | undefined> {
  const [row] = await store.read.select().from(store.t.databases).where(isDatabase(store.t, place))
  return row
}

/** Marks the row, as it was read, as applied, and stores `also` with it; a later change remains pending. */
export async function storeApplied(
  ctx: JobContext,
  row: DatabaseRow,
  { host, port }: Endpoint,
  also: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<void> {
  const { databases: d } = ctx.store.t
  const { revision } = row
  const applied = {
    status: sql`case when ${d.revision} = ${revision} then 'active' else ${d.status} end`,
    hasNewPassword: sql`${d.hasNewPassword} and ${d.revision} <> ${revision}`,
    ...{ reason: null, host, port, appliedRevision: revision },
  }
  await ctx.store.tx(async (tx) => {
    await tx.update(d).set(applied).where(isDatabase(tx.t, row))
    publishDatabase(tx, ctx, row, 'active')
    await also(tx)
  })
}

/** Stores why the row, as it was read, could not be applied; it is retried unless the engine refused it. */
export async function storeTrouble(
  ctx: JobContext,
  row: DatabaseRow,
  { reason, isRefusal }: Trouble,
): Promise<void> {
  if (row.reason === reason && !isRefusal) return
  const { databases: d } = ctx.store.t
  // A failure after the row was applied, such as in measuring, does not affect its status.
  const isBehind = lt(d.appliedRevision, row.revision)
  const isSame = and(isDatabase(ctx.store.t, row), eq(d.revision, row.revision), isBehind)
  const status = isRefusal ? ('failed' as const) : row.status
  await ctx.store.tx(async (tx) => {
    const rows = await tx.update(d).set({ reason, status }).where(isSame).returning({ id: d.id })
    if (rows.length === 0) return
    publishDatabase(tx, ctx, row, status)
    if (isRefusal) await auditDatabase(tx, ctx, { action: 'database.failed', row, details: { reason } })
  })
}

/** One attempt; returns whether to check the row again immediately. */
async function attempt(ctx: JobContext, row: DatabaseRow): Promise<boolean> {
  const engine = ctx.databaseEngines[row.dbType]
  const missing = notConnected(engine)
  if (missing !== null) {
    await storeTrouble(ctx, row, { reason: missing, isRefusal: false })
    return false
  }
  try {
    const endpoint = await engine.connect()
    const claimed = await claimNames(ctx, engine, row)
    await engine.ensure(desiredStateOf(ctx, claimed))
    await storeApplied(ctx, claimed, endpoint)
    if (claimed.appliedRevision === 0) await measureRows(ctx, [claimed], null)
    ctx.databaseWork.succeeded(row.id)
    return true
  } catch (error) {
    ctx.databaseWork.failed(row.id)
    await storeTrouble(ctx, row, describeTrouble(ctx, error, row))
    return false
  }
}

/**
 * Applies the row to the engine, or stores why that failed. Called for one database at a time.
 * @throws StoreUnavailable
 */
export async function applyDatabase(ctx: JobContext, place: DatabaseKey): Promise<void> {
  for (;;) {
    const row = await readRow(ctx, place)
    if (!row || row.status === 'failed' || row.appliedRevision >= row.revision) return
    if (!(await attempt(ctx, row))) return
  }
}
