import { type DataLock, openDataLock } from '#db/data-lock.ts'
import { assertOpens } from '#db/store.ts'
import type { Env } from '#env'

/**
 * Holds the data folder for this process. A database elsewhere is tried before: with one that cannot be used nothing is left in
 * the folder.
 * @throws StoreError with one line that says what is in the way
 */
export async function holdFolder(
  env: Pick<Env, 'DATA_DIR' | 'RUN_DIR' | 'DATABASE_URL' | 'SHARED_DATA'>,
): Promise<DataLock> {
  if (env.DATABASE_URL) await assertOpens({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL })
  // A lock of the file system keeps apart what one machine runs: on a shared folder it would be no lock at all.
  return openDataLock(env.SHARED_DATA ? env.RUN_DIR : env.DATA_DIR)
}
