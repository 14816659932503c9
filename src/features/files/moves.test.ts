import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import type { BrowsePage } from '#features/file-manager/contract/contract.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type Entry, type FileOwner, multipart } from '#test/support/files.ts'
import { countWrongTotals } from './upkeep/check-totals.ts'

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
const move = (ids: string[], path: string, person = owner) =>
  person.call('POST', '/api/files/move', { ids, path })
const paths = async () => (await owner.list()).map(({ filePath }) => filePath).sort()
const folder = async (path: string) =>
  (await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path })).body as Entry

describe('a selection', () => {
  test('moves into a folder that it creates, with subfolders', async () => {
    const inside = await owner.upload('a.txt', 'inside', { path: 'docs' })
    const beside = await owner.upload('b.txt', 'beside')
    const docs = (await owner.list('?path=')).find(({ isFolder }) => isFolder) as Entry
    const reply = await move([docs.id, inside.id, beside.id], 'kept/2026')
    expect([reply.status, reply.body]).toEqual([200, { ok: true }])
    expect(await paths()).toEqual([
      'kept',
      'kept/2026',
      'kept/2026/b.txt',
      'kept/2026/docs',
      'kept/2026/docs/a.txt',
    ])
    expect([await onDisk('kept/2026/b.txt'), await onDisk('kept/2026/docs/a.txt')]).toEqual([
      'beside',
      'inside',
    ])
    expect(await countWrongTotals(app.store)).toBe(0)
  })

  test('leaves items that are already there unchanged', async () => {
    const { id } = await owner.upload('a.txt', 'x', { path: 'docs' })
    expect((await move([id], 'docs')).status).toBe(200)
    expect(await paths()).toEqual(['docs', 'docs/a.txt'])
  })

  test('does not move at all when one name is taken', async () => {
    const free = await owner.upload('free.txt', 'x')
    const wanted = await owner.upload('taken.txt', 'x')
    await owner.upload('taken.txt', 'other', { path: 'docs' })
    const reply = await move([free.id, wanted.id], 'docs')
    expect(reply).toMatchObject({
      status: 409,
      body: { message: '"taken.txt" already exists in this folder.', conflicts: ['taken.txt'] },
    })
    expect(await paths()).toEqual(['docs', 'docs/taken.txt', 'free.txt', 'taken.txt'])
    expect(await onDisk('docs/taken.txt')).toBe('other')
  })

  test('does not move when two of its files share a name', async () => {
    const one = await owner.upload('a.txt', 'one', { path: 'one' })
    const two = await owner.upload('a.txt', 'two', { path: 'two' })
    expect((await move([one.id, two.id], 'both')).status).toBe(409)
    expect((await readdir(`${owner.folder}/public`)).includes('both')).toBe(false)
  })

  test('does not move a folder into itself', async () => {
    const docs = await folder('docs')
    const reply = await move([docs.id, (await owner.upload('a.txt', 'x')).id], 'docs/deeper')
    expect(reply).toMatchObject({
      status: 422,
      body: { fields: { path: 'A folder cannot be moved into itself.' } },
    })
    expect(await paths()).toEqual(['a.txt', 'docs'])
  })

  test('does not move to an invalid path, through a file, or without a target', async () => {
    const { id } = await owner.upload('a.txt', 'x')
    await owner.upload('b.txt', 'x')
    expect((await move([id], '../up')).status).toBe(422)
    expect((await move([id], 'b.txt/in')).status).toBe(409)
    expect((await move([], 'docs')).status).toBe(422)
    expect((await move([id, Bun.randomUUIDv7()], 'docs')).status).toBe(404)
    const json = { ids: [id], path: 'docs' }
    expect((await app.request('/api/files/move', { json })).status).toBe(401)
    expect(await paths()).toEqual(['a.txt', 'b.txt'])
  })

  test('does not move with another customer’s file', async () => {
    const { id } = await owner.upload('a.txt', 'x')
    const stranger = await createFileOwner(app)
    const own = await stranger.upload('own.txt', 'x')
    expect((await move([own.id, id], 'docs', stranger)).status).toBe(404)
    expect((await stranger.list()).map(({ filePath }) => filePath)).toEqual(['own.txt'])
    expect(await paths()).toEqual(['a.txt'])
  })

  test('does not move across services', async () => {
    const here = await owner.upload('here.txt', 'x')
    const other = await activateService(app, owner.cookie, { domain: 'moves.example.com' })
    const body = multipart({ serviceId: other.serviceId }, [{ name: 'there.txt', bytes: 'x' }])
    const [there] = (await app.request('/api/files', { cookie: owner.cookie, body })).body as Entry[]
    const reply = await move([here.id, there?.id ?? ''], 'docs')
    expect(reply).toMatchObject({
      status: 422,
      body: { message: 'Files from several sites cannot be moved together.' },
    })
    expect(await paths()).toEqual(['here.txt', 'there.txt'])
  })
})

test('refuses a rename based on an old name, and names the current one', async () => {
  const { id, filePath } = await owner.upload('draft.txt', 'x')
  const rename = (name: string) => owner.call('PATCH', `/api/files/${id}`, { name, was: filePath })
  expect((await rename('plan.txt')).status).toBe(200)
  expect(await rename('notes.txt')).toMatchObject({
    status: 409,
    body: { message: 'It has since been renamed or moved to "plan.txt".' },
  })
  // A retry after a lost answer is no conflict: the result already exists.
  expect((await rename('plan.txt')).status).toBe(200)
  expect(await paths()).toEqual(['plan.txt'])
})

test('a page shows which of its files have a link, until the link ends', async () => {
  const shared = await owner.upload('shared.txt', 'x')
  await owner.upload('own.txt', 'x')
  const read = async () => {
    const { body } = await owner.call('GET', '/api/trpc/files.browse?input=%7B%7D')
    const { items } = (body as { result: { data: BrowsePage } }).result.data
    return items.filter(({ isShared }) => isShared).map(({ fileName }) => fileName)
  }
  expect(await read()).toEqual([])
  await owner.call('POST', `/api/files/${shared.id}/share`, { expiresIn: 300 })
  await owner.call('POST', `/api/files/${shared.id}/share`, { expiresIn: 600 })
  expect(await read()).toEqual(['shared.txt'])
  app.advance(300_001)
  expect(await read()).toEqual(['shared.txt'])
  app.advance(300_000)
  expect(await read()).toEqual([])
})
