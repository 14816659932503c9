import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { trialFolder } from './folders.ts'
import type { TrialRow } from './rows.ts'

type Removal = {
  /** Runs in its transaction. */
  also?: (tx: Tx, row: TrialRow) => Promise<unknown>
  /** A condition that must still hold. */
  which?: SQL
}

/**
 * Removes a site from the gateway and from disk; the sweep handles leftovers of a crash. False when it was already removed, or no
 * longer matches `which`.
 */
export async function removeTrial(
  { store, env }: Pick<Deps, 'store' | 'env'>,
  id: string,
  { also, which }: Removal = {},
): Promise<boolean> {
  const isGone = await store.tx(async (tx) => {
    const { trials } = tx.t
    const [row] = await tx
      .delete(trials)
      .where(and(eq(trials.id, id), which))
      .returning()
    if (row) await also?.(tx, row)
    return row !== undefined
  })
  if (isGone) await removeAll(trialFolder(env.DATA_DIR, id))
  return isGone
}
