import type { Tx } from '#db/types.ts'
import { type DatabaseRow, isDatabase } from './database-rows.ts'

/**
 * Deletes the row of a database; the worker dumps it and then removes it from the engine. A database that was never complete is
 * not dumped. Part of the caller's transaction.
 */
export async function deleteToDump(
  tx: Tx,
  row: DatabaseRow,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await tx.delete(tx.t.databases).where(isDatabase(tx.t, row))
  if (row.claimedAt === null) return
  const { id, userId, serviceId, dbName, dbType, dbUser, dbPassword, networkName, networkUser } = row
  const kept = { id, userId, serviceId, dbName, dbType, dbUser, dbPassword, networkName, networkUser }
  await tx
    .insert(tx.t.databaseDumps)
    .values({ ...kept, createdAt: now, expiresAt: row.appliedRevision === 0 ? now : expiresAt })
}
