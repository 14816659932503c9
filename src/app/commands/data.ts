import { parseArgs } from 'node:util'
import { moveLimitMs, moveStore } from '#db/backup/move.ts'
import { migrate as migrateStore } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { adoptKey, isKeyOf, lockInstallation, openInstallation } from '#server/installation.ts'
import { forgetSharedFolder } from '#server/nodes/shared-folder.ts'
import { createSealer, readKey } from '#server/secrets.ts'
import type { Env } from '#server/settings.ts'
import { countText } from '#shared/text/count-text.ts'
import { UsageError } from './usage.ts'

/** Runs alone on the data folder, with its store open and migrated: no server may use the folder meanwhile. */
async function alone(
  env: Env,
  run: (store: Store) => Promise<void>,
  opening: { adopt?: boolean; mustExist?: boolean } = {},
): Promise<void> {
  const lock = await lockInstallation(env, opening)
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

/** `migrate`: updates the schema to this program's version. */
export const migrate = (env: Env): Promise<void> =>
  alone(env, async () => console.log('The schema is up to date.'))

/**
 * `adopt`: declares that the database and the data folder belong to one installation from now on, whatever they belonged to, with
 * the key in the folder. For an operator who knows that they belong together, or who starts fresh in a used folder.
 */
export const adopt = (env: Env): Promise<void> =>
  alone(
    env,
    async (store) => {
      const secrets = createSealer(await readKey(env.SECRET_KEY_FILE, true))
      if (!(await isKeyOf(store, secrets)))
        console.log(`${env.SECRET_KEY_FILE} is a different key: data sealed before stays closed.`)
      await adoptKey(store, secrets)
      await forgetSharedFolder(store)
      console.log(
        `The database and ${env.DATA_DIR} belong together now. The next start moves files without a row to quarantine/; portal doctor lists them.`,
      )
    },
    { adopt: true },
  )

/** `move --to postgres://…`: copies every row to PostgreSQL, counted and compared; the source stays unchanged. */
export async function move(env: Env, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (!values.to?.startsWith('postgres'))
    throw new UsageError('portal move --to postgres://user:password@host/database')
  const { to } = values
  await alone(env, (source) => moveTo(to, env, source), { mustExist: true })
}

async function moveTo(databaseUrl: string, { DATA_DIR }: Env, source: Store): Promise<void> {
  const target = await openStore({
    dataDir: DATA_DIR,
    databaseUrl,
    addressIn: '--to',
    bodyLimitMs: moveLimitMs,
  })
  try {
    await migrateStore(target)
    const tables = await moveStore(source, target)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${countText(rows, 'row')} of ${countText(tables.length, 'table')} copied and compared. Set DATABASE_URL to use them.`,
    )
  } finally {
    await target.close()
  }
}
