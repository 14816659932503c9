import type { Tx } from '#db/types.ts'
import type { DatabaseRow } from '../rows/database-rows.ts'
import { chooseNames } from '../rows/names.ts'

/** `dbPassword` is sealed for `id`. */
type NewDatabase = Pick<
  DatabaseRow,
  'id' | 'userId' | 'serviceId' | 'dbName' | 'dbType' | 'dbUser' | 'dbPassword'
> &
  Partial<Pick<DatabaseRow, 'allow' | 'reason' | 'sizeBytes'>>

/** Inserts the desired database under its engine names; the engine has yet to create it. Part of the caller's transaction. */
export async function insertDatabase(tx: Tx, database: NewDatabase, now: Date): Promise<DatabaseRow> {
  const names = await chooseNames(tx, database)
  const [row] = await tx
    .insert(tx.t.databases)
    .values({ ...database, ...names, createdAt: now, updatedAt: now })
    .returning()
  if (!row) throw new Error('the database was not stored')
  return row
}
