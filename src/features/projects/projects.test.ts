import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import { maxFiles, maxFilesTogether, maxListedBytes, maxProjects } from './contract.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.addCustomer()).cookie
})
afterAll(() => app.close())

type File = { id: string; name: string; type: string; content: string; size: number; version: number }
type Project = { id: string; name: string; description: string | null; files: File[] }

const call = (method: string, path: string, json?: unknown, as = cookie) =>
  app.request(path, { method, cookie: as, ...(json === undefined ? {} : { json }) })

async function makeProject(name = 'Site', as = cookie): Promise<Project> {
  const reply = await call('POST', '/api/projects', { name, description: 'About it' }, as)
  expect(reply.status).toBe(201)
  return reply.body as Project
}

async function makeFile(projectId: string, fields: Partial<File> = {}): Promise<File> {
  const json = { projectId, name: 'index.html', type: 'html', content: '<h1>Hello</h1>', ...fields }
  const reply = await call('POST', '/api/projects/files', json)
  expect(reply.status).toBe(201)
  return reply.body as File
}

test('a customer can have as many projects as one list shows, and no more', async () => {
  const { cookie: own, id: userId } = await app.addCustomer()
  const at = { createdAt: app.deps.now(), updatedAt: app.deps.now() }
  const rows = Array.from({ length: maxProjects - 1 }, () => ({ userId, name: 'One of many', ...at }))
  await app.store.tx((tx) => tx.insert(tx.t.projects).values(rows))
  await makeProject('The last', own)
  const refused = await call('POST', '/api/projects', { name: 'One more' }, own)
  const count = { limit: maxProjects, used: maxProjects }
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'LIMIT_REACHED', ...count }])
})

test('a project made from a template has its files, with its name in them', async () => {
  const reply = await call('POST', '/api/projects', { name: 'Bells & Co', template: 'landing' })
  expect(reply.status).toBe(201)
  const { id, files } = reply.body as Project
  expect(files.map(({ name, type, version }) => [name, type, version])).toEqual([
    ['index.html', 'html', 1],
    ['style.css', 'css', 1],
  ])
  const page = (await call('GET', `/api/projects/files/${files[0]?.id}`)).body as File
  expect(page.content).toContain('<title>Bells &amp; Co</title>')
  expect((await call('GET', '/api/projects')).body).toMatchObject([{ id, files }])
  expect((await call('DELETE', `/api/projects/${id}`)).status).toBe(200)
})

test('a template that does not exist is refused, and no project is made', async () => {
  const refused = await call('POST', '/api/projects', { name: 'Site', template: 'shop' })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { fields: { template: 'Choose one of plain, landing, business, not-found.' } },
  ])
  expect((await call('GET', '/api/projects')).body).toEqual([])
})

test('projects are listed newest first with their files, oldest file first', async () => {
  const { cookie: own } = await app.addCustomer()
  const older = await makeProject('Older', own)
  app.advance(1_000)
  const newer = await makeProject('Newer', own)
  for (const name of ['a.css', 'b.css']) {
    await call('POST', '/api/projects/files', { projectId: older.id, name, type: 'css', content: 'ä' }, own)
    app.advance(1_000)
  }
  const { body } = await call('GET', '/api/projects', undefined, own)
  expect(body).toMatchObject([
    { id: newer.id, name: 'Newer', description: 'About it', files: [] },
    { id: older.id, files: [{ name: 'a.css', size: 2, content: 'ä', version: 1 }, { name: 'b.css' }] },
  ])
  const page = await call('GET', '/api/projects?limit=1', undefined, own)
  expect(page.body).toMatchObject([{ id: newer.id }])
  const cursor = page.headers.get('x-next-cursor')
  const next = await call('GET', `/api/projects?limit=1&cursor=${cursor}`, undefined, own)
  expect(next.body).toMatchObject([{ id: older.id }])
})

test('names are trimmed, and blank names are refused', async () => {
  expect((await makeProject('  Shop  ')).name).toBe('Shop')
  const project = await makeProject()
  expect((await makeFile(project.id, { name: ' style.css ', type: 'css' })).name).toBe('style.css')
  for (const path of ['/api/projects', '/api/projects/files']) {
    const reply = await call('POST', path, { projectId: project.id, name: '   ', type: 'css' })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ code: 'INVALID', fields: { name: expect.any(String) } })
  }
})

test.each(['a/b.css', 'a\\b.css', '..', '.', 'C:x', 'a\nb', 'a\u0000b', 'ä'.repeat(128)])(
  'a file name must be a single path segment, so %j is refused',
  async (name) => {
    const { id } = await makeProject()
    const reply = await call('POST', '/api/projects/files', { projectId: id, name, type: 'css' })
    expect(reply.status).toBe(422)
  },
)

