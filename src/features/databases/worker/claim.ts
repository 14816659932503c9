import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import type { JobContext } from '#server/context.ts'
import { type DatabaseRow, isDatabase, namesOf } from '../rows/database-rows.ts'
import { chooseNames, prefixIn } from '../rows/names.ts'

/** Another installation on the same engine, or a person, has the names. */
const mostRenames = 5

async function store(ctx: JobContext, row: DatabaseRow, values: Partial<DatabaseRow>): Promise<DatabaseRow> {
  const { databases } = ctx.store.t
  const [changed] = await ctx.store.tx((tx) =>
    tx.update(databases).set(values).where(isDatabase(ctx.store.t, row)).returning(),
  )
  // Deleted meanwhile: whoever deletes has to wait for this work, and removes what it makes.
  return changed ?? { ...row, ...values }
}

/**
 * What the engine has, or will have, under the names of the row is the customer's: nothing had them before, otherwise the
 * row was given others. Stored before the engine is told anything.
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
