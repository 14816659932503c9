import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { dataFolders } from '#app/features.ts'
import { backupTo } from '#db/backup/backup.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { readEnv } from '#env'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite } from '#test/support/backups.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { Contents } from './contents.ts'
import { reconcile } from './reconcile.ts'
import { BackupWriter } from './writer.ts'

// The data folder of a real portal with the database in it: SQLite, whatever the other tests run on.
let dataDir: string
let work: string
let store: Store
let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>
let handle: FileHandle
let contents: Contents
let writer: BackupWriter
beforeEach(async () => {
  dataDir = makeTestFolder()
  work = makeTestFolder()
  store = await openStore({ dataDir })
  await migrate(store)
  await seedCatalogue(store, new Date())
  app = await createTestApp({ store, env: { ...readEnv({}), DATA_DIR: dataDir, NODE_ENV: 'test' } })
  site = await createSite({ ...app, dataDir })
  handle = await open(join(work, 'out.tar'), 'wx')
  contents = new Contents(join(work, 'contents.db'), dataFolders)
  writer = new BackupWriter(handle)
})
afterEach(async () => {
  contents.close()
  await handle.close()
  await app.close()
  await store.close()
})

async function upload(name: string, text: string): Promise<FileEntry> {
  const body = new FormData()
  body.append('serviceId', site.serviceId)
  body.append('conflict', 'replace')
  body.append('file', new File([text], name))
  const reply = await app.request('/api/files', { cookie: site.customer.cookie, body })
  const [file] = reply.body as FileEntry[]
  if (!file) throw new Error(`the upload returned ${reply.status}`)
  return file
}

const putIn = async () => {
  for (const { walk } of dataFolders)
    for await (const path of walk(dataDir)) await writer.add(dataDir, path, contents)
}

async function compare(name: string): Promise<string[]> {
  contents.attach(join(work, name))
  const lost = await reconcile({ dataDir, contents, writer })
  contents.detach()
  return lost.map(({ path }) => path)
}

const place = (name: string) => `services/${site.serviceId}/public/${name}`

test('changes between the walk and the snapshot are backed up as the snapshot has them', async () => {
  const [moved, trashed] = [await upload('moved.txt', 'moved'), await upload('trashed.txt', 'trashed')]
  await upload('replaced.txt', 'before')
  await upload('kept.txt', 'kept')
  const { id: deleted } = await site.backUp()
  await putIn()
  await site.call('PATCH', `/api/files/${moved.id}`, { name: 'elsewhere.txt' })
  await site.call('POST', '/api/files/delete', { ids: [trashed.id] })
  await upload('replaced.txt', 'after')
  await upload('new.txt', 'new')
  await site.call('DELETE', `/api/backups/${deleted}`)
  const { id: made } = await site.backUp()
  await backupTo(dataDir, join(work, 'snapshot.db'))
  // Changes after the snapshot are not part of it.
  await upload('later.txt', 'later')

  expect(await compare('snapshot.db')).toEqual([])
  for (const name of ['elsewhere.txt', 'replaced.txt', 'new.txt', 'kept.txt', 'index.html'])
    expect(contents.has(place(name))).toBe(true)
  expect(contents.has(`services/${site.serviceId}/trash/${trashed.id}`)).toBe(true)
  expect(contents.has(`backups/${made}.zip`)).toBe(true)
  expect(contents.has(place('later.txt'))).toBe(false)
  expect(contents.removed().sort()).toEqual(
    [place('moved.txt'), place('trashed.txt'), `backups/${deleted}.zip`].sort(),
  )
})

test('a file that vanishes between the snapshot and its reading is reported, and found by the next snapshot', async () => {
  await putIn()
  const file = await upload('short-lived.txt', 'first')
  await backupTo(dataDir, join(work, 'first.db'))
  await upload('short-lived.txt', 'second')
  expect(await compare('first.db')).toEqual([place('short-lived.txt')])
  await backupTo(dataDir, join(work, 'second.db'))
  expect(await compare('second.db')).toEqual([])
  await site.call('POST', '/api/files/delete', { ids: [file.id] })
})

