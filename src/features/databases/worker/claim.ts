import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import type { JobContext } from '#server/context.ts'
import { type DatabaseRow, isDatabase, namesOf } from '../rows/database-rows.ts'
import { chooseNames, prefixIn } from '../rows/names.ts'

/** Renames after collisions with another installation, or a person, on the same engine. */
const mostRenames = 5

async function store(ctx: JobContext, row: DatabaseRow, values: Partial<DatabaseRow>): Promise<DatabaseRow> {
  const { databases } = ctx.store.t
  const [changed] = await ctx.store.tx((tx) =>
    tx.update(databases).set(values).where(isDatabase(ctx.store.t, row)).returning(),
  )
  // Deleted in the meantime: the deletion waits for this work and removes its results.
  return changed ?? { ...row, ...values }
}

/**
 * Reserves the engine names of the row: if they are taken in the engine, the row gets others. The claim is stored before anything
 * is created in the engine, so that everything under these names is the customer's.
 * @throws EngineUnavailable
 */
export async function claimNames(
  ctx: JobContext,
  engine: DatabaseEngine,
  row: DatabaseRow,
): Promise<DatabaseRow> {
  if (row.claimedAt !== null) return row
  const refused: string[] = []
  let wanted = row
  while (await engine.isTaken(namesOf(wanted))) {
    refused.push(prefixIn(wanted))
    if (refused.length > mostRenames) throw new Error('every name chosen for a database is taken')
    const names = await ctx.store.tx((tx) => chooseNames(tx, wanted, refused))
    wanted = await store(ctx, wanted, names)
  }
  return store(ctx, wanted, { claimedAt: ctx.now() })
}
