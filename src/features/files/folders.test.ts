import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { day, hour } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type Entry, type FileOwner, multipart } from '#test/support/files.ts'

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

const onDisk = (path: string) => readFile(`${owner.folder}/public/${path}`, 'utf8')
const used = async () => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, owner.serviceId))
  return row?.diskBytes
}
const leftovers = async () => (await readdir(`${owner.folder}/tmp`).catch(() => [])).length

test('a folder moves with its contents', async () => {
  await owner.upload('a.txt', 'one', { path: 'docs/old' })
  const docs = (await owner.list('?path=')).find(({ isFolder }) => isFolder) as Entry
  const moved = await owner.call('PATCH', `/api/files/${docs.id}`, { name: 'päpers', path: 'deep' })
  expect(moved.body).toMatchObject({ filePath: 'deep/päpers', fileName: 'päpers' })
  expect(await onDisk('deep/päpers/old/a.txt')).toBe('one')
  expect((await owner.list('?path=deep/päpers/old')).map(({ filePath }) => filePath)).toEqual([
    'deep/päpers/old/a.txt',
  ])
  const again = await owner.call('PATCH', `/api/files/${docs.id}`, { path: 'deep/päpers/old' })
  expect(again.status).toBe(422)
})

test('deleting across services is all-or-nothing', async () => {
  const kept = await owner.upload('kept.txt', 'here')
  const other = await activateService(app, owner.cookie, { domain: 'second.example.com' })
  const body = multipart({ serviceId: other.serviceId }, [{ name: 'there.txt', bytes: 'there' }])
  const sent = await app.request('/api/files', { cookie: owner.cookie, body })
  const [there] = sent.body as Entry[]
  const { userServices } = app.store.t
  await app.store.tx((tx) =>
    tx.update(userServices).set({ status: 'suspended' }).where(eq(userServices.id, other.serviceId)),
  )
  expect((await owner.call('POST', '/api/files/delete', { ids: [kept.id, there?.id] })).status).toBe(409)
  expect((await owner.list()).map(({ id }) => id).sort()).toEqual([kept.id, there?.id ?? ''].sort())
})

test('publishes every change to the owner’s other screens', async () => {
  const published: string[] = []
  const forget = app.deps.events.subscribe(({ userId, kind, status }) => {
    if (userId === owner.id && kind === 'file') published.push(status)
  })
  const { id } = await owner.upload('published.txt', 'words')
  await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'of' })
  await owner.call('PATCH', `/api/files/${id}`, { path: 'of' })
  await owner.call('DELETE', `/api/files/${id}`)
  await owner.call('POST', `/api/files/${id}/undelete`)
  forget()
  expect(published).toEqual(['stored', 'stored', 'moved', 'deleted', 'restored'])
})

test('refuses a move that nests folders deeper than a path allows', async () => {
  const chain = (letter: string, length: number) => Array.from({ length }, () => letter).join('/')
  const make = async (path: string) =>
    (await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path })).status
  expect([await make(chain('m', 9)), await make(chain('n', 8))]).toEqual([201, 201])
  const top = (await owner.list('?path=')).find(({ fileName }) => fileName === 'm')
  const move = (path: string) => owner.call('PATCH', `/api/files/${top?.id}`, { path })
  expect(await move(chain('n', 8))).toMatchObject({
    status: 422,
    body: { fields: { path: expect.any(String) } },
  })
  expect((await move(chain('n', 7))).status).toBe(200)
})

test('an existing name is refused for files, folders and moves', async () => {
  const a = await owner.upload('a.txt', 'a')
  await owner.upload('b.txt', 'b')
  expect((await owner.call('PATCH', `/api/files/${a.id}`, { name: 'b.txt' })).status).toBe(409)
  const folder = { serviceId: owner.serviceId, path: 'b.txt' }
  expect((await owner.call('POST', '/api/files/folders', folder)).status).toBe(409)
  expect((await owner.call('POST', '/api/files/folders', { ...folder, path: 'b.txt/c' })).status).toBe(409)
  expect((await owner.call('POST', '/api/files/folders', { ...folder, path: 'new/deep' })).status).toBe(201)
  expect((await owner.send('new', 'x', { conflict: 'replace' })).status).toBe(409)
})

test('a deleted folder is restored whole, and counts towards the quota until then', async () => {
  await owner.upload('a.txt', 'one', { path: 'docs' })
  const docs = (await owner.list('?path='))[0] as Entry
  expect((await owner.call('DELETE', `/api/files/${docs.id}`)).body).toEqual({ ok: true })
  expect(await owner.list()).toEqual([])
  expect(await used()).toBe(3)
  expect((await owner.call('DELETE', `/api/files/${docs.id}`)).status).toBe(404)
  const trash = (await owner.call('GET', '/api/files/trash')).body as Entry[]
  expect(trash.map(({ id }) => id)).toEqual([docs.id])
  expect((await owner.call('POST', `/api/files/${docs.id}/undelete`)).body).toMatchObject({
    filePath: 'docs',
  })
  expect(await onDisk('docs/a.txt')).toBe('one')
  expect(await owner.list()).toHaveLength(2)
})

test('a deleted file stays in the trash when its name is taken', async () => {
  const { id } = await owner.upload('a.txt', 'old')
  await owner.call('DELETE', `/api/files/${id}`)
  await owner.upload('a.txt', 'new')
  expect((await owner.call('POST', `/api/files/${id}/undelete`)).status).toBe(409)
  expect(await onDisk('a.txt')).toBe('new')
})

test('a change to many files is all-or-nothing', async () => {
  const ids = [(await owner.upload('a', 'a')).id, (await owner.upload('b', 'b')).id]
  const wrong = { ids: [...ids, Bun.randomUUIDv7()] }
  expect((await owner.call('POST', '/api/files/delete', wrong)).status).toBe(404)
  expect(await owner.list()).toHaveLength(2)
  expect((await owner.call('POST', '/api/files/delete', { ids })).status).toBe(200)
  expect(await owner.list()).toEqual([])
  expect((await owner.call('POST', '/api/files/delete', { ids: [] })).status).toBe(422)
})

test('the trash is emptied after seven days', async () => {
  const { id } = await owner.upload('a.txt', 'one')
  await owner.call('DELETE', `/api/files/${id}`)
  app.advance(7 * day + 1)
  await app.work()
  expect((await owner.call('GET', '/api/files/trash')).body).toEqual([])
  expect(await readdir(`${owner.folder}/trash`)).toEqual([])
  expect(await used()).toBe(0)
})

test('orphaned bytes are removed after an hour', async () => {
  await mkdir(`${owner.folder}/tmp`, { recursive: true })
  await Bun.write(`${owner.folder}/tmp/orphan`, 'x')
  app.advancePastFiles(2 * hour)
  await app.work()
  expect(await leftovers()).toBe(0)
})
