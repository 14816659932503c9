import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
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

test('publishing puts the files on the site, with a row for each', async () => {
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
  const rows = await app.store.read.select().from(files).where(eq(files.serviceId, serviceId))
  expect(rows.map(({ fileName, fileSize }) => [fileName, fileSize]).sort()).toEqual([
    ['empty.html', 0],
    ['index.html', 6],
  ])
  const { userServices } = app.store.t
  const [service] = await app.store.read.select().from(userServices).where(eq(userServices.id, serviceId))
  expect(service?.diskBytes).toBe(6)
})

test('publishing an empty project, to another customer’s service or beyond the quota is refused', async () => {
  expect((await publish(await makeProject({}))).status).toBe(409)
  const id = await makeProject({ 'index.html': 'third' })
  const stranger = await app.addCustomer()
  const foreign = await activateService(app, stranger.cookie)
  expect((await publish(id, foreign.serviceId)).status).toBe(404)
  const { userServices } = app.store.t
  const set = (values: { diskBytes?: number; status?: 'suspended' | 'active' }) =>
    app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, serviceId)))
  await set({ diskBytes: 10 ** 15 })
  const longer = await makeProject({ 'index.html': 'more than there is' })
  expect((await publish(longer)).status).toBe(413)
  await set({ diskBytes: 0, status: 'suspended' })
  expect((await publish(id)).status).toBe(409)
  await set({ status: 'active' })
  expect(await siteFile('index.html').text()).toBe('second')
})

test('the zip can be opened by another program and contains every file', async () => {
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

test('the preview frame is the same for everybody and has no origin', async () => {
  const visitor = await app.request('/preview')
  const customer = await app.request('/preview', { cookie })
  expect(visitor.text).toBe(customer.text)
  expect(customer.headers.getSetCookie()).toEqual([])
  const policy = visitor.headers.get('content-security-policy') ?? ''
  expect(policy).toStartWith("sandbox allow-scripts; default-src 'none'")
  expect(policy).not.toContain('allow-same-origin')
})
