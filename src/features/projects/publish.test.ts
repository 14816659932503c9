import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { after, day } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { makeTestFolder } from '#test/support/folders.ts'

let app: TestApp
let cookie: string
let serviceId: string
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.addCustomer()).cookie
  serviceId = (await activateService(app, cookie)).serviceId
})
afterAll(() => app.close())

async function makeProject(files: Record<string, string>, name = 'Café "Site"'): Promise<string> {
  const project = (await app.request('/api/projects', { cookie, json: { name } })).body as { id: string }
  for (const [file, content] of Object.entries(files)) {
    const json = { projectId: project.id, name: file, type: 'html', content }
    expect((await app.request('/api/projects/files', { cookie, json })).status).toBe(201)
  }
  return project.id
}

const publish = (id: string, service = serviceId) =>
  app.request(`/api/projects/${id}/publish`, { cookie, json: { serviceId: service } })

const siteFile = (name: string) => Bun.file(join(app.dataDir, 'services', serviceId, 'public', name))

test('publishing writes the files to the site, with a row for each', async () => {
  const id = await makeProject({ 'index.html': '<h1>Grüße</h1>', 'empty.html': '' })
  const reply = await publish(id)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    id,
    publishedServiceId: serviceId,
    publishedAt: app.deps.now().toISOString(),
  })
  expect(await siteFile('index.html').text()).toBe('<h1>Grüße</h1>')
  expect(await siteFile('empty.html').text()).toBe('')
  const { files } = app.store.t
  const rows = await app.store.read.select().from(files).where(eq(files.serviceId, serviceId))
  const sha256 = new Bun.CryptoHasher('sha256').update('<h1>Grüße</h1>').digest('hex')
  expect(rows.find(({ fileName }) => fileName === 'index.html')).toMatchObject({
    fileSize: 16,
    sha256,
    path: '',
  })
  const left = await readdir(join(app.dataDir, 'services', serviceId, 'tmp'))
  expect(left).toEqual([])
})

test('publishing again replaces the published files and leaves all others', async () => {
  const id = await makeProject({ 'index.html': 'second' })
  expect((await publish(id)).status).toBe(200)
  expect(await siteFile('index.html').text()).toBe('second')
  expect(await siteFile('empty.html').exists()).toBe(true)
  const { files } = app.store.t
  const live = and(eq(files.serviceId, serviceId), isNull(files.deletedAt))
  const rows = await app.store.read.select().from(files).where(live)
  expect(rows.map(({ fileName, fileSize }) => [fileName, fileSize]).sort()).toEqual([
    ['empty.html', 0],
    ['index.html', 6],
  ])
  const { userServices } = app.store.t
  const [service] = await app.store.read.select().from(userServices).where(eq(userServices.id, serviceId))
  // Replaced files are in the trash, and count towards the quota there.
  expect(service?.diskBytes).toBe(6 + 16)
})

test('refuses to publish an empty project, to another customer’s service or beyond the quota', async () => {
  expect((await publish(await makeProject({}))).status).toBe(409)
  const id = await makeProject({ 'index.html': 'third' })
  const stranger = await app.addCustomer()
  const foreign = await activateService(app, stranger.cookie)
  expect((await publish(id, foreign.serviceId)).status).toBe(404)
  const { userServices } = app.store.t
  const set = (values: { diskBytes?: number; status?: 'suspended' | 'active' }) =>
    app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, serviceId)))
  await set({ diskBytes: 10 ** 15 })
  const longer = await makeProject({ 'index.html': 'beyond the quota' })
  expect((await publish(longer)).status).toBe(413)
  await set({ diskBytes: 0, status: 'suspended' })
  expect((await publish(id)).status).toBe(409)
  await set({ status: 'active' })
  expect(await siteFile('index.html').text()).toBe('second')
})