test('a change interrupted by a crash is backed up with its bytes, in either place', async () => {
  const { id, fileName } = await upload('moving.txt', 'moving')
  await putIn()
  const { userId } = (await store.read.select().from(store.t.userServices))[0] ?? { userId: '' }
  const change = {
    kind: 'put' as const,
    id,
    isNew: false,
    path: '',
    name: fileName,
    type: 'text',
    size: 4,
    isFolder: false,
    sha256: null,
    grows: 0,
  }
  const steps = [{ from: 'tmp/half', to: 'public/moving.txt', change }]
  await Bun.write(join(dataDir, 'services', site.serviceId, 'tmp/half'), 'half')
  await store.tx((tx) =>
    tx.insert(tx.t.fileIntents).values({ userId, serviceId: site.serviceId, steps, createdAt: new Date() }),
  )
  await backupTo(dataDir, join(work, 'snapshot.db'))
  // Meanwhile its bytes change and no longer match the row.
  writeFileSync(join(dataDir, place('moving.txt')), 'half')
  contents.remove(place('moving.txt'))
  expect(await compare('snapshot.db')).toEqual([])
  expect(contents.has(`services/${site.serviceId}/tmp/half`)).toBe(true)
  expect(contents.has(place('moving.txt'))).toBe(true)
})

/** A snapshot with an unfinished change of the service's files. */
async function snapshotDuring(step: { from: string; to: string; change: object }): Promise<void> {
  const { fileIntents } = store.t
  const { serviceId } = site
  const intent = { userId: site.customer.id, serviceId, steps: [step] as never, createdAt: new Date() }
  await store.tx((tx) => tx.insert(fileIntents).values(intent))
  await backupTo(dataDir, join(work, 'snapshot.db'))
  await store.tx((tx) => tx.delete(fileIntents).where(eq(fileIntents.serviceId, serviceId)))
}

/** A snapshot in which the text waits to become the file; its bytes are moved before they are read. */
function snapshotBeforeMove(file: FileEntry, text: string): Promise<void> {
  const sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const change = { kind: 'put', id: file.id, size: text.length, sha256 }
  return snapshotDuring({ from: 'tmp/waiting', to: `public/${file.fileName}`, change })
}

test('bytes moved between the snapshot and their reading are backed up from their new place', async () => {
  const file = await upload('page.txt', 'before')
  await putIn()
  await snapshotBeforeMove(file, 'after')
  await upload('page.txt', 'after')
  expect(await compare('snapshot.db')).toEqual([])
  const sha256 = new Bun.CryptoHasher('sha256').update('after').digest('hex')
  const wanted = { path: place('page.txt'), serviceId: site.serviceId, sizeBytes: 5, sha256 }
  expect(contents.holds(wanted)).toBe(true)
})

test('moved bytes that were replaced again before their reading need another snapshot', async () => {
  const file = await upload('page.txt', 'before')
  await putIn()
  await snapshotBeforeMove(file, 'after')
  await upload('page.txt', 'after that')
  expect(await compare('snapshot.db')).toEqual([place('page.txt')])
})

test('a partial upload that was read early is not used by a restore', async () => {
  const file = await upload('page.txt', 'before')
  const waiting = `services/${site.serviceId}/tmp/waiting`
  writeFileSync(join(dataDir, waiting), 'aft')
  await putIn()
  // An earlier round that missed a file has already looked there.
  await writer.add(dataDir, waiting, contents)
  rmSync(join(dataDir, waiting))
  await snapshotBeforeMove(file, 'after')
  await upload('page.txt', 'after')
  expect(await compare('snapshot.db')).toEqual([])
  expect(contents.has(waiting)).toBe(false)
  expect(contents.removed()).toContain(waiting)
})

test('an older version of a file is not in the backup once the file was moved to the trash', async () => {
  const file = await upload('page.txt', 'before')
  await putIn()
  await upload('page.txt', 'after')
  const change = { kind: 'trash', id: file.id, from: 'page.txt' }
  await snapshotDuring({ from: 'public/page.txt', to: `trash/${file.id}`, change })
  await site.call('POST', '/api/files/delete', { ids: [file.id] })
  expect(await compare('snapshot.db')).toEqual([])
  expect(contents.has(place('page.txt'))).toBe(false)
  expect(contents.removed()).toContain(place('page.txt'))
  expect(contents.has(`services/${site.serviceId}/trash/${file.id}`)).toBe(true)
})
