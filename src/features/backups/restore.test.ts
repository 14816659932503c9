import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { StoreUnavailable } from '#db/errors.ts'
import { claimJob } from '#db/jobs.ts'
import { countWrongTotals } from '#features/files/upkeep/check-totals.ts'
import { listLockedServices } from '#features/services/restore-lock.ts'
import { minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite, hashTree, layFiles } from '#test/support/backups.ts'
import { restoreKind } from './kinds.ts'
import { restoreSteps, runRestore } from './runs/restore.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>

beforeEach(async () => {
  app = await createTestApp()
  site = await createSite(app)
  layFiles(site.root, { 'a.txt': 'one', 'css/site.css': 'body{}', 'deep/er/empty/': '' })
})
afterEach(() => app.close())

const service = async () => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, site.serviceId))
  return row
}
const spoil = () => {
  rmSync(`${site.root}/css`, { recursive: true })
  layFiles(site.root, { 'a.txt': 'changed', 'later/new.txt': 'later' })
}
const left = () => readdirSync(`${app.dataDir}/services/${site.serviceId}`)

test('a restore brings back deleted and changed files, removes later ones, and keeps empty folders', async () => {
  const before = hashTree(site.root)
  const { id } = await site.backUp()
  spoil()
  const spoilt = hashTree(site.root)
  const reply = await site.restore(id)
  expect(reply.status).toBe(202)
  const { safetyBackupId } = reply.body as { safetyBackupId: string }
  expect(reply.body).toEqual({ id, jobId: expect.any(String), safetyBackupId })
  await app.work()
  expect(hashTree(site.root)).toBe(before)
  expect(statSync(`${site.root}/deep/er/empty`).isDirectory()).toBe(true)
  expect(left()).toEqual(['public'])
  expect(await service()).toMatchObject({ busy: null })
  expect(await site.list()).toMatchObject([
    { id: safetyBackupId, origin: 'safety', status: 'completed' },
    { id, status: 'completed', verifiedAt: expect.any(String) },
  ])
  await site.restore(safetyBackupId)
  await app.work()
  expect(hashTree(site.root)).toBe(spoilt)
})

test('a restored backup still lists its contents', async () => {
  const { id, reason } = await site.backUp('full')
  expect(reason).toMatch(/^Files/)
  await site.restore(id)
  await app.work()
  expect((await site.list()).find((backup) => backup.id === id)).toMatchObject({
    status: 'completed',
    reason,
  })
})

test('a restore makes the file rows match the tree, and unchanged files keep their ids', async () => {
  const { id } = await site.backUp()
  await site.restore(id)
  await app.work()
  const { files } = app.store.t
  const rows = () => app.store.read.select().from(files).where(eq(files.serviceId, site.serviceId))
  const first = await rows()
  expect(first.map(({ filePath }) => filePath).sort()).toEqual(
    ['a.txt', 'css', 'css/site.css', 'deep', 'deep/er', 'deep/er/empty'].sort(),
  )
  expect(await service()).toMatchObject({ diskBytes: first.reduce((sum, row) => sum + row.fileSize, 0) })
  spoil()
  const second = await site.backUp()
  await site.restore(second.id)
  await app.work()
  const after = await rows()
  const idOf = (all: typeof after, path: string) => all.find(({ filePath }) => filePath === path)?.id
  expect(idOf(after, 'a.txt')).toBe(idOf(first, 'a.txt') ?? '')
  expect(idOf(after, 'css/site.css')).toBeUndefined()
  expect(after.find(({ filePath }) => filePath === 'a.txt')).toMatchObject({
    fileSize: 7,
    fileType: 'text/plain',
  })
})

