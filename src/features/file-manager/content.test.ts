import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { createApp } from '#app/app.ts'
import { listen } from '#app/commands/serve.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { testEngine } from '#test/support/store.ts'
import { filesPage } from './service/list-files.ts'

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

const content = (id: string, headers: Record<string, string> = {}, query = '') =>
  app.request(`/api/files/${id}/content${query}`, { cookie: owner.cookie, headers })

test('a file downloads byte for byte, inert, under its name', async () => {
  const { id } = await owner.upload('हिन्दी"x.txt', 'some text')
  const reply = await content(id)
  expect([reply.status, reply.text]).toEqual([200, 'some text'])
  expect(reply.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('content-disposition')).toBe(
    `inline; filename="_______x.txt"; filename*=UTF-8''${encodeURIComponent('हिन्दी"x.txt')}`,
  )
  const known = await content(id, { 'if-none-match': reply.headers.get('etag') ?? '' })
  expect([known.status, known.text]).toEqual([304, ''])
})

test.each([
  ['a.txt', 'inline', 'inline'],
  ['a.png', 'inline', 'inline'],
  ['a.mp3', 'inline', 'inline'],
  ['a.txt', 'attachment', 'attachment'],
  ['a.svg', 'inline', 'attachment'],
  ['a.html', 'inline', 'attachment'],
  ['a.pdf', 'inline', 'attachment'],
])('%s requested %s is sent %s', async (name, asked, kind) => {
  const { id } = await owner.upload(name, '<script>', { conflict: 'replace' })
  const reply = await content(id, {}, `?disposition=${asked}`)
  expect(reply.headers.get('content-disposition')).toStartWith(`${kind};`)
})

test('supports range requests', async () => {
  const { id } = await owner.upload('parts.txt', '0123456789')
  const part = await content(id, { range: 'bytes=2-4' })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await content(id, { range: 'bytes=-3' })).text).toBe('789')
  const beyond = await content(id, { range: 'bytes=10-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  const stale = await content(id, { range: 'bytes=2-4', 'if-range': '"other"' })
  expect([stale.status, stale.text]).toEqual([200, '0123456789'])
  const many = `bytes=${'0-0,'.repeat(1_000)}0-0`
  expect((await content(id, { range: many })).status).toBe(200)
})

