import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { day, hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite, layFiles } from '#test/support/backups.ts'
import type { Backup } from './contract/contract.ts'
import { createKind } from './kinds.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>

beforeEach(async () => {
  app = await createTestApp()
  site = await createSite(app)
})
afterEach(() => app.close())

const setLimit = async (backups: number) => {
  const { pricingPlans } = app.store.t
  const plans = await app.store.read.select().from(pricingPlans)
  await app.store.tx(async (tx) => {
    for (const { id, limits } of plans)
      await tx
        .update(pricingPlans)
        .set({ limits: { ...limits, backups } })
        .where(eq(pricingPlans.id, id))
  })
}
const isValidZip = (path: string) => {
  const python = 'import sys,zipfile; sys.exit(0 if zipfile.ZipFile(sys.argv[1]).testzip() is None else 1)'
  return [
    ['unzip', '-tqq', path],
    ['python3', '-c', python, path],
  ].map((command) => Bun.spawnSync(command).exitCode)
}

describe('creating a backup', () => {
  test('answers with a pending row, which the worker completes', async () => {
    layFiles(site.root, { 'css/site.css': 'body{}', 'empty/': '', 'ünïcode/日本.txt': 'x' })
    const reply = await site.start()
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      status: 'pending',
      backupType: 'full',
      type: 'full',
      progress: 0,
      sha256: null,
      service: { id: site.serviceId, plan: { name: 'Starter' } },
    })
    await app.work()
    const [backup] = await site.list()
    expect(backup).toMatchObject({
      status: 'completed',
      progress: 100,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(backup?.reason).toMatch(/^Files/)
    expect(backup?.fileSize).toBeGreaterThan(0)
    expect(isValidZip(site.archive(backup?.id ?? ''))).toEqual([0, 0])
  })

  test('accepts type or backupType, defaults to full, and refuses two different ones', async () => {
    const create = (json: object) => site.call('POST', '/api/backups', { serviceId: site.serviceId, ...json })
    const wrong = await create({ type: 'full', backupType: 'files' })
    expect(wrong.status).toBe(422)
    expect((await create({ type: 'everything' })).status).toBe(422)
    expect((await create({ type: 'files', backupType: 'files' })).body).toMatchObject({ type: 'files' })
    await app.work()
    expect((await create({})).body).toMatchObject({ backupType: 'full' })
  })

  test('is limited to one at a time per service', async () => {
    const replies = await Promise.all([site.start(), site.start()])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    await app.work()
    expect((await site.start()).status).toBe(201)
  })

  test('is limited by the plan, not counting failed backups and safety copies, and the refusal states limit and usage', async () => {
    await setLimit(1)
    renameSync(site.root, `${site.root}-aside`)
    expect(await site.backUp('files')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/folder of this service/),
    })
    renameSync(`${site.root}-aside`, site.root)
    const { id } = await site.backUp('files')
    expect((await site.restore(id)).status).toBe(202)
    await app.work()
    const refused = await site.start()
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'LIMIT_REACHED', limit: 1, used: 1 })
    expect((await site.call('DELETE', `/api/backups/${id}`)).status).toBe(200)
    expect((await site.start()).status).toBe(201)
  })

  test('requires an active service of the caller', async () => {
    const stranger = await createSite(app)
    const foreign = await stranger.call('POST', '/api/backups', { serviceId: site.serviceId })
    expect(foreign.status).toBe(404)
    const { userServices } = app.store.t
    const setStatus = (status: 'suspended' | 'active') =>
      app.store.tx((tx) =>
        tx.update(userServices).set({ status }).where(eq(userServices.id, stranger.serviceId)),
      )
    await setStatus('suspended')
    expect((await stranger.start()).body).toMatchObject({ code: 'NO_ACTIVE_SERVICE' })
  })

  test('skips links, and separates names that differ only in case', async () => {
    layFiles(site.root, { 'Readme.md': 'one', 'README.md': 'two' })
    symlinkSync('/etc/passwd', `${site.root}/link`)
    const backup = await site.backUp()
    expect(backup.status).toBe('completed')
    rmSync(site.root, { recursive: true })
    await site.restore(backup.id)
    await app.work()
    expect(readFileSync(`${site.root}/Readme.md`, 'utf8')).toBe('one')
    expect(readFileSync(`${site.root}/README.md`, 'utf8')).toBe('two')
    expect(existsSync(`${site.root}/link`)).toBe(false)
  })

  test('leaves nothing when the backup is deleted in the meantime', async () => {
    const { id } = (await site.start()).body as Backup
    expect((await site.call('DELETE', `/api/backups/${id}`)).status).toBe(200)
    await app.work()
    expect(await site.list()).toEqual([])
    expect(existsSync(site.archive(id))).toBe(false)
  })
})

