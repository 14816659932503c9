import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite } from '#test/support/backups.ts'
import { invariants, printInvariant } from './doctor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const broken = async () => {
  const counts = invariants.map(async ({ name, count }) => ({
    name,
    rows: await count(app.store, app.dataDir, app.deps.secrets),
  }))
  return (await Promise.all(counts)).filter(({ rows }) => rows > 0)
}

test('the doctor reports a completed backup whose archive is missing or was altered', async () => {
  const site = await createSite(app)
  const { id } = await site.backUp()
  await site.start()
  expect(await broken()).toEqual([])
  const bytes = readFileSync(site.archive(id))
  bytes[0] = (bytes[0] ?? 0) ^ 1
  writeFileSync(site.archive(id), bytes)
  expect(await broken()).toEqual([{ name: 'every completed backup has its archive', rows: 1 }])
  rmSync(site.archive(id))
  expect(await broken()).toEqual([{ name: 'every completed backup has its archive', rows: 1 }])
})

test('the doctor reports files whose bytes are missing, truncated or altered at the same length', async () => {
  const site = await createSite(app)
  const put = async (name: string) => {
    const body = new FormData()
    body.append('serviceId', site.serviceId)
    body.append('file', new File(['four'], name))
    expect((await app.request('/api/files', { cookie: site.customer.cookie, body })).status).toBe(201)
  }
  await put('gone.txt')
  await put('short.txt')
  await put('rotted.txt')
  const before = await broken()
  rmSync(`${site.root}/gone.txt`)
  writeFileSync(`${site.root}/short.txt`, 'fo')
  writeFileSync(`${site.root}/rotted.txt`, 'fouR')
  expect(before.map(({ name }) => name)).not.toContain('every file has its bytes')
  expect(await broken()).toContainEqual({ name: 'every file has its bytes', rows: 3 })
})

test('the doctor reports accounts that share a mobile number, and changes neither', async () => {
  const [one, other] = [await app.signUp(), await app.signUp()]
  const { users } = app.store.t
  const mobile = one.mobile.replace('+91', '+910')
  await app.store.tx((tx) => tx.update(users).set({ mobile }).where(eq(users.id, other.id)))
  const twins = invariants.find(({ list }) => list)
  if (!twins) throw new Error('no invariant lists its rows')
  const log = spyOn(console, 'log').mockImplementation(() => {})
  await printInvariant(app.store, twins, await twins.count(app.store, app.dataDir, null))
  const said = log.mock.calls.flat()
  log.mockRestore()
  expect(said).toEqual([
    'BROKEN       every account has a normalised mobile number (1)',
    `                 account ${other.id} has the same number as ${one.id}`,
  ])
  const [kept] = await app.store.read.select().from(users).where(eq(users.id, other.id))
  expect(kept?.mobile).toBe(mobile)
})