test('a restored welcome page gets no row: an uploaded index.html takes its place', async () => {
  const { id } = await site.backUp()
  await site.restore(id)
  await app.work()
  const names = async () =>
    ((await site.call('GET', '/api/files')).body as { fileName: string }[]).map(({ fileName }) => fileName)
  expect(await names()).not.toContain('index.html')
  const form = new FormData()
  form.set('serviceId', site.serviceId)
  form.set('file', new File(['<h1>Mine</h1>'], 'index.html'))
  const uploaded = await app.request('/api/files', {
    method: 'POST',
    cookie: site.customer.cookie,
    body: form,
  })
  expect(uploaded.status).toBe(201)
  expect(readFileSync(`${site.root}/index.html`, 'utf8')).toBe('<h1>Mine</h1>')
  const own = await site.backUp()
  await site.restore(own.id)
  await app.work()
  expect(await names()).toContain('index.html')
})

test('restored files and folders have the same types as uploaded ones', async () => {
  layFiles(site.root, { 'css/app.ts': 'let a' })
  const { id } = await site.backUp()
  await site.restore(id)
  await app.work()
  const listed = (await site.call('GET', '/api/files')).body as { filePath: string; fileType: string }[]
  const typeOf = (path: string) => listed.find(({ filePath }) => filePath === path)?.fileType
  expect(['css', 'css/app.ts', 'css/site.css'].map(typeOf)).toEqual([
    'inode/directory',
    'text/x-typescript',
    'text/css',
  ])
})

test('a restore locks the service against all other writes', async () => {
  const { id } = await site.backUp()
  const replies = await Promise.all([site.restore(id), site.restore(id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 409])
  expect((await site.start()).body).toMatchObject({ code: 'BUSY' })
  expect((await site.call('DELETE', `/api/backups/${id}`)).body).toMatchObject({ code: 'BUSY' })
  await app.work()
  expect((await site.start()).status).toBe(201)
})

test('a restore is refused when the disk has no room for it', async () => {
  const { id } = await site.backUp()
  const { backups } = app.store.t
  await app.store.tx((tx) =>
    tx
      .update(backups)
      .set({ fileSize: 2 ** 50 })
      .where(eq(backups.id, id)),
  )
  const reply = await site.restore(id)
  expect([reply.status, reply.body]).toMatchObject([507, { code: 'DISK_FULL' }])
  expect(await service()).toMatchObject({ busy: null })
})

test('a restore requires a completed backup', async () => {
  const { body } = await site.start()
  expect((await site.restore((body as { id: string }).id)).status).toBe(409)
  const stranger = await createSite(app)
  const { id } = await stranger.backUp()
  expect((await site.restore(id)).status).toBe(404)
})

test.each(['flipped', 'truncated'])(
  'a restore from an archive that is %s changes nothing and says so',
  async (harm) => {
    const { id } = await site.backUp()
    spoil()
    const before = hashTree(site.root)
    const path = site.archive(id)
    const bytes = readFileSync(path)
    if (harm === 'truncated') writeFileSync(path, bytes.subarray(0, bytes.length >> 1))
    if (harm === 'flipped') {
      bytes.writeUInt8(bytes.readUInt8(50) ^ 0xff, 50)
      writeFileSync(path, bytes)
    }
    expect((await site.restore(id)).status).toBe(202)
    await app.work()
    expect(hashTree(site.root)).toBe(before)
    expect(left()).toEqual(['public'])
    expect(await service()).toMatchObject({ busy: null })
    expect(await site.list()).toMatchObject([
      { origin: 'safety', status: 'failed' },
      { id, status: 'failed', reason: expect.stringMatching(/damaged/) },
    ])
  },
)

test('a restore from a missing archive changes neither files nor the state of the backup', async () => {
  const { id } = await site.backUp()
  spoil()
  const before = hashTree(site.root)
  const away = `${site.archive(id)}.away`
  renameSync(site.archive(id), away)
  await site.restore(id)
  await app.work()
  expect(hashTree(site.root)).toBe(before)
  expect(await service()).toMatchObject({ busy: null })
  expect(await site.list()).toMatchObject([
    { origin: 'safety', status: 'failed' },
    { id, status: 'completed', reason: expect.stringMatching(/nothing was changed/) },
  ])
  renameSync(away, site.archive(id))
  await site.restore(id)
  await app.work()
  expect(await site.list()).toMatchObject([
    { origin: 'safety', status: 'completed' },
    {},
    { id, status: 'completed' },
  ])
})

describe('the old tree that an earlier restore could not remove', () => {
  const places = () => `${app.dataDir}/services/${site.serviceId}`
  const quarantine = () => `${app.dataDir}/quarantine`

  /** A restore completed, but its worker was killed before it removed the old tree. */
  const dieAfterCommit = async (id: string) => {
    const { jobId } = (await site.restore(id)).body as { jobId: string }
    await app.work()
    layFiles(places(), {
      'restore-old/a.txt': 'from before',
      'restore-marker': JSON.stringify({ jobId, direction: 'rows', backupId: id }),
    })
  }

  test('never becomes the site: if it cannot be moved away, the next restore is refused and the live tree stays', async () => {
    const wanted = hashTree(site.root)
    const { id } = await site.backUp()
    await dieAfterCommit(id)
    writeFileSync(quarantine(), 'no folder')
    spoil()
    const before = hashTree(site.root)
    for (let time = 1; time <= 2; time += 1) {
      await site.restore(id)
      await app.work()
      expect(hashTree(site.root)).toBe(before)
      expect(readFileSync(`${places()}/restore-old/a.txt`, 'utf8')).toBe('from before')
      expect(await service()).toMatchObject({ busy: null })
      expect((await site.list()).find((backup) => backup.id === id)).toMatchObject({
        reason: expect.stringMatching(/nothing was changed.*in the way/),
      })
    }
    rmSync(quarantine())
    await site.restore(id)
    await app.work()
    expect(hashTree(site.root)).toBe(wanted)
    expect(left()).toEqual(['public'])
  })

  test('does not cause rows to be rewritten for a service whose next restore was cancelled', async () => {
    const { id } = await site.backUp()
    await dieAfterCommit(id)
    const listed = async () =>
      ((await site.call('GET', '/api/files')).body as { id: string; filePath: string }[]).filter(
        ({ filePath }) => filePath === 'a.txt',
      )
    const [file] = await listed()
    expect((await site.call('DELETE', `/api/files/${file?.id}`)).status).toBe(200)
    await site.restore(id)
    const { jobs } = app.store.t
    await app.store.tx((tx) => tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.status, 'queued')))
    await app.work()
    expect(await service()).toMatchObject({ busy: null })
    expect(await listed()).toEqual([])
    expect(existsSync(`${site.root}/a.txt`)).toBe(false)
  })
})