test('a file removed during its download arrives whole or is missing, with the usual headers', async () => {
  const portal = createApp(app.deps, null)
  let stored = ''
  const listener = await listen(
    { HOST: '127.0.0.1', PORT: 'auto', TRUSTED_PROXIES: [] },
    {
      ...portal,
      async fetch(request, addressOf) {
        const answer = await portal.fetch(request, addressOf)
        await rm(join(owner.folder, 'public', stored))
        return answer
      },
    },
  )
  const ask = async (name: string, bytes: string) => {
    stored = name
    const { id } = await owner.upload(name, bytes)
    return fetch(`${listener.url}/api/files/${id}/content`, { headers: { cookie: owner.cookie } })
  }
  try {
    // Few bytes are read before the answer begins, many while it is sent.
    const few = await ask('few.txt', 'few')
    expect([few.status, await few.text()]).toEqual([200, 'few'])
    const many = await ask('many.txt', 'x'.repeat(200_000))
    expect([many.status, await many.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
    expect(many.headers.get('x-content-type-options')).toBe('nosniff')
    expect(many.headers.get('x-request-id')).not.toBeNull()
  } finally {
    await listener.stop(true)
  }
})

test('a share link works without a session until it expires or its file is deleted', async () => {
  const { id } = await owner.upload('shared.txt', 'for you')
  const { body, status } = await owner.call('POST', `/api/files/${id}/share`, { expiresIn: 600 })
  expect(status).toBe(201)
  const path = new URL((body as { url: string }).url).pathname
  expect((await app.request(path)).text).toBe('for you')
  expect((await app.request(`${path.slice(0, -1)}!`)).status).toBe(404)
  await owner.call('DELETE', `/api/files/${id}`)
  expect((await app.request(path)).status).toBe(404)
  // A link deleted with its file is not restored with it.
  await owner.call('POST', `/api/files/${id}/undelete`)
  expect((await app.request(path)).status).toBe(404)
  const again = await owner.call('POST', `/api/files/${id}/share`, { expiresIn: 600 })
  const other = new URL((again.body as { url: string }).url).pathname
  expect((await app.request(other)).status).toBe(200)
  app.advance(601_000)
  expect((await app.request(other)).status).toBe(404)
  expect((await owner.call('POST', `/api/files/${id}/share`, { expiresIn: 1 })).status).toBe(422)
})

describe('reading a file completes an interrupted upload to its service first', () => {
  /** The state that a process leaves when it dies after committing the intent. */
  const cutOff = async ({ id, serviceId, folder }: FileOwner, name: string) => {
    const upload = Bun.randomUUIDv7()
    await Bun.write(`${folder}/tmp/${upload}`, name)
    const row = {
      path: '',
      name,
      type: 'text/plain',
      size: name.length,
      sha256: Bun.SHA256.hash(name, 'hex'),
    }
    const change = { kind: 'put', id: upload, isNew: true, isFolder: false, grows: name.length, ...row }
    const steps = [{ from: `tmp/${upload}`, to: `public/${name}`, change }]
    await app.store.tx((tx) =>
      tx.insert(tx.t.fileIntents).values({ userId: id, serviceId, steps, createdAt: app.deps.now() }),
    )
  }

  test('by its owner or through a link', async () => {
    const person = await createFileOwner(app)
    const { id } = await person.upload('shared.txt', 'for you')
    const { body } = await person.call('POST', `/api/files/${id}/share`, {})
    const link = new URL((body as { url: string }).url).pathname
    for (const [name, path] of [
      ['one.txt', `/api/files/${id}/content`],
      ['two.txt', link],
    ] as const) {
      await cutOff(person, name)
      expect((await person.call('GET', path)).text).toBe('for you')
      const kept = (await person.list()).find(({ filePath }) => filePath === name)
      expect((await person.call('GET', `/api/files/${kept?.id}/content`)).text).toBe(name)
    }
  })
})

describe('a share link', () => {
  const setStatus = (serviceId: string, status: ServiceStatus) => {
    const { userServices } = app.store.t
    return app.store.tx((tx) => tx.update(userServices).set({ status }).where(eq(userServices.id, serviceId)))
  }
  const html = { headers: { accept: 'text/html' } }

  test('looks like an unknown link once its service is suspended or ended, and no new ones are issued', async () => {
    const person = await createFileOwner(app)
    const { id } = await person.upload('shared.txt', 'for you')
    const share = () => person.call('POST', `/api/files/${id}/share`, {})
    const path = new URL(((await share()).body as { url: string }).url).pathname
    const unknown = path.replace(/.{32}$/, 'x'.repeat(32))
    const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
    for (const status of ['suspended', 'terminated', 'pending'] as const) {
      await setStatus(person.serviceId, status)
      for (const asked of [{}, html]) {
        const [shared, missing] = [await app.request(path, asked), await app.request(unknown, asked)]
        expect([shared.status, withoutRequestId(shared.text)]).toEqual([404, withoutRequestId(missing.text)])
      }
      expect((await app.request(path, { headers: { 'if-none-match': '*' } })).status).toBe(404)
      expect((await share()).status).toBe(status === 'terminated' ? 404 : 409)
    }
    await setStatus(person.serviceId, 'active')
    expect((await app.request(path)).text).toBe('for you')
  })

  test('keeps working when its owner stops the service, but new ones need an active service', async () => {
    const person = await createFileOwner(app)
    const { id } = await person.upload('shared.txt', 'for you')
    const share = () => person.call('POST', `/api/files/${id}/share`, {})
    const path = new URL(((await share()).body as { url: string }).url).pathname
    await setStatus(person.serviceId, 'stopped')
    expect((await app.request(path)).status).toBe(200)
    expect((await share()).status).toBe(409)
  })
})

test('a zip includes a name that looks like a drive letter', async () => {
  const names = ['a:b', 'C:', 'a\uff1ab']
  const ids = []
  for (const name of names) ids.push((await owner.upload(name, name)).id)
  const reply = await app.request(`/api/files/archive?ids=${ids}`, { cookie: owner.cookie })
  expect(reply.status).toBe(200)
  for (const name of ['a\uff1ab', 'a\uff1ab (2)', 'C\uff1a']) expect(reply.text).toContain(name)
})

test('other programs can read a zip of a selection', async () => {
  await owner.upload('deep.txt', 'deep words', { path: 'zip/inner' })
  const folder = (await owner.list('?path=')).find(({ fileName }) => fileName === 'zip')
  const single = await owner.upload('single.txt', 'alone')
  const url = `/api/files/archive?ids=${folder?.id},${single.id}`
  const response = await app.portal.fetch(
    new Request(`http://portal.test${url}`, { headers: { cookie: owner.cookie } }),
    () => '192.0.2.1',
  )
  expect(response.headers.get('content-type')).toBe('application/zip')
  const file = `${app.dataDir}/selection.zip`
  await Bun.write(file, await response.arrayBuffer())
  const script = `import zipfile; z=zipfile.ZipFile("${file}"); assert z.testzip() is None; print("|".join(sorted(n+"="+z.read(n).decode() for n in z.namelist())))`
  const listed = Bun.spawnSync(['python3', '-c', script]).stdout.toString().trim()
  expect(listed).toBe('single.txt=alone|zip/=|zip/inner/=|zip/inner/deep.txt=deep words')
})

test('a folder with many subfolders is sent whole', async () => {
  const { files } = app.store.t
  await owner.upload('last.txt', 'the last one', { path: 'wide/z' })
  const at = app.deps.now()
  const rows = Array.from({ length: 520 }, (_, number) => {
    const filePath = `wide/${number}`
    const place = { fileName: String(number), path: 'wide', filePath, pathKey: filePath, isFolder: true }
    const facts = { fileType: 'inode/directory', fileSize: 0, uploadedAt: at, updatedAt: at }
    return { userId: owner.id, serviceId: owner.serviceId, ...place, ...facts }
  })
  await app.store.tx((tx) => tx.insert(files).values(rows))
  const folder = (await owner.list('?path=')).find(({ fileName }) => fileName === 'wide')
  const reply = await owner.call('GET', `/api/files/archive?ids=${folder?.id}`)
  expect(reply.status).toBe(200)
  expect(reply.text).toContain('wide/z/last.txt')
})

test('listing one page of 10,000 files is one indexed query', async () => {
  const { files } = app.store.t
  const at = app.deps.now()
  const row = (number: number) => {
    const filePath = `many/${number}.txt`
    const place = { fileName: `${number}.txt`, path: 'many', filePath, pathKey: filePath }
    const facts = { fileType: 'text/plain', uploadedAt: new Date(at.getTime() + number), updatedAt: at }
    return { userId: owner.id, serviceId: owner.serviceId, ...place, ...facts }
  }
  for (let from = 0; from < 10_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, place) => row(from + place))
    await app.store.tx((tx) => tx.insert(files).values(rows))
  }
  expect(await owner.list('?limit=50&path=many')).toHaveLength(50)
  expect(await owner.list()).toHaveLength(1_000)
  if (testEngine === 'postgres') return
  const inputs = [{}, { serviceId: owner.serviceId }, { serviceId: owner.serviceId, path: 'many' }]
  for (const input of inputs) {
    const query = filesPage(app.store, owner.id, { limit: 50, ...input }).getSQL()
    const plan = JSON.stringify(await explain(query))
    expect(plan).toContain('file_manager USING INDEX file_manager_')
    expect(plan).not.toContain('TEMP B-TREE')
    expect(plan).not.toContain('SCAN')
  }
})

type SqliteReader = { all(query: unknown): unknown }
const explain = async (query: unknown) =>
  (app.store.read as unknown as SqliteReader).all(sql`explain query plan ${query}`)
