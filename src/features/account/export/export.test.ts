import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { wholeService } from '#features/files/service/totals.ts'
import { diskFloorBytes } from '#shared/bytes.ts'
import { day, hour, second } from '#shared/time.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import { downloadExport } from '#test/support/exports.ts'
import type { ExportState } from '../contract/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (cookie?: string) => app.request('/api/user/export', { cookie, method: 'POST' })
const state = async (cookie: string) =>
  (await app.request('/api/user/export', { cookie })).body as ExportState
const address = (id: string) => `/api/user/export/${id}/download`
const fetchIt = (id: string, cookie: string, method = 'GET') => app.request(address(id), { cookie, method })
const open = (id: string, cookie: string) =>
  app.portal.fetch(new Request(testOrigin + address(id), { headers: { cookie } }), () => '192.0.2.1')

test('exports nothing without a session, and refuses an API key', async () => {
  expect((await ask()).status).toBe(401)
  expect((await app.request('/api/user/export')).status).toBe(401)
  const { cookie } = await app.addCustomer()
  const wish = { name: 'All', scopes: ['profile:read'] }
  const made = await app.request('/api/user/api-keys', { cookie, json: wish })
  const headers = { authorization: `Bearer ${(made.body as { key: string }).key}` }
  for (const method of ['GET', 'POST'])
    expect((await app.request('/api/user/export', { method, headers })).status).toBe(403)
})

test('runs one export at a time and one a day, after a fresh proof of identity; mail and notice say when it is ready', async () => {
  const { cookie, email, id: userId } = await app.addCustomer()
  expect(await state(cookie)).toMatchObject({ status: 'none', nextAt: null })
  const asked = await ask(cookie)
  expect([asked.status, asked.body]).toMatchObject([202, { status: 'pending' }])
  const twice = await ask(cookie)
  expect([twice.status, (twice.body as { code: string }).code]).toEqual([409, 'BUSY'])
  await app.work()
  const made = await state(cookie)
  expect(made).toMatchObject({ status: 'ready', missing: 0 })
  expect(Date.parse(made.expiresAt ?? '')).toBe(app.deps.now().getTime() + 7 * day)
  const early = await ask(cookie)
  expect([early.status, Number(early.headers.get('retry-after'))]).toEqual([429, day / second])
  const { mails, notifications } = app.store.t
  const sent = await app.store.read.select().from(mails).where(eq(mails.to, email))
  expect(sent.map(({ subject }) => subject)).toEqual(['Your data is ready to download'])
  expect(await app.store.read.$count(notifications, eq(notifications.userId, userId))).toBe(1)
  app.advance(day)
  expect(await ask(cookie)).toMatchObject({ status: 403, body: { code: 'SUDO_REQUIRED' } })
  await app.request('/api/user/sudo', { cookie, json: { password: 'a long enough password' } })
  expect((await ask(cookie)).status).toBe(202)
})

test('two simultaneous requests get one export', async () => {
  const { cookie } = await app.addCustomer()
  const answers = await Promise.all([ask(cookie), ask(cookie), ask(cookie)])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
})

test('hands an archive out once, to its owner, and removes it afterwards', async () => {
  const { cookie } = await app.addCustomer()
  const stranger = await app.addCustomer()
  const { id, path } = await downloadExport(app, cookie)
  expect((await fetchIt(id, stranger.cookie)).status).toBe(404)
  expect((await fetchIt(Bun.randomUUIDv7(), cookie)).status).toBe(404)
  const question = await fetchIt(id, cookie, 'HEAD')
  expect([question.status, question.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const response = await open(id, cookie)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toContain('your-data.zip')
  const bytes = await response.bytes()
  expect(bytes.subarray(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
  expect(existsSync(path)).toBe(false)
  expect((await fetchIt(id, cookie)).status).toBe(409)
  expect(await state(cookie)).toMatchObject({ status: 'fetched', expiresAt: null })
})

test('lets one of two simultaneous downloads through, and allows another after an abort', async () => {
  const { cookie } = await app.addCustomer()
  const { id, path } = await downloadExport(app, cookie)
  const first = await open(id, cookie)
  expect((await fetchIt(id, cookie)).status).toBe(409)
  await first.body?.cancel()
  expect(await state(cookie)).toMatchObject({ status: 'ready' })
  expect(existsSync(path)).toBe(true)
  expect((await (await open(id, cookie)).bytes()).byteLength).toBeGreaterThan(100)
})

test('a download that a crash interrupted can start again an hour later', async () => {
  const { cookie } = await app.addCustomer()
  const { id } = await downloadExport(app, cookie)
  const { accountExports: e } = app.store.t
  await app.store.tx((tx) =>
    tx.update(e).set({ status: 'fetching', fetchedAt: app.deps.now() }).where(eq(e.id, id)),
  )
  app.advance(hour)
  await app.work()
  expect(await state(cookie)).toMatchObject({ status: 'ready' })
})

test('removes an archive that was not downloaded for seven days', async () => {
  const { cookie } = await app.addCustomer()
  const { id, path } = await downloadExport(app, cookie)
  app.advance(7 * day - 1)
  await app.work()
  expect(existsSync(path)).toBe(true)
  app.advance(1)
  expect((await fetchIt(id, cookie)).status).toBe(409)
  await app.work()
  expect(existsSync(path)).toBe(false)
  expect(await state(cookie)).toMatchObject({ status: 'expired', nextAt: null })
})

test('work that a killed process left resumes, and leaves no partial files', async () => {
  const { cookie } = await app.addCustomer()
  const { id } = (await ask(cookie)).body as { id: string }
  const { jobs } = app.store.t
  const left = `${app.dataDir}/exports/${id}.zip.1.tmp`
  writeFileSync(left, 'half')
  await app.store.tx((tx) =>
    tx
      .update(jobs)
      .set({ status: 'running', leaseHolder: 'gone', leaseUntil: app.deps.now(), fence: 1, attempts: 1 })
      .where(and(eq(jobs.kind, 'account.export'), eq(jobs.relatedId, id))),
  )
  app.advance(second)
  await app.work()
  expect(await state(cookie)).toMatchObject({ status: 'ready' })
  const old = new Date(Date.now() - 2 * hour)
  utimesSync(left, old, old)
  await app.work()
  expect(readdirSync(`${app.dataDir}/exports`).filter((name) => name.startsWith(id))).toEqual([`${id}.zip`])
})

test('refuses an export that would not fit on the disk', async () => {
  const { cookie, id: userId } = await app.addCustomer()
  const serviceId = await insertActiveService(app, userId, 'Business')
  const bytes = Number.MAX_SAFE_INTEGER - diskFloorBytes
  const totals = { userId, serviceId, path: wholeService, files: 1, folders: 0, bytes, images: 0 }
  await app.store.tx((tx) => tx.insert(tx.t.fileTotals).values(totals))
  expect((await ask(cookie)).status).toBe(507)
  expect(await state(cookie)).toMatchObject({ status: 'none' })
})
