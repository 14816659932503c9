import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { mib } from '#shared/bytes.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'

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
const leftovers = async () => (await readdir(`${owner.folder}/tmp`).catch(() => [])).length
const save = (id: string, body: unknown, who = owner) => who.call('PUT', `/api/files/${id}/content`, body)
const versionOf = async (id: string) => {
  const { headers } = await app.request(`/api/files/${id}/content`, { cookie: owner.cookie })
  return headers.get('etag')?.replaceAll('"', '')
}

test('saving a text keeps the file’s id, links and every byte', async () => {
  const { id } = await owner.upload('index.html', '<h1>one</h1>', { path: 'pages' })
  const share = await owner.call('POST', `/api/files/${id}/share`, {})
  const text = '\uFEFF<h1>दो</h1>\r\n<p>last line\r'
  const reply = await save(id, { content: text, baseVersion: await versionOf(id) })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    id,
    filePath: 'pages/index.html',
    fileType: 'text/html',
    fileSize: Buffer.byteLength(text),
    version: await versionOf(id),
  })
  expect(await onDisk('pages/index.html')).toBe(text)
  expect(await leftovers()).toBe(0)
  const { url } = share.body as { url: string }
  expect((await app.request(new URL(url).pathname)).text).toBe(text.slice(1))
  expect(await owner.list('/trash')).toEqual([])
})

test('saving identical text changes nothing, whatever its base version', async () => {
  const { id } = await owner.upload('a.txt', 'same')
  const before = await versionOf(id)
  expect((await save(id, { content: 'other', baseVersion: before })).status).toBe(200)
  const again = await save(id, { content: 'other', baseVersion: before })
  expect(again.body).toMatchObject({ id, version: await versionOf(id) })
  expect(await leftovers()).toBe(0)
})

test('refuses a save based on an old version and names the current one', async () => {
  const { id } = await owner.upload('a.txt', 'mine')
  const base = await versionOf(id)
  await owner.upload('a.txt', 'theirs', { conflict: 'replace' })
  const reply = await save(id, { content: 'changed', baseVersion: base })
  expect(reply.status).toBe(409)
  expect(reply.body).toMatchObject({ code: 'CONFLICT', currentVersion: await versionOf(id) })
  expect(await onDisk('a.txt')).toBe('theirs')
  expect(await leftovers()).toBe(0)
  expect((await save(id, { content: 'whatever is there' })).status).toBe(200)
  expect(await onDisk('a.txt')).toBe('whatever is there')
})

test('an empty file can be opened and saved, and a file can be emptied', async () => {
  const { id } = await owner.upload('notes', '')
  expect((await save(id, { content: 'x', baseVersion: await versionOf(id) })).status).toBe(200)
  expect((await save(id, { content: '', baseVersion: await versionOf(id) })).body).toMatchObject({
    fileSize: 0,
  })
})

test.each([
  ['nothing', {}, 422],
  ['no text', { content: 1 }, 422],
  ['half of a character', { content: '\ud800' }, 422],
  ['a version that is no text', { content: 'x', baseVersion: 3 }, 422],
  ['more than 1 MiB', { content: 'x'.repeat(mib + 1) }, 413],
  ['a body beyond the limit', { content: '\n'.repeat(mib + 1) }, 413],
])('refuses %s', async (_what, body, status) => {
  const { id } = await owner.upload('a.txt', 'before')
  expect((await save(id, body)).status).toBe(status)
  expect(await onDisk('a.txt')).toBe('before')
  expect(await leftovers()).toBe(0)
})

test('saves 1 MiB, with as many line breaks as allowed', async () => {
  const { id } = await owner.upload('a.txt', 'before')
  expect((await save(id, { content: '\n'.repeat(mib - 1) })).status).toBe(200)
})

test('a folder, a file in the trash, another customer’s file and a missing one are not found', async () => {
  const { id } = await owner.upload('a.txt', 'before', { path: 'folder' })
  const stranger = await createFileOwner(app)
  expect((await save(id, { content: 'x' }, stranger)).status).toBe(404)
  expect(
    (await app.request(`/api/files/${id}/content`, { method: 'PUT', json: { content: 'x' } })).status,
  ).toBe(401)
  const folder = (await owner.list('?path=')).find(({ isFolder }) => isFolder)
  expect((await save(folder?.id ?? '', { content: 'x' })).status).toBe(404)
  expect(await onDisk('folder/a.txt')).toBe('before')
  await owner.call('DELETE', `/api/files/${id}`)
  expect((await save(id, { content: 'x' })).status).toBe(404)
  expect((await save(Bun.randomUUIDv7(), { content: 'x' })).status).toBe(404)
})

test('a save counts only the added bytes against the plan’s storage', async () => {
  const { userServices } = app.store.t
  const { id } = await owner.upload('a.txt', '0123456789')
  const isOwn = eq(userServices.id, owner.serviceId)
  const full = { diskBytes: 100 * 1_024 ** 4 }
  await app.store.tx((tx) => tx.update(userServices).set(full).where(isOwn))
  expect((await save(id, { content: '9876543210' })).status).toBe(200)
  const refused = await save(id, { content: '0123456789+' })
  expect([refused.status, refused.body]).toMatchObject([413, { trashBytes: 0 }])
  expect(await onDisk('a.txt')).toBe('9876543210')
  expect(await leftovers()).toBe(0)
})

test('refuses saves while the service is not active', async () => {
  const { userServices } = app.store.t
  const { id } = await owner.upload('a.txt', 'before')
  const isOwn = eq(userServices.id, owner.serviceId)
  await app.store.tx((tx) => tx.update(userServices).set({ status: 'suspended' }).where(isOwn))
  expect((await save(id, { content: 'x' })).status).toBe(409)
  expect(await onDisk('a.txt')).toBe('before')
})
