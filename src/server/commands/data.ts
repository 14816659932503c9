import { parseArgs } from 'node:util'
import { migrate as migrateStore } from '#db/migrate.ts'
import { moveLimitMs, moveStore } from '#db/move.ts'
import { openStore, type Store } from '#db/store.ts'
import type { Env } from '#env'
import { holdFolder } from '../hold-folder.ts'
import { adoptKey, isKeyOf, openInstallation } from '../installation.ts'
import { forgetSharedFolder } from '../nodes/shared-folder.ts'
import { createSealer, readKey } from '../secrets.ts'
import { UsageError } from './usage.ts'

/** Runs alone on the data folder, with its store open and migrated: no server may hold the folder meanwhile. */
async function alone(
  env: Env,
  run: (store: Store) => Promise<void>,
  opening: { adopt?: boolean; mustExist?: boolean } = {},
): Promise<void> {
  const lock = await holdFolder(env)
  try {
    const store = await openInstallation(env, opening)
    try {
      await run(store)
    } finally {
      await store.close()
    }
  } finally {
    lock.close()
  }
}

/** `migrate`: the schema is this program's afterwards. */
export const migrate = (env: Env): Promise<void> =>
  alone(env, async () => console.log('The schema is up to date.'))

/**
 * `adopt`: the database and the data folder are of one installation from now on, whatever they were; the key that lies there
 * is theirs. For an operator who knows that they belong together, or who begins anew in a used folder.
 */
export const adopt = (env: Env): Promise<void> =>
  alone(
    env,
    async (store) => {
      const secrets = createSealer(await readKey(env.SECRET_KEY_FILE, true))
      if (!(await isKeyOf(store, secrets)))
        console.log(`${env.SECRET_KEY_FILE} is another key: what was sealed before stays closed.`)
      await adoptKey(store, secrets)
      await forgetSharedFolder(store)
      console.log(
        `The database and ${env.DATA_DIR} belong together now. What no row knows of is moved to quarantine/ by the next start; portal doctor lists it.`,
      )
    },
    { adopt: true },
  )

/** `move --to postgres://…`: every row is in PostgreSQL afterwards, counted and compared; the source is unchanged. */
export async function move(env: Env, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (!values.to?.startsWith('postgres'))
    throw new UsageError('portal move --to postgres://user:password@host/database')
  const target = await openStore({
    dataDir: env.DATA_DIR,
    databaseUrl: values.to,
    addressIn: '--to',
    bodyLimitMs: moveLimitMs,
  })
  try {
    await migrateStore(target)
    await alone(
      env,
      async (source) => {
        const tables = await moveStore(source, target)
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        console.log(
          `${rows} rows of ${tables.length} tables copied and compared. Set DATABASE_URL to use them.`,
        )
      },
      { mustExist: true },
    )
  } finally {
    await target.close()
  }
}