test('a file name is unique in its project, whether its accents are composed or decomposed', async () => {
  const project = await makeProject()
  const first = await makeFile(project.id, { name: 'caf\u00e9.css', type: 'css' })
  for (const name of ['caf\u00e9.css', 'cafe\u0301.css']) {
    const again = await call('POST', '/api/projects/files', { projectId: project.id, name, type: 'css' })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ message: 'This project already has a file of this name.' })
  }
  const other = await makeFile(project.id, { name: 'other.css', type: 'css' })
  expect((await call('PATCH', `/api/projects/files/${other.id}`, { name: first.name })).status).toBe(409)
  await makeFile((await makeProject()).id, { name: first.name, type: 'css' })
})

test('the type of a file is one of seven, and follows a new name unless it is given', async () => {
  const { id } = await makeProject()
  expect((await call('POST', '/api/projects/files', { projectId: id, name: 'a', type: 'exe' })).status).toBe(
    422,
  )
  const file = await makeFile(id)
  const rename = async (json: object) => (await call('PATCH', `/api/projects/files/${file.id}`, json)).body
  expect(await rename({ name: 'readme.md' })).toMatchObject({ name: 'readme.md', type: 'md' })
  expect(await rename({ name: 'LICENSE' })).toMatchObject({ type: 'md' })
  expect(await rename({ name: 'a.py', type: 'json' })).toMatchObject({ name: 'a.py', type: 'json' })
})

describe('a list with large contents', () => {
  const mib = 1_048_576
  /** A project with so many files of 1 MiB, laid into the store at once. */
  async function layProject(userId: string, count: number) {
    const [id, at] = [Bun.randomUUIDv7(), app.deps.now()]
    const moments = { createdAt: at, updatedAt: at }
    const content = 'a'.repeat(mib)
    const file = { userId, projectId: id, type: 'md' as const, content, size: mib, ...moments }
    const files = Array.from({ length: count }, (_, i) => ({ ...file, id: Bun.randomUUIDv7(), name: `${i}` }))
    await app.store.tx(async (tx) => {
      await tx.insert(tx.t.projects).values({ id, userId, name: 'Large', ...moments })
      for (const row of files) await tx.insert(tx.t.projectFiles).values(row)
    })
    app.advance(1_000)
    return id
  }
  const read = (own: string, cursor = '') => call('GET', `/api/projects?cursor=${cursor}`, undefined, own)
  type Listed = { id: string; files: { id: string; content: string | null }[] }[]

  test('is paged by bytes, with each project on one page', async () => {
    const { cookie: own, id: userId } = await app.addCustomer()
    const ids = []
    for (let i = 0; i < 5; i += 1) ids.unshift(await layProject(userId, 2))
    const pages: Listed[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const reply = await read(own, cursor)
      expect(reply.text.length).toBeLessThan(maxListedBytes + 100_000)
      pages.push(reply.body as Listed)
      cursor = reply.headers.get('x-next-cursor')
    }
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
    expect(pages.length).toBeGreaterThan(2)
    for (const { files } of pages.flat())
      expect(files.map(({ content }) => content?.length)).toEqual([mib, mib])
  })

  test('omits contents beyond the limit of a project that exceeds it alone, and each can be read separately', async () => {
    const { cookie: own, id: userId } = await app.addCustomer()
    await layProject(userId, 6)
    const [project] = (await read(own)).body as Listed
    const texts = project?.files.map(({ content }) => content?.length ?? null)
    expect(texts).toEqual([mib, mib, mib, null, null, null])
    const last = await call('GET', `/api/projects/files/${project?.files[5]?.id}`, undefined, own)
    expect((last.body as File).content.length).toBe(mib)
  })

  test('is refused in a batch with other calls', async () => {
    const paths = ['projects.list,projects.outline', 'projects.files.get,projects.files.get']
    for (const path of paths) {
      const reply = await call('GET', `/api/trpc/${path}?batch=1&input={}`)
      expect(reply.status).toBe(400)
    }
    expect((await call('GET', '/api/trpc/projects.list')).status).toBe(200)
  })

  test('waits until earlier lists of the same customer have been read', async () => {
    const { cookie: own, id: userId } = await app.addCustomer()
    await layProject(userId, 3)
    const ask = () => {
      const request = new Request(`${testOrigin}/api/projects`, { headers: { cookie: own } })
      return app.portal.fetch(request, () => '192.0.2.1')
    }
    const unread = [await ask(), await ask()]
    let isAnswered = false
    const third = ask().then(async (response) => {
      isAnswered = true
      return response.text()
    })
    await Bun.sleep(20)
    expect(isAnswered).toBe(false)
    const text = await unread[0]?.text()
    expect(await third).toBe(text ?? '')
    // Whoever goes away without reading gives the place back too.
    await unread[1]?.body?.cancel()
    expect((await (await ask()).text()).length).toBeGreaterThan(3 * mib)
  })
})

