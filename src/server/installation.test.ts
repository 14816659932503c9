import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readInstallation } from '#db/installation.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { addPlan, addUser, moment } from '#test/support/rows.ts'
import { installationFile, openInstallation } from './installation.ts'

// SQLite, whatever the other tests run on.
const placeOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  SECRET_KEY_FILE: join(dataDir, 'secret.key'),
})

/** A used database from before installation ids, in its own folder; returns its service. */
async function makeUsed(status: 'active' | 'pending') {
  const dataDir = makeTestFolder()
  const store = await openStore({ dataDir })
  await migrate(store)
  const [userId, planId] = [await addUser(store, 'owner'), await addPlan(store)]
  const service = { id: Bun.randomUUIDv7(), userId, planId, status, createdAt: moment, updatedAt: moment }
  await store.tx((tx) => tx.insert(tx.t.userServices).values(service))
  await store.close()
  return { dataDir, serviceId: service.id }
}

test('a database that predates installation ids and has services with files is refused beside an empty folder, and both stay unchanged', async () => {
  const { dataDir } = await makeUsed('active')
  mkdirSync(join(dataDir, 'services', 'lost+found'), { recursive: true })
  await expect(openInstallation(placeOf(dataDir))).rejects.toThrow(
    /belongs to a different folder than .*: mount or restore the right one/,
  )
  expect(existsSync(installationFile(dataDir))).toBe(false)
  const store = await openStore({ dataDir })
  expect(await readInstallation(store)).toBeNull()
  await store.close()
})

test('a database that predates installation ids is accepted beside a folder that it recognises or that has no files', async () => {
  const used = await makeUsed('active')
  mkdirSync(join(used.dataDir, 'services', used.serviceId), { recursive: true })
  const waiting = await makeUsed('pending')
  for (const { dataDir } of [used, waiting]) {
    await (await openInstallation(placeOf(dataDir))).close()
    expect(existsSync(installationFile(dataDir))).toBe(true)
  }
})

test("a database that predates installation ids is refused beside a folder with another portal's names", async () => {
  const { dataDir } = await makeUsed('active')
  mkdirSync(join(dataDir, 'services', Bun.randomUUIDv7()), { recursive: true })
  await expect(openInstallation(placeOf(dataDir))).rejects.toThrow('are of different installations')
})

test('a used folder without its database is refused with only the restores that such a folder allows', async () => {
  const dataDir = makeTestFolder()
  writeFileSync(join(dataDir, 'secret.key'), 'key')
  await expect(openInstallation(placeOf(dataDir))).rejects.toThrow(
    /put portal\.db back, or run portal restore with a database-only backup; to restore a complete backup .*set DATA_DIR to an empty folder/,
  )
})