/** A new site, with these files before the first publish. */
async function makeSite(standing: Record<string, string> = {}) {
  const owner = (await app.addCustomer()).cookie
  const site = (await activateService(app, owner)).serviceId
  const call = (method: string, path: string, json?: unknown, as = owner) =>
    app.request(path, { method, cookie: as, ...(json === undefined ? {} : { json }) })
  const make = async (files: Record<string, string>, name = 'Shop') => {
    const { id } = (await call('POST', '/api/projects', { name })).body as { id: string }
    const made: Record<string, string> = {}
    for (const [file, content] of Object.entries(files)) {
      const json = { projectId: id, name: file, type: 'html', content }
      made[file] = ((await call('POST', '/api/projects/files', json)).body as { id: string }).id
    }
    return { id, files: made }
  }
  const put = (id: string) => call('POST', `/api/projects/${id}/publish`, { serviceId: site })
  if (Object.keys(standing).length > 0)
    expect((await put((await make(standing, 'Before')).id)).status).toBe(200)
  const folder = join(app.dataDir, 'services', site, 'public')
  return {
    site,
    call,
    make,
    put,
    plan: (id: string, service = site) => call('GET', `/api/projects/${id}/publish?serviceId=${service}`),
    undo: (id: string) => call('POST', `/api/projects/${id}/publish/undo`),
    texts: async () =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(folder))
            .sort()
            .map(async (name) => [name, await Bun.file(join(folder, name)).text()]),
        ),
      ),
  }
}

test('before a publish, a project shows what it would add, replace and leave, and the last publish', async () => {
  const at = app.deps.now().toISOString()
  const { make, plan } = await makeSite({ 'index.html': 'old', 'same.html': 'same', 'other.html': 'stays' })
  app.advance(1_000)
  const { id } = await make({ 'index.html': 'new', 'same.html': 'same', 'more.html': 'more' })
  const reply = await plan(id)
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      added: ['more.html'],
      replaced: [{ name: 'index.html', changedAt: at }],
      unchanged: ['same.html'],
      inTheWay: [],
      lastPublish: { name: 'Before', at },
    },
  ])
})

test('a folder with the name of a file blocks the publish, and nothing changes', async () => {
  const { call, site, make, plan, put, texts } = await makeSite({ 'index.html': 'old' })
  await call('POST', '/api/files/folders', { serviceId: site, path: 'more.html' })
  const { id } = await make({ 'index.html': 'new', 'more.html': 'more' })
  expect((await plan(id)).body).toMatchObject({ inTheWay: ['more.html'] })
  expect((await put(id)).status).toBe(409)
  await call('POST', '/api/files/delete', { ids: [await folderId(call, site)] })
  expect(await texts()).toEqual({ 'index.html': 'old' })
})

async function folderId(call: (method: string, path: string) => Promise<{ body: unknown }>, site: string) {
  const rows = (await call('GET', `/api/files/${site}`)).body as { id: string; isFolder: boolean }[]
  return rows.find(({ isFolder }) => isFolder)?.id ?? ''
}

test('undoing a publish restores the site’s files exactly, and the project’s previous state', async () => {
  const before = { 'index.html': 'old', 'same.html': 'same', 'other.html': 'stays' }
  const { make, put, undo, texts } = await makeSite(before)
  const { id } = await make({ 'index.html': 'new', 'same.html': 'same', 'more.html': 'more' })
  const published = await put(id)
  expect(published.body).toMatchObject({ publishUndo: { added: 1, replaced: 1 } })
  expect(await texts()).toEqual({ ...before, 'index.html': 'new', 'more.html': 'more' })
  const reply = await undo(id)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ id, publishedServiceId: null, publishedAt: null, publishUndo: null })
  expect(await texts()).toEqual(before)
  expect((await undo(id)).status).toBe(409)
})

test('a publish that changes nothing keeps the undo of the previous one', async () => {
  const { make, put, undo, texts } = await makeSite({ 'index.html': 'old' })
  const { id } = await make({ 'index.html': 'new' })
  const first = (await put(id)).body as { publishUndo: object }
  expect(first.publishUndo).toMatchObject({ added: 0, replaced: 1 })
  app.advance(1_000)
  expect((await put(id)).body).toMatchObject({ publishUndo: first.publishUndo })
  await undo(id)
  expect(await texts()).toEqual({ 'index.html': 'old' })
})

test('refuses to undo a publish after its files are deleted, after its deadline, or by another customer', async () => {
  const { call, make, put, undo, plan, texts } = await makeSite({ 'index.html': 'old' })
  const { id } = await make({ 'index.html': 'new' })
  expect((await undo(id)).status).toBe(409)
  await put(id)
  const stranger = (await app.addCustomer()).cookie
  expect((await call('POST', `/api/projects/${id}/publish/undo`, undefined, stranger)).status).toBe(404)
  const foreign = await activateService(app, stranger)
  expect((await plan(id, foreign.serviceId)).status).toBe(404)
  await call('DELETE', '/api/files/trash')
  const gone = await undo(id)
  expect([gone.status, gone.body]).toMatchObject([409, { code: 'WRONG_STATE' }])
  expect(await texts()).toEqual({ 'index.html': 'new' })
})

