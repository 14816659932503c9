import { notConnected } from '#features/engines/service/engines.ts'
import type { JobContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { auditDatabase } from '../rows/audit-database.ts'
import {
  type DatabaseRow,
  type DumpRow,
  desiredStateOf,
  isDatabase,
  isDump,
  namesOf,
} from '../rows/database-rows.ts'
import { randomPassword } from '../rows/random-password.ts'
import { publishDatabase } from '../rows/revision.ts'
import { dumpPath, openDump } from '../storage/dump-file.ts'
import { Damaged } from '../storage/sealed-stream.ts'
import { storeApplied, storeTrouble } from './apply.ts'
import { claimNames } from './claim.ts'
import { measureRows } from './measure-rows.ts'
import { describeTrouble } from './trouble.ts'

const damaged = 'The dump is damaged and cannot be restored.'

/** Removes the database again, and stores the reason with its dump. */
async function giveUp(
  ctx: JobContext,
  { row, dump }: Restore,
  outcome: Pick<DumpRow, 'status' | 'reason'>,
): Promise<void> {
  await ctx.databaseEngines[row.dbType].remove(namesOf(row))
  const { databases, databaseDumps } = ctx.store.t
  await ctx.store.tx(async (tx) => {
    await tx.delete(databases).where(isDatabase(tx.t, row))
    await tx.update(databaseDumps).set(outcome).where(isDump(tx.t, dump))
    publishDatabase(tx, ctx, row, 'deleted')
    const details = { reason: outcome.reason }
    await auditDatabase(tx, ctx, { action: 'database.restore-failed', row, details })
  })
  ctx.databaseWork.succeeded(row.id)
}

type Restore = { row: DatabaseRow; dump: DumpRow }

/** @throws EngineUnavailable, EngineRefused, Damaged */
async function load(ctx: JobContext, { row, dump }: Restore): Promise<void> {
  const engine = ctx.databaseEngines[row.dbType]
  const { ending } = ctx.databaseWork
  // A temporary password: no one can sign in before the load is complete, even if the service is suspended meanwhile.
  const own = { ...namesOf(row), password: randomPassword() }
  // An interrupted attempt may have left a part of it.
  await engine.remove(namesOf(row))
  await engine.ensure({ ...own, isOpen: true, allow: [] })
  await engine.load(own, await openDump(ctx, dump), ending)
  await engine.ensure(desiredStateOf(ctx, row))
}

/**
 * Loads a restored database from its dump and deletes the dump; a refusal removes the database and stores the reason with the
 * dump, any other failure stores it in the row. Returns whether the load succeeded. Called for one database at a time.
 */
export async function fillFromDump(ctx: JobContext, { row, dump }: Restore): Promise<boolean> {
  const engine = ctx.databaseEngines[row.dbType]
  let claimed = row
  try {
    const missing = notConnected(engine)
    if (missing !== null) throw new EngineUnavailable(missing)
    const endpoint = await engine.connect()
    claimed = await claimNames(ctx, engine, row)
    await load(ctx, { row: claimed, dump })
    await storeApplied(ctx, claimed, endpoint, (tx) =>
      tx.delete(tx.t.databaseDumps).where(isDump(tx.t, dump)),
    )
    await removeAll(dumpPath(ctx.env.DATA_DIR, dump.id))
    await measureRows(ctx, [claimed], null)
    ctx.databaseWork.succeeded(row.id)
    return true
  } catch (error) {
    if (ctx.databaseWork.ending.aborted) return false
    ctx.databaseWork.failed(row.id)
    const isDamaged = error instanceof Damaged
    const { reason, isRefusal } = isDamaged
      ? { reason: damaged, isRefusal: true }
      : describeTrouble(ctx, error, row)
    if (isRefusal)
      await giveUp(ctx, { row: claimed, dump }, { status: isDamaged ? 'failed' : 'kept', reason })
    else await storeTrouble(ctx, row, { reason, isRefusal })
    return false
  }
}
