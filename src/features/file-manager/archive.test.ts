import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { insertFiles } from '#test/support/many-files.ts'

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

const ask = (ids: unknown, person = owner) => person.call('POST', '/api/files/archive', { ids })
const urlOf = async (ids: string[]) => ((await ask(ids)).body as { url: string }).url

test('an archive is downloaded once from the URL in the answer', async () => {
  const files = [await owner.upload('one.txt', 'first words'), await owner.upload('two.txt', 'x')]
  const reply = await ask(files.map(({ id }) => id))
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      url: expect.stringMatching(/^\/api\/files\/archive\?ticket=[\w-]{32}$/),
      expiresAt: expect.any(String),
    },
  ])
  const { url } = reply.body as { url: string }
  const zip = await owner.call('GET', url)
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
  for (const name of ['one.txt', 'two.txt']) expect(zip.text).toContain(name)
  expect((await owner.call('GET', url)).status).toBe(404)
  expect(readdirSync(`${app.dataDir}/incoming`)).toEqual([])
})

test('two concurrent requests for an archive: one gets it', async () => {
  const { id } = await owner.upload('twice.txt', 'x')
  const url = await urlOf([id])
  const replies = await Promise.all([owner.call('GET', url), owner.call('GET', url)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('the archive URL expires after two minutes', async () => {
  const { id } = await owner.upload('late.txt', 'x')
  const url = await urlOf([id])
  app.advance(2 * minute)
  expect((await owner.call('GET', url)).status).toBe(404)
})

test('nobody else can use the URL, and trying does not use it up', async () => {
  const stranger = await createFileOwner(app)
  const { id } = await owner.upload('mine.txt', 'x')
  const url = await urlOf([id])
  expect((await stranger.call('GET', url)).status).toBe(404)
  expect((await app.request(url)).status).toBe(401)
  expect((await owner.call('GET', '/api/files/archive?ticket=none')).status).toBe(404)
  expect((await owner.call('GET', url)).status).toBe(200)
})

test('refuses missing files, another customer’s files and too many before issuing a URL', async () => {
  const { id } = await owner.upload('refused.txt', 'x')
  const stranger = await createFileOwner(app)
  expect((await ask([id], stranger)).status).toBe(404)
  expect((await ask([id, Bun.randomUUIDv7()])).status).toBe(404)
  for (const ids of [[], 'x', undefined, Array.from({ length: 501 }, () => Bun.randomUUIDv7())])
    expect((await ask(ids)).status).toBe(422)
  const visitor = await app.request('/api/files/archive', { json: { ids: [id] } })
  expect(visitor.status).toBe(401)
})

test('accepts 500 files by POST and at most 100 in a URL', async () => {
  const person = await createFileOwner(app)
  await insertFiles(app.store, { userId: person.id, serviceId: person.serviceId }, 500, (number) => ({
    path: `${number}.txt`,
    sizeBytes: 0,
    at: app.deps.now(),
  }))
  const ids = (await person.list('?limit=500')).map(({ id }) => id)
  expect(ids).toHaveLength(500)
  expect((await ask(ids, person)).status).toBe(200)
  const refused = await person.call('GET', `/api/files/archive?ids=${ids.slice(0, 101)}`)
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { fields: { ids: expect.stringContaining('POST') } },
  ])
})