test('a service that cannot be released does not keep others from being released', async () => {
  const other = await createSite(app)
  const made = [await site.backUp(), await other.backUp()]
  await site.restore(made[0]?.id ?? '')
  await other.restore(made[1]?.id ?? '')
  const { jobs } = app.store.t
  await app.store.tx((tx) => tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.kind, restoreKind)))
  const [first, second] = await listLockedServices(app.store)
  layFiles(`${app.dataDir}/services/${first?.id}`, { 'restore-marker': 'no marker' })
  await app.work()
  expect(await listLockedServices(app.store)).toMatchObject([{ id: first?.id }])
  expect(second).toBeDefined()
  expect(app.logged.filter((line) => line.includes(`"service":"${first?.id}"`))).not.toEqual([])
})

describe('a failed restore', () => {
  const claim = async () => {
    const job = await claimJob(app.store, { holder: 'test', now: app.deps.now(), kinds: [restoreKind] })
    if (!job) throw new Error('no job')
    return job
  }

  test.each([...restoreSteps])('at %s leaves the old tree, and the next attempt succeeds', async (step) => {
    const wanted = hashTree(site.root)
    const { id } = await site.backUp()
    spoil()
    const before = hashTree(site.root)
    await site.restore(id)
    await runRestore(app.deps, await claim(), async (now) => {
      if (now === step) throw new Error('injected')
    })
    expect(hashTree(site.root)).toBe(before)
    expect(left()).toEqual(['public'])
    expect(await service()).toMatchObject({ busy: null })
    const [, backup] = await site.list()
    expect(backup).toMatchObject({
      id,
      status: 'completed',
      reason: expect.stringMatching(/nothing was changed/),
    })
    await site.restore(id)
    await app.work()
    expect(hashTree(site.root)).toBe(wanted)
  })

  /** Fails the n-th transaction, and all later ones, from the start of the row updates on. */
  const dieInRows = async (number: number, work: () => Promise<unknown>) => {
    const { store } = app
    const { tx } = store
    let begun = 0
    const isInRows = () => existsSync(marker()) && readFileSync(marker(), 'utf8').includes('"rows"')
    store.tx = ((body) => {
      if (isInRows()) begun += 1
      return begun >= number ? Promise.reject(new StoreUnavailable('connection')) : tx.call(store, body)
    }) as typeof tx
    try {
      await work()
    } finally {
      store.tx = tx
    }
  }
  const marker = () => `${app.dataDir}/services/${site.serviceId}/restore-marker`
  /** More rows than fit in one transaction. */
  const layMany = () =>
    layFiles(
      site.root,
      Object.fromEntries(Array.from({ length: 110 }, (_, n) => [`many/${n}.txt`, `file ${n}`])),
    )
  const rowsAgree = async () => {
    const { files } = app.store.t
    const rows = await app.store.read.select().from(files).where(eq(files.serviceId, site.serviceId))
    const tree = readdirSync(site.root, { recursive: true, encoding: 'utf8' })
    expect(rows.map(({ filePath }) => filePath).sort()).toEqual(
      tree.filter((path) => path !== 'index.html').sort(),
    )
    expect(await service()).toMatchObject({
      busy: null,
      diskBytes: rows.reduce((sum, { fileSize }) => sum + fileSize, 0),
    })
    expect(await countWrongTotals(app.store)).toBe(0)
  }

  test.each([1, 2])('in transaction %d of the rows is completed by the next attempt', async (number) => {
    layMany()
    const wanted = hashTree(site.root)
    const { id } = await site.backUp()
    spoil()
    await site.restore(id)
    await dieInRows(number, async () => {
      await expect(runRestore(app.deps, await claim(), async () => {})).rejects.toThrow()
    })
    expect(existsSync(marker())).toBe(true)
    expect(await service()).toMatchObject({ busy: 'restore' })
    app.advance(minute)
    await app.work()
    expect(hashTree(site.root)).toBe(wanted)
    expect(left()).toEqual(['public'])
    await rowsAgree()
  })

  test.each([true, false])(
    'abandoned during the row updates ends with the new tree, even if its archive was deleted: %p',
    async (isThere) => {
      layMany()
      const wanted = hashTree(site.root)
      const { id } = await site.backUp()
      spoil()
      await site.restore(id)
      await dieInRows(2, async () => {
        await expect(runRestore(app.deps, await claim(), async () => {})).rejects.toThrow()
      })
      if (!isThere) rmSync(site.archive(id))
      const { jobs } = app.store.t
      await app.store.tx((tx) => tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.kind, restoreKind)))
      await app.work()
      expect(hashTree(site.root)).toBe(wanted)
      expect(left()).toEqual(['public'])
      await rowsAgree()
      expect((await site.start()).status).toBe(201)
    },
  )

  test('killed repeatedly ends with the old tree and an unlocked service', async () => {
    const { id } = await site.backUp()
    spoil()
    const before = hashTree(site.root)
    await site.restore(id)
    const { jobs } = app.store.t
    await app.store.tx((tx) => tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.kind, restoreKind)))
    await app.work()
    expect(hashTree(site.root)).toBe(before)
    expect(await service()).toMatchObject({ busy: null })
    expect((await site.list())[0]).toMatchObject({ origin: 'safety', status: 'failed' })
    expect(existsSync(site.archive(id))).toBe(true)
  })
})