describe('listing backups', () => {
  test('returns the newest first, with filters and pages', async () => {
    const first = await site.backUp('files')
    app.advance(1_000)
    const second = await site.backUp('files')
    expect((await site.list()).map(({ id }) => id)).toEqual([second.id, first.id])
    for (const path of [`?serviceId=${site.serviceId}`, `/${site.serviceId}`, '/all', '?serviceId=null'])
      expect((await site.call('GET', `/api/backups${path}`)).body).toHaveLength(2)
    expect((await site.call('GET', `/api/backups/${Bun.randomUUIDv7()}`)).status).toBe(404)
    const page = await site.call('GET', '/api/backups?limit=1')
    expect(page.body).toMatchObject([{ id: second.id }])
    const next = await site.call('GET', `/api/backups?limit=1&cursor=${page.headers.get('x-next-cursor')}`)
    expect(next.body).toMatchObject([{ id: first.id }])
  })

  test("does not show another customer's", async () => {
    await site.backUp()
    const stranger = await createSite(app)
    expect(await stranger.list()).toEqual([])
  })
})

describe('downloading a backup', () => {
  const download = (id: string, method = 'GET') => site.call(method, `/api/backups/${id}/download`)

  test('returns the archive under its name', async () => {
    const { id, fileSize } = await site.backUp()
    const reply = await download(id)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/zip')
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="backup_${id}.zip"`)
    expect(reply.headers.get('content-length')).toBe(String(fileSize))
    expect((await download(id, 'HEAD')).status).toBe(200)
  })

  test('is refused for a pending backup and for another customer’s backup', async () => {
    const { id } = (await site.start()).body as Backup
    expect((await download(id)).status).toBe(409)
    await app.work()
    const stranger = await createSite(app)
    expect((await stranger.call('GET', `/api/backups/${id}/download`)).status).toBe(404)
    expect((await download('no-id')).status).toBe(404)
  })

  test('is refused for a damaged archive, and the row and the audit log say why', async () => {
    const { id } = await site.backUp()
    const bytes = readFileSync(site.archive(id))
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)
    writeFileSync(site.archive(id), bytes)
    expect((await download(id)).status).toBe(409)
    expect(await site.list()).toMatchObject([
      { id, status: 'failed', reason: expect.stringMatching(/damaged/) },
    ])
    const { auditLog } = app.store.t
    const entries = await app.store.read.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(entries.map(({ action }) => action)).toEqual(['backup.create', 'backup.damaged'])
  })
})

test('does not re-read an archive just checked by HEAD, unless it has changed since', async () => {
  const { id } = await site.backUp()
  const path = `/api/backups/${id}/download`
  const damage = () => {
    const bytes = readFileSync(site.archive(id))
    bytes[40] = (bytes[40] ?? 0) ^ 1
    writeFileSync(site.archive(id), bytes)
  }
  const date = () => utimesSync(site.archive(id), 1_700_000_000, 1_700_000_000)
  date()
  expect((await site.call('HEAD', path)).status).toBe(200)
  damage()
  date()
  // Only re-reading would detect this.
  expect((await site.call('GET', path)).status).toBe(200)
  damage()
  expect((await site.call('HEAD', path)).status).toBe(200)
  damage()
  expect((await site.call('GET', path)).status).toBe(409)
  expect((await site.call('HEAD', path)).status).toBe(409)
})

describe('deleting a backup', () => {
  test('removes row and archive, and a second attempt is 404', async () => {
    const { id } = await site.backUp()
    expect((await site.call('DELETE', `/api/backups/${id}`)).body).toEqual({ ok: true })
    expect(existsSync(site.archive(id))).toBe(false)
    expect(await site.list()).toEqual([])
    expect((await site.call('DELETE', `/api/backups/${id}`)).status).toBe(404)
  })
})

test('a completed backup is verified at completion, since its archive was re-read then', async () => {
  const madeAt = app.deps.now().toISOString()
  expect(await site.backUp()).toMatchObject({ status: 'completed', verifiedAt: madeAt })
})

test('the newest backup of a service is re-verified by restoring it into a scratch folder', async () => {
  const { id } = await site.backUp()
  app.advance(hour)
  await app.work()
  expect(await site.list()).toMatchObject([{ id, verifiedAt: app.deps.now().toISOString() }])
})

test.each([
  ['download', (id: string) => site.call('GET', `/api/backups/${id}/download`)],
  ['test', () => app.work()],
  ['restore', (id: string) => site.restore(id).then(() => app.work())],
])('a backup that a %s finds damaged is among the administrator’s failures of that day', async (_, find) => {
  const { id } = await site.backUp()
  writeFileSync(site.archive(id), 'no archive')
  app.advance(31 * day)
  await find(id)
  const { cookie } = await app.addAdministrator()
  const { body } = await app.request('/api/admin/backups?status=failed', { cookie })
  const finishedAt = app.deps.now().toISOString()
  expect((body as { items: unknown[] }).items).toContainEqual(
    expect.objectContaining({ id, status: 'failed', finishedAt }),
  )
})

test('a backup whose process was killed each time says so to its owner too', async () => {
  const { body } = await site.start()
  const { id } = body as Backup
  const { jobs } = app.store.t
  const killed = { status: 'running' as const, fence: 25, attempts: 1, leaseUntil: app.deps.now() }
  await app.store.tx((tx) => tx.update(jobs).set(killed).where(eq(jobs.kind, createKind)))
  await app.work()
  const reason = 'The backup could not be created. The portal ended each time while this ran.'
  expect(await site.list()).toMatchObject([{ id, status: 'failed', reason }])
  const { notifications } = app.store.t
  const told = await app.store.read.select().from(notifications)
  expect(told).toContainEqual(expect.objectContaining({ body: expect.stringContaining(reason) }))
})