test('a publish can be undone for seven days', async () => {
  const { make, put, undo, texts } = await makeSite()
  const { id } = await make({ 'index.html': 'new' })
  const { publishUndo } = (await put(id)).body as { publishUndo: { until: string } }
  expect(new Date(publishUndo.until).getTime() - app.deps.now().getTime()).toBe(7 * day)
  const { projects } = app.store.t
  const [row] = await app.store.read.select().from(projects).where(eq(projects.id, id))
  if (!row?.publishUndo) throw new Error('there is nothing to undo')
  const older = { ...row.publishUndo, at: after(app.deps.now(), -7 * day).toISOString() }
  await app.store.tx((tx) => tx.update(projects).set({ publishUndo: older }).where(eq(projects.id, id)))
  expect((await undo(id)).status).toBe(409)
  expect(await texts()).toEqual({ 'index.html': 'new' })
})

test('a file that the saved pages refer to is missing until the project or its site has it', async () => {
  const { call, make, put } = await makeSite({ 'logo.html': 'on the site' })
  const page = '<link rel="stylesheet" href="style.css"><img src="img/a.png"><a href="logo.html">L</a>'
  const { id } = await make({
    'index.html': page,
    'b.html': '<a href="style.css">s</a><a href="index.html">i</a>',
  })
  const missing = async () => (await call('GET', `/api/projects/${id}/missing`)).body
  const image = { path: 'img/a.png', pages: ['index.html'], type: null }
  expect(await missing()).toEqual([
    { path: 'style.css', pages: ['b.html', 'index.html'], type: 'css' },
    image,
    { path: 'logo.html', pages: ['index.html'], type: 'html' },
  ])
  await call('POST', '/api/projects/files', { projectId: id, name: 'style.css', type: 'css' })
  await put(id)
  expect(await missing()).toEqual([image])
  const stranger = (await app.addCustomer()).cookie
  expect((await call('GET', `/api/projects/${id}/missing`, undefined, stranger)).status).toBe(404)
})

test('every change of a project reaches its owner’s screens', async () => {
  const { call, make, put, undo } = await makeSite()
  const heard: string[] = []
  const stop = app.deps.events.subscribe(({ kind, id, status }) => {
    if (kind === 'project') heard.push(`${status} ${id}`)
  })
  const { id, files } = await make({ 'index.html': 'one' })
  await call('PUT', `/api/projects/files/${files['index.html']}`, { content: 'two' })
  await call('PATCH', `/api/projects/${id}`, { name: 'Bells' })
  await put(id)
  await undo(id)
  await call('DELETE', `/api/projects/${id}`)
  stop()
  expect(heard.map((line) => line.split(' ')[0])).toEqual([
    ...['created', 'changed', 'changed', 'changed', 'published', 'unpublished', 'deleted'],
  ])
  expect(heard.every((line) => line.endsWith(id))).toBe(true)
})

test('another program can open the zip, which contains every file', async () => {
  const id = await makeProject({
    'index.html': '<p>ä</p>',
    'empty.html': '',
    'große datei.html': 'x'.repeat(100_000),
  })
  const answer = await app.portal.fetch(
    new Request(`http://portal.test/api/projects/${id}/download`, { headers: { cookie } }),
    () => '192.0.2.1',
  )
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Caf_ _Site_.zip"; filename*=UTF-8''Caf%C3%A9%20%22Site%22.zip`,
  )
  const folder = makeTestFolder()
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'project.zip')
  await Bun.write(path, await answer.arrayBuffer())
  const script = [
    'import json, sys, zipfile',
    'archive = zipfile.ZipFile(sys.argv[1])',
    'assert archive.testzip() is None',
    'print(json.dumps({name: len(archive.read(name)) for name in archive.namelist()}))',
  ].join('\n')
  const python = Bun.spawn(['python3', '-c', script, path], { stdout: 'pipe' })
  expect(JSON.parse(await new Response(python.stdout).text())).toEqual({
    'index.html': 9,
    'empty.html': 0,
    'große datei.html': 100_000,
  })
  await unlink(path)
})

test('the preview frame is the same for all users and has no origin', async () => {
  const visitor = await app.request('/preview')
  const customer = await app.request('/preview', { cookie })
  expect(visitor.text).toBe(customer.text)
  expect(customer.headers.getSetCookie()).toEqual([])
  const policy = visitor.headers.get('content-security-policy') ?? ''
  expect(policy).toStartWith("sandbox allow-scripts; default-src 'none'")
  expect(policy).not.toContain('allow-same-origin')
})
