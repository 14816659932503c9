import { parseArgs } from 'node:util'
import { restoreFrom } from '#db/backup/restore.ts'
import { openDataLock } from '#db/locks/data-lock.ts'
import { forgetHead } from '#server/audit/audit-head.ts'
import { assertOpenable } from '#server/installation.ts'
import { isDatabase, restoreBackup } from '#server/portal-backup/restore.ts'
import { assertRestored } from '#server/portal-backup/stage.ts'
import { copyDatabase, writeBackup } from '#server/portal-backup/write.ts'
import type { Env } from '#server/settings.ts'
import { countText } from '#shared/text/count-text.ts'
import { dataFolders } from '../features.ts'
import { UsageError } from './usage.ts'

const usage = 'portal backup [--database-only] FILE'

/**
 * `backup FILE`: files, archives, key and database, consistent, while the portal runs; with `--database-only` only the rows, as a
 * SQLite database. Refuses to overwrite.
 */
export async function backup(env: Env, args: string[]): Promise<void> {
  const options = { 'database-only': { type: 'boolean' as const, default: false } }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new UsageError(usage)
  if (values['database-only']) {
    assertRestored(env.DATA_DIR)
    await copyDatabase(env, file)
    console.log(
      `The database is in ${file}. It has no files and no archives; keep ${env.SECRET_KEY_FILE} with it.`,
    )
    return
  }
  await assertOpenable(env)
  const { entries, bytes, hasKey, damaged } = await writeBackup(env, file, {
    now: new Date(),
    folders: dataFolders,
  })
  console.log(
    `Backup written to ${file}: ${countText(entries, 'entry', 'entries')}, ${countText(bytes, 'byte')}, with the database.`,
  )
  console.log(
    "The contents of customers' databases are not in it: back up the engines, or enable backups of the services.",
  )
  console.log(
    hasKey
      ? 'It includes the key that seals stored secrets: store it where nobody else can read it.'
      : `The key is not in it: back up ${env.SECRET_KEY_FILE} too, in a separate place.`,
  )
  if (damaged.length === 0) return
  for (const path of damaged) console.error(`missing or damaged: ${path}`)
  throw new Error(
    `${countText(damaged.length, 'file is', 'files are')} missing in ${env.DATA_DIR} or different from the database; the backup has everything else.`,
  )
}

/**
 * `restore FILE`: a complete backup into an empty folder, or only a database in place of the present one, which stays beside it.
 * Refuses while the folder is in use.
 */
export async function restore(env: Env, [file]: string[]): Promise<void> {
  if (!file) throw new UsageError('portal restore FILE')
  const lock = openDataLock(env.DATA_DIR)
  try {
    if (await isDatabase(file)) await restoreDatabase(env, file)
    else await restoreWhole(env, file)
  } finally {
    lock.close()
  }
}

async function restoreDatabase(env: Env, file: string): Promise<void> {
  if (env.DATABASE_URL)
    throw new UsageError(
      'portal restore FILE, with a complete backup or without DATABASE_URL: this one is only a database',
    )
  assertRestored(env.DATA_DIR)
  const kept = await restoreFrom(env.DATA_DIR, file, new Date())
  await forgetHead(env.DATA_DIR)
  console.log(`${file} restored.${kept ? ` The previous database is ${kept}.` : ''}`)
}

async function restoreWhole(env: Env, file: string): Promise<void> {
  await restoreBackup(env, file, { now: new Date(), folders: dataFolders }, async ({ summary, hasKey }) => {
    await forgetHead(env.DATA_DIR)
    console.log(`${file} restored: ${countText(summary.entries, 'entry', 'entries')} in ${env.DATA_DIR}.`)
    for (const path of summary.damaged) console.error(`missing or damaged at the time of the backup: ${path}`)
    if (!hasKey)
      console.log(`The key was not in it: put it at ${env.SECRET_KEY_FILE} before you start the portal.`)
  })
}
