import type { CopyRun, NamedDatabase } from '#features/backups/drivers/service-databases.ts'
import type { Replacement } from '#features/engines/contract/database-engine.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { DatabaseRow } from '../rows/database-rows.ts'
import { measureRows } from '../worker/measure-rows.ts'
import { readNamed } from './list.ts'
import { ensureDatabase, removeCreated } from './make.ts'
import { asDomainError, engineOf } from './refusals.ts'
import { type CopyRow, listCopies, setCopy, stepBackOf, stepOf } from './rows.ts'

const publishReplaced = ({ events }: JobContext, { userId, id }: DatabaseRow) =>
  events.publish({ userId, kind: 'database', id, status: 'active' })

/** Runs one step while no other work on the database runs. @throws DomainError */
async function replace(
  ctx: JobContext,
  { row, copy, step }: { row: DatabaseRow; copy: CopyRow; step: Replacement },
): Promise<void> {
  const engine = engineOf(ctx, copy.dbType)
  const done = await ctx.databaseWork.alone(row.id, () =>
    asDomainError(ctx, copy, async () => {
      await engine.connect()
      await engine.replace(step)
      return true
    }),
  )
  if (!done) throw new DomainError('UNAVAILABLE', `${copy.dbName}: another operation on it is in progress.`)
}

async function swapInCopy(ctx: JobContext, copy: CopyRow): Promise<void> {
  if (copy.status === 'replaced') return
  if (copy.status === 'staging') throw new Error('an incomplete copy cannot replace a database')
  const row = await ensureDatabase(ctx, copy)
  await setCopy(ctx, copy, { status: 'replacing' })
  await replace(ctx, { row, copy, step: stepOf(row, copy) })
  await setCopy(ctx, copy, { status: 'replaced' })
  await measureRows(ctx, [row], null)
  publishReplaced(ctx, row)
}

/** Puts all staged copies into place, or as many as succeed. Returns the databases created for them. @throws DomainError */
export async function swapInRun(ctx: JobContext, run: CopyRun): Promise<NamedDatabase[]> {
  for (const copy of await listCopies(ctx, run)) await swapInCopy(ctx, copy)
  const copies = await listCopies(ctx, run)
  return copies
    .filter(({ madeId }) => madeId !== null)
    .map(({ dbType, dbName, dbUser }) => ({ type: dbType, database: dbName, user: dbUser }))
}

async function swapOutCopy(ctx: JobContext, copy: CopyRow): Promise<void> {
  const row = await readNamed(ctx, copy, { type: copy.dbType, database: copy.dbName })
  // A database that was deleted in the meantime has nothing to restore.
  if (row && row.id === copy.madeId) await removeCreated(ctx, row)
  else if (row) await exchangeBack(ctx, row, copy)
  await setCopy(ctx, copy, { status: 'staged', madeId: null })
}

async function exchangeBack(ctx: JobContext, row: DatabaseRow, copy: CopyRow): Promise<void> {
  if (copy.status === 'staged') return
  // Its progress is unknown, so it is completed first and undone from there.
  if (copy.status === 'replacing' && !(await endReplacing(ctx, row, copy))) return
  await replace(ctx, { row, copy, step: stepBackOf(row, copy) })
  await measureRows(ctx, [row], null)
  publishReplaced(ctx, row)
}

/** Whether the copy is now in place; if not, nothing has changed. @throws DomainError UNAVAILABLE */
async function endReplacing(ctx: JobContext, row: DatabaseRow, copy: CopyRow): Promise<boolean> {
  try {
    await replace(ctx, { row, copy, step: stepOf(row, copy) })
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'WRONG_STATE') return false
    throw error
  }
}

/** Restores the databases as they were before the run. @throws DomainError UNAVAILABLE */
export async function swapOutRun(ctx: JobContext, run: CopyRun): Promise<void> {
  const copies = await listCopies(ctx, run)
  for (const copy of copies.toReversed())
    if (copy.status === 'replacing' || copy.status === 'replaced' || copy.madeId !== null)
      await swapOutCopy(ctx, copy)
}