test('former versions use at most 64 MiB per customer, and the oldest are dropped', async () => {
  const { cookie: own, id: userId } = await app.addCustomer()
  const project = await makeProject('Site', own)
  const json = { projectId: project.id, name: 'a.md', type: 'md', content: 'first' }
  const file = (await call('POST', '/api/projects/files', json, own)).body as File
  const at = app.deps.now().getTime()
  const old = Array.from({ length: 64 }, (_, i) => ({
    userId,
    fileId: file.id,
    version: i + 1_000,
    content: '',
    size: 1_048_576,
    createdAt: new Date(at - 100_000 + i),
  }))
  const { projectFileVersions: t } = app.store.t
  await app.store.tx((tx) => tx.insert(t).values(old))
  await call('PUT', `/api/projects/files/${file.id}`, { content: 'second' }, own)
  const kept = await app.store.read.select().from(t).where(eq(t.fileId, file.id))
  const versions = kept.map(({ version }) => version).sort((a, b) => a - b)
  expect(versions).toEqual([1, ...Array.from({ length: 63 }, (_, i) => i + 1_001)])
})

test('a customer can have at most 5,000 files in all projects', async () => {
  const { cookie: own, id: userId } = await app.addCustomer()
  const { id: projectId } = await makeProject('Site', own)
  const at = { createdAt: app.deps.now(), updatedAt: app.deps.now() }
  await app.store.tx(async (tx) => {
    for (let i = 0; i < maxFilesTogether / 100; i += 1) {
      const id = Bun.randomUUIDv7()
      await tx.insert(tx.t.projects).values({ id, userId, name: 'Many', ...at })
      const file = { userId, projectId: id, type: 'md' as const, ...at }
      const names = Array.from({ length: 100 }, (_, n) => ({ ...file, id: Bun.randomUUIDv7(), name: `${n}` }))
      await tx.insert(tx.t.projectFiles).values(names)
    }
  })
  const refused = await call('POST', '/api/projects/files', { projectId, name: 'a.md', type: 'md' }, own)
  const count = { limit: maxFilesTogether, used: maxFilesTogether }
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'LIMIT_REACHED', ...count }])
})

describe('the limits of a project', () => {
  test('allow files of up to 1 MiB of UTF-8 through both transports', async () => {
    const { id } = await makeProject()
    const full = 'ä'.repeat(512 * 1_024)
    const file = await makeFile(id, { content: full })
    expect(file.size).toBe(1_048_576)
    const path = `/api/projects/files/${file.id}`
    const replies = [
      await call('PUT', path, { content: `${full}a` }),
      await call('POST', '/api/trpc/projects.files.save', { fileId: file.id, content: `${full}a` }),
      await call('POST', '/api/projects/files', {
        projectId: id,
        name: 'b',
        type: 'md',
        content: `${full}a`,
      }),
      await call('PUT', path, { content: 'a'.repeat(2 * 1_048_576) }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([413, 413, 413, 413])
    expect((await call('PUT', path, { content: 'a'.repeat(1_048_576) })).status).toBe(200)
    const trpc = { fileId: file.id, content: 'b'.repeat(1_048_576) }
    expect((await call('POST', '/api/trpc/projects.files.save', trpc)).status).toBe(200)
  })

  test('keep the bodies of other calls to 64 KiB', async () => {
    const json = { name: 'a', description: 'a'.repeat(65 * 1_024) }
    expect((await call('POST', '/api/projects', json)).status).toBe(413)
    expect((await call('POST', '/api/trpc/projects.create', json)).status).toBe(413)
  })

  test.each(['a\u0000b', 'a\ud800b'])('do not allow text that cannot be stored: %j', async (content) => {
    const file = await makeFile((await makeProject()).id)
    const reply = await call('PUT', `/api/projects/files/${file.id}`, { content })
    expect(reply.status).toBe(422)
  })

  test('allow 200 files', async () => {
    const { id } = await makeProject()
    const { projects, projectFiles } = app.store.t
    await app.store.tx(async (tx) => {
      const [project] = (await tx.select().from(projects)).filter((row) => row.id === id)
      const now = new Date('2026-11-20T06:30:00.000Z')
      const rows = Array.from({ length: 199 }, (_, number) => ({
        userId: project?.userId ?? '',
        projectId: id,
        name: `${number}.css`,
        type: 'css' as const,
        createdAt: now,
        updatedAt: now,
      }))
      await tx.insert(projectFiles).values(rows)
    })
    await makeFile(id)
    const reply = await call('POST', '/api/projects/files', { projectId: id, name: 'z.css', type: 'css' })
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ code: 'LIMIT_REACHED', limit: maxFiles, used: maxFiles })
  })
})

