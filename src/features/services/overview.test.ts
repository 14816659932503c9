import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { testAuthority } from '#shared/test-authority.ts'
import { after } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { domainName } from '#test/support/domain-name.ts'
import type { Overview } from './contract/overview.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['addCustomer']>>
let serviceId: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.advance(2 * 3_600_000)
  owner = await app.addCustomer()
  ;({ serviceId } = await activateService(app, owner.cookie))
})
afterAll(() => app.close())

const ask = (cookie: string) => app.request('/api/trpc/servers.overview', { cookie })
const read = async () => ((await ask(owner.cookie)).body as { result: { data: Overview[] } }).result.data

const addBackup = (status: 'completed' | 'failed' | 'pending', secondsAgo: number) => {
  const createdAt = after(app.deps.now(), -1_000 * secondsAgo)
  const row = { userId: owner.id, serviceId, fileName: 'a.zip', status, createdAt }
  return app.store.tx((tx) => tx.insert(tx.t.backups).values(row))
}

test('every service shows its disk usage, even when stopped, and terminated ones are left out', async () => {
  const { userServices } = app.store.t
  const set = (values: { status: 'stopped' | 'terminated'; diskBytes?: number }) =>
    app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, serviceId)))
  await set({ status: 'stopped', diskBytes: 1_234 })
  expect(await read()).toEqual([
    {
      id: serviceId,
      diskBytes: 1_234,
      diskQuotaBytes: expect.any(Number),
      lastBackupAt: null,
      hasBackupFailed: false,
      hasSchedule: false,
      certificate: null,
      failedCertificate: null,
    },
  ])
  await set({ status: 'terminated' })
  expect(await read()).toEqual([])
})

test('a backup counts as failed until a later one is completed', async () => {
  await addBackup('completed', 30)
  await addBackup('failed', 20)
  await addBackup('pending', 5)
  expect(await read()).toMatchObject([{ hasBackupFailed: true, lastBackupAt: expect.any(String) }])
  await addBackup('completed', 10)
  expect(await read()).toMatchObject([{ hasBackupFailed: false }])
})

test('a service has a schedule once one is switched on, until it is switched off', async () => {
  const put = (enabled: boolean) =>
    app.request('/api/backups/schedule', {
      method: 'PUT',
      cookie: owner.cookie,
      json: { serviceId, enabled, frequency: 'daily', time: '02:30', backupType: 'full', keep: 7 },
    })
  await put(true)
  expect(await read()).toMatchObject([{ hasSchedule: true }])
  await put(false)
  expect(await read()).toMatchObject([{ hasSchedule: false }])
})

/** SSL is on for a domain of the service. */
async function addCertificate(
  name: string,
  row: { status: 'pending' | 'issued' | 'failed'; notAfter?: Date; authority?: string },
) {
  const now = app.deps.now()
  const domainId = Bun.randomUUIDv7()
  const own = { userId: owner.id, createdAt: now, updatedAt: now }
  await app.store.tx(async (tx) => {
    await tx
      .insert(tx.t.domains)
      .values({ ...own, id: domainId, serviceId, domainName: domainName(name), nameservers: [] })
    await tx.insert(tx.t.certificates).values({ ...own, domainId, names: [name], dueAt: now, ...row })
  })
}

test('a service shows the certificate of its displayed domain, and a failed one of any of its domains', async () => {
  const soon = after(app.deps.now(), 10 * 86_400_000)
  const certificate = async () => (await read())[0]?.certificate
  const domain = `shown-${serviceId}.example`
  await addCertificate(`other-${serviceId}.example`, { status: 'issued', notAfter: soon })
  await addCertificate(domain, { status: 'issued', notAfter: soon, authority: testAuthority })
  expect(await certificate()).toBeNull()
  await app.request(`/api/user-services/${serviceId}/domain`, {
    method: 'PUT',
    cookie: owner.cookie,
    json: { domain },
  })
  expect(await certificate()).toEqual({ status: 'issued', notAfter: soon.toISOString(), isTrusted: false })
  expect((await read())[0]?.failedCertificate).toBeNull()
  await addCertificate(`renewed-${serviceId}.example`, { status: 'failed', notAfter: soon })
  expect((await read())[0]?.failedCertificate).toEqual({ notAfter: soon.toISOString() })
  await addCertificate(`new-${serviceId}.example`, { status: 'failed' })
  expect((await read())[0]).toMatchObject({
    certificate: { status: 'issued' },
    failedCertificate: { notAfter: null },
  })
})

test('the overview requires a session and holds nothing of other customers', async () => {
  expect((await ask('')).status).toBe(401)
  const stranger = await app.addCustomer()
  expect((await ask(stranger.cookie)).body).toEqual({ result: { data: [] } })
})
