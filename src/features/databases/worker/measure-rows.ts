import type { Usage } from '#features/engines/contract/database-engine.ts'
import type { JobContext } from '#server/context.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { type DatabaseRow, isDatabase } from '../rows/database-rows.ts'

/** Usage of these databases, all of one engine; null when it does not answer. */
export async function readUsage(
  ctx: JobContext,
  rows: readonly DatabaseRow[],
): Promise<Map<string, Usage> | null> {
  const [first] = rows
  if (!first) return new Map()
  try {
    return await ctx.databaseEngines[first.dbType].measure(rows.map(({ networkName }) => networkName))
  } catch (error) {
    if (error instanceof EngineUnavailable || error instanceof EngineRefused) return null
    throw error
  }
}

/**
 * Stores the current sizes of these databases, all of one engine, and with `at` also as samples of that time.
 * Returns the engine's figures; null when it does not answer.
 */
export async function measureRows(
  ctx: JobContext,
  rows: readonly DatabaseRow[],
  at: Date | null,
): Promise<Map<string, Usage> | null> {
  const usage = await readUsage(ctx, rows)
  if (usage === null || usage.size === 0) return usage
  await ctx.store.tx(async (tx) => {
    for (const row of rows) {
      const { bytes, connections } = usage.get(row.networkName) ?? {}
      if (bytes === undefined || connections === undefined) continue
      const found =
        bytes === row.sizeBytes
          ? await tx.$count(tx.t.databases, isDatabase(tx.t, row))
          : (
              await tx
                .update(tx.t.databases)
                .set({ sizeBytes: bytes })
                .where(isDatabase(tx.t, row))
                .returning({ id: tx.t.databases.id })
            ).length
      if (at === null || found === 0) continue
      const sample = { userId: row.userId, databaseId: row.id, measuredAt: at, sizeBytes: bytes, connections }
      await tx.insert(tx.t.databaseSamples).values(sample).onConflictDoNothing()
    }
  })
  return usage
}
