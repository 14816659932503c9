import type { JobContext } from '#server/context.ts'
import { type DatabaseKey, isDatabase, isDump } from '../rows/database-rows.ts'
import { applyDatabase } from './apply.ts'
import { warnOfDatabase } from './describe-failure.ts'
import { fillFromDump } from './fill.ts'
import { writeAndRemove } from './write-dump.ts'

async function reconcileOne(ctx: JobContext, place: DatabaseKey): Promise<void> {
  const { read, t } = ctx.store
  const [dump] = await read.select().from(t.databaseDumps).where(isDump(t, place))
  if (dump?.status === 'writing') await writeAndRemove(ctx, dump)
  if (dump?.status !== 'restoring') return applyDatabase(ctx, place)
  const [row] = await read.select().from(t.databases).where(isDatabase(t, place))
  if (row && (await fillFromDump(ctx, { row, dump }))) await applyDatabase(ctx, place)
}

/**
 * Brings one database in line with its rows: creates, changes, dumps and removes, or fills it. Failures are retried
 * later. Never fails.
 */
export async function reconcile(ctx: JobContext, place: DatabaseKey): Promise<void> {
  try {
    await ctx.databaseWork.alone(place.id, () => reconcileOne(ctx, place))
  } catch (error) {
    ctx.databaseWork.failed(place.id)
    warnOfDatabase(ctx.log, 'work on a database was postponed', error, place.id)
  }
}
