import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { addUser, moment } from '#test/support/rows.ts'
import { migrate } from '../migrations/migrate.ts'
import { openStore } from '../store.ts'
import { backupTo } from './backup.ts'
import { restoreFrom } from './restore.ts'

// SQLite on both engines of the test run.

/** A data folder with users, a copy of its log as a killed process leaves it, and a backup from before the last user. */
async function makeLeftovers() {
  const dataDir = makeTestFolder()
  const [log, backup] = [join(makeTestFolder(), 'log'), join(makeTestFolder(), 'backup.db')]
  const store = await openStore({ dataDir })
  await migrate(store)
  await addUser(store, 'first')
  await backupTo(dataDir, backup)
  await addUser(store, 'second')
  copyFileSync(join(dataDir, 'portal.db-wal'), log)
  await store.close()
  return { dataDir, log, backup }
}

async function emailKeys(dataDir: string): Promise<string[]> {
  const store = await openStore({ dataDir, mustExist: true })
  try {
    const rows = await store.read.select({ key: store.t.users.emailKey }).from(store.t.users)
    return rows.map(({ key }) => key)
  } finally {
    await store.close()
  }
}

test('a write-ahead log without its database stays beside the restored one, and is not applied to it', async () => {
  const { dataDir, log, backup } = await makeLeftovers()
  rmSync(join(dataDir, 'portal.db'))
  copyFileSync(log, join(dataDir, 'portal.db-wal'))
  expect(await restoreFrom(dataDir, backup, moment)).toBeNull()
  expect(readdirSync(dataDir).filter((name) => /^portal\.db\.before-.*-wal$/.test(name))).toHaveLength(1)
  expect(await emailKeys(dataDir)).toEqual(['first@example.com'])
})

test('the old database keeps its rows, and the restored one has its own', async () => {
  const { dataDir, backup } = await makeLeftovers()
  const kept = (await restoreFrom(dataDir, backup, moment)) ?? ''
  expect(existsSync(kept)).toBe(true)
  expect(await emailKeys(dataDir)).toEqual(['first@example.com'])
  const former = makeTestFolder()
  copyFileSync(kept, join(former, 'portal.db'))
  expect(await emailKeys(former)).toEqual(['first@example.com', 'second@example.com'])
})
