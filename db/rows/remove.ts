import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Store } from '../types.ts'

const batch = 1_000

/** Deletes the rows that match `which`, a thousand per transaction, so that no number of rows blocks the writer for long. */
export async function removeRows(
  store: Store,
  { table, key, which }: { table: PgTable; key: PgColumn; which: SQL | undefined },
): Promise<void> {
  for (;;) {
    const gone = await store.tx(async (tx) => {
      const some = await tx.select({ key }).from(table).where(which).limit(batch)
      const keys = some.map((row) => row.key)
      // Checked again: on PostgreSQL a row may have changed since it was read.
      if (keys.length > 0) await tx.delete(table).where(and(inArray(key, keys), which))
      return keys.length
    })
    if (gone < batch) return
  }
}
