import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type Entry, type FileOwner } from '#test/support/files.ts'
import { settleAll } from './service/journal.ts'

let app: TestApp
let owner: FileOwner
let file: Entry
let trashed: Entry
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createFileOwner(app)
  file = await owner.upload('a.txt', 'one')
  trashed = await owner.upload('t.txt', 'two')
  await owner.call('DELETE', `/api/files/${trashed.id}`)
})
afterAll(() => app.close())

/** Runs work while the disk of the services' folders is unmounted: its mount point exists and is empty. */
async function withoutDisk(work: () => Promise<void>): Promise<void> {
  const away = `${owner.folder}.away`
  renameSync(owner.folder, away)
  try {
    await work()
  } finally {
    renameSync(away, owner.folder)
  }
}

const publish = async () => {
  const project = (await owner.call('POST', '/api/projects', { name: 'Page' })).body as { id: string }
  const page = { projectId: project.id, name: 'new.html', type: 'html', content: 'x' }
  await owner.call('POST', '/api/projects/files', page)
  return () => owner.call('POST', `/api/projects/${project.id}/publish`, { serviceId: owner.serviceId })
}

const fileFirst = () => {
  const form = new FormData()
  form.append('file', new File(['x'], 'new.txt'))
  form.append('serviceId', owner.serviceId)
  return app.request('/api/files', { cookie: owner.cookie, body: form })
}

const calls: [name: string, prepare: () => Promise<() => Promise<{ status: number; text: string }>>][] = [
  ['an upload', async () => () => owner.send('new.txt', 'x')],
  ['an upload that names its service last', async () => fileFirst],
  ['a publication', publish],
  [
    'a new folder',
    async () => () => owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path: 'new' }),
  ],
  ['a move', async () => () => owner.call('PATCH', `/api/files/${file.id}`, { name: 'new.txt' })],
  ['a deletion', async () => () => owner.call('DELETE', `/api/files/${file.id}`)],
  ['an undeletion', async () => () => owner.call('POST', `/api/files/${trashed.id}/undelete`)],
]

test.each(calls)(
  '%s gets 503 while the service’s folder is missing, and creates no folder',
  async (_, prepare) => {
    const call = await prepare()
    await withoutDisk(async () => {
      const { status, text } = await call()
      expect([status, text]).toEqual([503, expect.stringContaining('cannot be reached')])
      expect(existsSync(owner.folder)).toBe(false)
    })
    expect((await owner.list()).map(({ filePath }) => filePath)).toEqual(['a.txt'])
  },
)

test.each(calls)('%s leaves unfinished changes open while the folder is missing', async (_, prepare) => {
  const call = await prepare()
  const { id } = file
  const change = { kind: 'move', id, from: 'a.txt', path: '', name: 'b.txt', type: 'text/plain' }
  await app.store.tx((tx) =>
    tx.insert(tx.t.fileIntents).values({
      userId: owner.id,
      serviceId: owner.serviceId,
      steps: [{ from: 'public/a.txt', to: 'public/b.txt', change }],
      createdAt: app.deps.now(),
    }),
  )
  await withoutDisk(async () => {
    expect((await call()).status).toBe(503)
    await settleAll(app.deps)
  })
  await settleAll(app.deps)
  expect((await owner.list()).map(({ filePath }) => filePath)).toEqual(['b.txt'])
  expect(await readFile(`${owner.folder}/public/b.txt`, 'utf8')).toBe('one')
})
