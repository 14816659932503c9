import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type File, openProjects } from '#test/support/projects.ts'
import { maxFiles, maxFilesTogether, maxProjects } from './contract/contract.ts'

const world = openProjects()
const { call, makeProject, makeFile } = world

test('a customer can have as many projects as one list shows, and no more', async () => {
  const { cookie: own, id: userId } = await world.app.addCustomer()
  const at = { createdAt: world.app.deps.now(), updatedAt: world.app.deps.now() }
  const rows = Array.from({ length: maxProjects - 1 }, () => ({ userId, name: 'One of many', ...at }))
  await world.app.store.tx((tx) => tx.insert(tx.t.projects).values(rows))
  await makeProject('The last', own)
  const refused = await call('POST', '/api/projects', { name: 'One more' }, own)
  const count = { limit: maxProjects, used: maxProjects }
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'LIMIT_REACHED', ...count }])
})

test('earlier versions use at most 64 MiB per customer, and the oldest are deleted', async () => {
  const { cookie: own, id: userId } = await world.app.addCustomer()
  const project = await makeProject('Site', own)
  const json = { projectId: project.id, name: 'a.md', type: 'md', content: 'first' }
  const file = (await call('POST', '/api/projects/files', json, own)).body as File
  const at = world.app.deps.now().getTime()
  const old = Array.from({ length: 64 }, (_, i) => ({
    userId,
    fileId: file.id,
    version: i + 1_000,
    content: '',
    size: 1_048_576,
    createdAt: new Date(at - 100_000 + i),
  }))
  const { projectFileVersions: t } = world.app.store.t
  await world.app.store.tx((tx) => tx.insert(t).values(old))
  await call('PUT', `/api/projects/files/${file.id}`, { content: 'second' }, own)
  const kept = await world.app.store.read.select().from(t).where(eq(t.fileId, file.id))
  const versions = kept.map(({ version }) => version).sort((a, b) => a - b)
  expect(versions).toEqual([1, ...Array.from({ length: 63 }, (_, i) => i + 1_001)])
})

test('a customer can have at most 5,000 files in all projects', async () => {
  const { cookie: own, id: userId } = await world.app.addCustomer()
  const { id: projectId } = await makeProject('Site', own)
  const at = { createdAt: world.app.deps.now(), updatedAt: world.app.deps.now() }
  await world.app.store.tx(async (tx) => {
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

  test('limit the bodies of other calls to 64 KiB', async () => {
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
    const { projects, projectFiles } = world.app.store.t
    await world.app.store.tx(async (tx) => {
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
