import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { and, eq, isNull } from 'drizzle-orm'
import { day } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { insertFiles } from '#test/support/many-files.ts'
import { sweepingFiles } from './jobs.ts'
import { pieceRows } from './service/changes.ts'
import { settleAll } from './service/journal.ts'
import { readTotals, sumTotals } from './service/totals.ts'
import { countWrongTotals } from './upkeep/check-totals.ts'

// More than several transactions can change, and more files than an archive can have.
const count = 6 * pieceRows + 7

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
  await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'big/deep' })
  await insertFiles(app.store, { userId: owner.id, serviceId: owner.serviceId }, count, (number) => ({
    path: `big/deep/n-${number}.${number % 2 === 0 ? 'png' : 'txt'}`,
    sizeBytes: 10,
    at: app.deps.now(),
  }))
})
afterAll(() => app.close())

const folderAt = async (filePath: string) => {
  const { files } = app.store.t
  const [row] = await app.store.read
    .select()
    .from(files)
    .where(and(eq(files.serviceId, owner.serviceId), eq(files.filePath, filePath), eq(files.isFolder, true)))
  if (!row) throw new Error(`no folder ${filePath}`)
  return row
}
const countIn = (path: string) => {
  const { files } = app.store.t
  return app.store.read.$count(
    files,
    and(eq(files.serviceId, owner.serviceId), eq(files.path, path), isNull(files.deletedAt)),
  )
}
const totals = async (path: string) => {
  const { folders: _, ...found } = sumTotals(await readTotals(app.store, { userId: owner.id, path }))
  return found
}
const all = { files: count, bytes: 10 * count, images: Math.ceil(count / 2) }
const none = { files: 0, bytes: 0, images: 0 }

/** Runs the work with a store whose n-th transaction fails, as if the process had died there. */
async function dieInTransaction(number: number, work: () => Promise<unknown>): Promise<void> {
  const { store } = app
  const { tx } = store
  let begun = 0
  store.tx = ((body) => {
    begun += 1
    return begun >= number ? Promise.reject(new Error('died')) : tx.call(store, body)
  }) as typeof tx
  try {
    await work()
  } finally {
    store.tx = tx
  }
}

test('a large folder moves in short transactions, and an interrupted move is completed', async () => {
  const { id } = await folderAt('big')
  // The first two decide, the next two move rows.
  await dieInTransaction(5, () => owner.call('PATCH', `/api/files/${id}`, { name: 'huge' }))
  expect(await countIn('huge/deep')).toBeGreaterThanOrEqual(pieceRows)
  expect(await countIn('big/deep')).toBeGreaterThanOrEqual(pieceRows)
  app.advance(day)
  await settleAll(app.deps)
  expect([await countIn('huge/deep'), await countIn('big/deep')]).toEqual([count, 0])
  expect([await totals('huge/deep'), await totals('big/deep')]).toEqual([all, none])
  expect(await countWrongTotals(app.store)).toBe(0)
  expect(existsSync(`${owner.folder}/public/huge/deep`)).toBe(true)
})

test('a large folder is deleted and restored whole, wherever either is interrupted', async () => {
  const { id } = await folderAt('huge')
  await dieInTransaction(4, () => owner.call('DELETE', `/api/files/${id}`))
  expect(await countIn('huge/deep')).toBe(count + 1 - pieceRows)
  app.advance(day)
  await settleAll(app.deps)
  expect([await countIn('huge/deep'), await totals('huge/deep')]).toEqual([0, none])
  expect(await countWrongTotals(app.store)).toBe(0)
  const trash = (await owner.call('GET', '/api/files/trash')).body
  expect(trash).toMatchObject([{ id, filePath: 'huge' }])
  await dieInTransaction(4, () => owner.call('POST', `/api/files/${id}/undelete`))
  app.advance(day)
  await settleAll(app.deps)
  expect([await countIn('huge/deep'), await totals('huge/deep')]).toEqual([count, all])
  expect(await countWrongTotals(app.store)).toBe(0)
})

test('refuses an archive of a large folder without reading it all', async () => {
  const { id } = await folderAt('huge')
  const reply = await app.request(`/api/files/archive?ids=${id}`, { cookie: owner.cookie })
  expect([reply.status, reply.body]).toMatchObject([422, { message: expect.stringMatching(/At most 500/) }])
})

test('a large folder cannot be restored after its time in the trash, and an interrupted sweep resumes', async () => {
  const { id } = await folderAt('huge')
  await owner.call('DELETE', `/api/files/${id}`)
  app.advance(8 * day)
  expect((await owner.call('POST', `/api/files/${id}/undelete`)).status).toBe(404)
  expect((await owner.call('GET', '/api/files/trash')).body).toEqual([])
  const { files, userServices } = app.store.t
  const used = async () =>
    (await app.store.read.select().from(userServices).where(eq(userServices.id, owner.serviceId)))[0]
      ?.diskBytes
  const before = await used()
  await dieInTransaction(2, () => sweepingFiles.run(app.deps, new AbortController().signal).catch(() => {}))
  expect(await app.store.read.$count(files)).toBe(count + 2 - pieceRows)
  await sweepingFiles.run(app.deps, new AbortController().signal)
  expect(await app.store.read.$count(files)).toBe(0)
  expect(await used()).toBe((before ?? 0) - 10 * count)
  expect(existsSync(`${owner.folder}/trash/${id}`)).toBe(false)
  expect(await countWrongTotals(app.store)).toBe(0)
})
