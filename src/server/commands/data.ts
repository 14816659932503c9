import { parseArgs } from 'node:util'
import { verifyAudit } from '#db/audit.ts'
import { backupTo } from '#db/backup.ts'
import { openDataLock } from '#db/data-lock.ts'
import { migrate as migrateStore } from '#db/migrate.ts'
import { moveStore } from '#db/move.ts'
import { restoreFrom } from '#db/restore.ts'
import { openStore, type Store } from '#db/store.ts'
import type { Env } from '#env'
import { UsageError } from './usage.ts'

/** Runs with the store open; with `alone` no server may hold the data folder meanwhile. */
async function withStore(
  env: Env,
  options: { alone: boolean },
  run: (store: Store) => Promise<void>,
): Promise<void> {
  const lock = options.alone ? openDataLock(env.DATA_DIR) : null
  const store = await openStore({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    mustExist: !options.alone,
  })
  try {
    await run(store)
  } finally {
    await store.close()
    lock?.close()
  }
}

/** `migrate`: the schema is this program's afterwards. */
export const migrate = (env: Env): Promise<void> =>
  withStore(env, { alone: true }, async (store) => {
    const { applied } = await migrateStore(store)
    console.log(applied === 0 ? 'The schema is up to date.' : `${applied} migrations applied.`)
  })

/** `move --to postgres://…`: every row is in PostgreSQL afterwards, counted and compared; the source is unchanged. */
export async function move(env: Env, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (!values.to?.startsWith('postgres'))
    throw new UsageError('portal move --to postgres://user:password@host/database')
  const target = await openStore({ dataDir: env.DATA_DIR, databaseUrl: values.to })
  try {
    await migrateStore(target)
    await withStore(env, { alone: true }, async (source) => {
      const tables = await moveStore(source, target)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `${rows} rows of ${tables.length} tables copied and compared. Set DATABASE_URL to use them.`,
      )
    })
  } finally {
    await target.close()
  }
}

/** `backup FILE`: a consistent copy of the SQLite database; refuses to overwrite, and with DATABASE_URL. */
export async function backup(env: Env, [file]: string[]): Promise<void> {
  if (!file) throw new UsageError('portal backup FILE')
  if (env.DATABASE_URL)
    throw new UsageError('portal backup FILE, without DATABASE_URL: use pg_dump for PostgreSQL')
  await backupTo(env.DATA_DIR, file)
  console.log(`Backup written to ${file}. Keep ${env.SECRET_KEY_FILE} with it.`)
}

/** `restore FILE`: the backup is the database; what was there is kept beside it. Refuses while the folder is in use. */
export async function restore(env: Env, [file]: string[]): Promise<void> {
  if (!file) throw new UsageError('portal restore FILE')
  if (env.DATABASE_URL)
    throw new UsageError('portal restore FILE, without DATABASE_URL: use pg_restore for PostgreSQL')
  const lock = openDataLock(env.DATA_DIR)
  try {
    const kept = await restoreFrom(env.DATA_DIR, file, new Date())
    console.log(`${file} restored.${kept ? ` The former database is ${kept}.` : ''}`)
  } finally {
    lock.close()
  }
}

/** `audit verify`: exit 1 with the problem when an entry was changed, removed or slipped in. */
export async function audit(env: Env, [verb]: string[]): Promise<void> {
  if (verb !== 'verify') throw new UsageError('portal audit verify')
  await withStore(env, { alone: false }, async (store) => {
    const verdict = await verifyAudit(store)
    if (!verdict.ok) throw new Error(verdict.problem)
    console.log(`${verdict.entries} entries in ${verdict.seals} seals: unbroken.`)
  })
}