test('a save based on an older version is refused with the current version number', async () => {
  const file = await makeFile((await makeProject()).id)
  const path = `/api/projects/files/${file.id}`
  const save = (content: string, baseVersion?: number) => call('PUT', path, { content, baseVersion })
  expect((await save('mine', 1)).body).toMatchObject({ version: 2, content: 'mine', size: 4 })
  const stale = await save('theirs', 1)
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({ code: 'CONFLICT', currentVersion: 2 })
  expect((await save('theirs', 2)).body).toMatchObject({ version: 3 })
  expect((await save('anyway')).body).toMatchObject({ version: 4 })
})

test('saving an unchanged text changes nothing', async () => {
  const file = await makeFile((await makeProject()).id)
  app.advance(1_000)
  const reply = await call('PUT', `/api/projects/files/${file.id}`, { content: file.content })
  expect(reply.body).toEqual(file)
})

test('the last 20 versions are kept, and any of them can be restored', async () => {
  const file = await makeFile((await makeProject()).id, { content: 'text 1' })
  const path = `/api/projects/files/${file.id}`
  for (let version = 2; version <= 25; version++) await call('PUT', path, { content: `text ${version}` })
  const versions = async () =>
    (await call('GET', `${path}/versions`)).body as { version: number; size: number; createdAt: string }[]
  expect((await versions()).map(({ version }) => version)).toEqual(
    Array.from({ length: 20 }, (_, i) => 24 - i),
  )
  const back = await call('POST', `${path}/versions/5/restore`)
  expect(back.body).toMatchObject({ content: 'text 5', version: 26 })
  expect((await versions()).map(({ version }) => version).at(-1)).toBe(6)
  for (const gone of ['5', '26', 'x', '-1'])
    expect((await call('POST', `${path}/versions/${gone}/restore`)).status).toBe(404)
})

test('projects and files can be renamed, and are deleted with everything that belongs to them', async () => {
  const project = await makeProject()
  const file = await makeFile(project.id)
  await call('PUT', `/api/projects/files/${file.id}`, { content: 'new' })
  const path = `/api/projects/${project.id}`
  expect((await call('PATCH', path, { name: 'New' })).body).toMatchObject({
    name: 'New',
    description: 'About it',
  })
  expect((await call('PATCH', path, { description: '' })).body).toMatchObject({
    name: 'New',
    description: null,
  })
  expect((await call('DELETE', `/api/projects/files/${file.id}`)).body).toEqual({ ok: true })
  expect((await call('GET', `/api/projects/files/${file.id}/versions`)).status).toBe(404)
  const second = await makeFile(project.id)
  await call('PUT', `/api/projects/files/${second.id}`, { content: 'new' })
  expect((await call('DELETE', path)).body).toEqual({ ok: true })
  expect((await call('DELETE', path)).status).toBe(404)
  const { projectFileVersions } = app.store.t
  const left = await app.store.read.select().from(projectFileVersions)
  expect(left.filter(({ fileId }) => fileId === file.id || fileId === second.id)).toEqual([])
})

test('another customer’s project and file get 404 through both transports', async () => {
  const project = await makeProject()
  const file = await makeFile(project.id)
  const { cookie: other } = await app.addCustomer()
  const calls: [string, string, unknown?][] = [
    ['POST', '/api/projects/files', { projectId: project.id, name: 'b.css', type: 'css' }],
    ['POST', '/api/trpc/projects.files.create', { projectId: project.id, name: 'b.css', type: 'css' }],
    ['GET', `/api/trpc/projects.files.get?input=${encodeURIComponent(JSON.stringify({ fileId: file.id }))}`],
    ['PUT', `/api/projects/files/${file.id}`, { content: 'x' }],
    ['GET', `/api/projects/${project.id}/download`],
  ]
  for (const [method, path, json] of calls) expect((await call(method, path, json, other)).status).toBe(404)
})
