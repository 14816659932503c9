import { expect, test } from 'bun:test'
import { type File, openProjects, type Project } from '#test/support/projects.ts'

const world = openProjects()
const { call, makeProject, makeFile } = world

test('a project created from a template has its files, with the project’s name in them', async () => {
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

test('refuses an unknown template, and creates no project', async () => {
  const refused = await call('POST', '/api/projects', { name: 'Site', template: 'shop' })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { fields: { template: 'Choose one of plain, landing, business, not-found.' } },
  ])
  expect((await call('GET', '/api/projects')).body).toEqual([])
})

test('lists projects newest first with their files, oldest file first', async () => {
  const { cookie: own } = await world.app.addCustomer()
  const older = await makeProject('Older', own)
  world.app.advance(1_000)
  const newer = await makeProject('Newer', own)
  for (const name of ['a.css', 'b.css']) {
    await call('POST', '/api/projects/files', { projectId: older.id, name, type: 'css', content: 'ä' }, own)
    world.app.advance(1_000)
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

test('trims names, and refuses blank ones', async () => {
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
  'refuses %j as a file name, which must be a single path segment',
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
    expect(again.body).toMatchObject({ message: 'This project already has a file with this name.' })
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

test('refuses a save based on an older version, with the current version number', async () => {
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
  world.app.advance(1_000)
  const reply = await call('PUT', `/api/projects/files/${file.id}`, { content: file.content })
  expect(reply.body).toEqual(file)
})

test('keeps the last 20 versions, and restores any of them', async () => {
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

test('renames projects and files, and deletes them with everything that belongs to them', async () => {
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
  const { projectFileVersions } = world.app.store.t
  const left = await world.app.store.read.select().from(projectFileVersions)
  expect(left.filter(({ fileId }) => fileId === file.id || fileId === second.id)).toEqual([])
})

test('another customer’s project and file get 404 through both transports', async () => {
  const project = await makeProject()
  const file = await makeFile(project.id)
  const { cookie: other } = await world.app.addCustomer()
  const calls: [string, string, unknown?][] = [
    ['POST', '/api/projects/files', { projectId: project.id, name: 'b.css', type: 'css' }],
    ['POST', '/api/trpc/projects.files.create', { projectId: project.id, name: 'b.css', type: 'css' }],
    ['GET', `/api/trpc/projects.files.get?input=${encodeURIComponent(JSON.stringify({ fileId: file.id }))}`],
    ['PUT', `/api/projects/files/${file.id}`, { content: 'x' }],
    ['GET', `/api/projects/${project.id}/download`],
  ]
  for (const [method, path, json] of calls) expect((await call(method, path, json, other)).status).toBe(404)
})
