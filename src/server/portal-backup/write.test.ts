import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolders } from '#app/features.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { readEnv } from '#env'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { reconcile } from '#features/databases/worker/reconcile.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite } from '#test/support/backups.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { stripedPng } from '#test/support/images.ts'
import { uploadPhoto } from '#test/support/profile.ts'
import { moment } from '#test/support/rows.ts'
import { openInstallation } from '../installation.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

// The data folder of a real portal with the database in it: SQLite, whatever the other tests run on.
const placeOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  SECRET_KEY_FILE: join(dataDir, 'secret.key'),
})

let dataDir: string
let file: string
let store: Store
let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>
beforeEach(async () => {
  dataDir = makeTestFolder()
  file = join(makeTestFolder(), 'backup.tar')
  await (await openInstallation(placeOf(dataDir))).close()
  store = await openStore({ dataDir })
  await seedCatalogue(store, new Date())
  app = await createTestApp({ store, env: { ...readEnv({}), DATA_DIR: dataDir, NODE_ENV: 'test' } })
  site = await createSite({ ...app, dataDir })
})
afterEach(async () => {
  await app.close()
  await store.close()
})

async function upload(name: string, text: string): Promise<void> {
  const body = new FormData()
  body.append('serviceId', site.serviceId)
  body.append('file', new File([text], name))
  expect((await app.request('/api/files', { cookie: site.customer.cookie, body })).status).toBe(201)
}

test('the backup names missing and corrupted files and contains the rest, and so does its restore', async () => {
  for (const name of ['lost.txt', 'rotted.txt', 'whole.txt']) await upload(name, 'four')
  rmSync(join(site.root, 'lost.txt'))
  writeFileSync(join(site.root, 'rotted.txt'), 'fouR')
  const damaged = ['lost.txt', 'rotted.txt'].map((name) => `services/${site.serviceId}/public/${name}`)
  expect((await writeBackup(placeOf(dataDir), file, { now: moment, folders: dataFolders })).damaged).toEqual(
    damaged,
  )

  const target = makeTestFolder()
  const { summary } = await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
  expect(summary.damaged).toEqual(damaged)
  const restored = (name: string) => Bun.file(join(target, 'services', site.serviceId, 'public', name))
  expect(await restored('whole.txt').text()).toBe('four')
  expect(await restored('lost.txt').exists()).toBe(false)
})

test('a backup of an undamaged folder names no files', async () => {
  await upload('whole.txt', 'four')
  expect((await writeBackup(placeOf(dataDir), file, { now: moment, folders: dataFolders })).damaged).toEqual(
    [],
  )
})

test('after a killed backup the next one succeeds once the partial file is removed, as its refusal suggests', async () => {
  writeFileSync(`${file}.partial`, 'half')
  mkdirSync(`${file}.work`)
  writeFileSync(join(`${file}.work`, 'contents.db'), 'half')
  await expect(writeBackup(placeOf(dataDir), file, { now: moment, folders: dataFolders })).rejects.toThrow(
    /partial exists: .*in that case remove it/,
  )
  expect(existsSync(`${file}.work`)).toBe(true)
  rmSync(`${file}.partial`)
  expect(
    (await writeBackup(placeOf(dataDir), file, { now: moment, folders: dataFolders })).entries,
  ).toBeGreaterThan(0)
  expect(existsSync(`${file}.work`)).toBe(false)
})

test('dumps of deleted databases are in the backup, byte for byte', async () => {
  const { serviceId, customer, call } = site
  const json = {
    serviceId,
    dbName: 'shop',
    dbUser: 'shop',
    dbPassword: 'a good long one',
    dbType: 'postgresql',
  }
  const { id } = (await call('POST', '/api/databases', json)).body as { id: string }
  await call('DELETE', `/api/databases/${id}`)
  await reconcile(app.deps, { userId: customer.id, id })
  expect((await writeBackup(placeOf(dataDir), file, { now: moment, folders: dataFolders })).damaged).toEqual(
    [],
  )
  const target = makeTestFolder()
  await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
  const name = `database-dumps/${id}.dump`
  expect(await Bun.file(join(target, name)).bytes()).toEqual(await Bun.file(join(dataDir, name)).bytes())
})

test('profile photos are in the backup and are restored to their place', async () => {
  const { cookie } = site.customer
  const photo = stripedPng(20, 20, [[200, 0, 0]])
  const address = await uploadPhoto(app, cookie, photo)
  expect((await writeBackup(placeOf(dataDir), file, { now: moment, folders: dataFolders })).damaged).toEqual(
    [],
  )
  const target = makeTestFolder()
  await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
  const name = `objects/${address.split('/').at(-1)}.webp`
  expect(await Bun.file(join(target, name)).bytes()).toEqual(await Bun.file(join(dataDir, name)).bytes())
  await Bun.file(join(dataDir, name)).delete()
  expect(
    (await writeBackup(placeOf(dataDir), `${file}.2`, { now: moment, folders: dataFolders })).damaged,
  ).toEqual([name])
})
