import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { day, hour, minute, second } from '#shared/time.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { type CertificateAuthority, NotIssued } from './drivers/certificate-authority.ts'
import { createLocalAuthority } from './drivers/local-authority.ts'
import { createRoot, type Root } from './drivers/sign.ts'
import { invariants } from './invariants.ts'

let app: TestApp
let owner: { id: string; cookie: string }
let id: string
let root: Root
/** The authority's next action. */
let obstacle: (() => Promise<void>) | null
let orders: number
beforeEach(async () => {
  obstacle = null
  orders = 0
  const local = createLocalAuthority(async () => root)
  const certificateAuthority: CertificateAuthority = {
    ...local,
    async issue(order) {
      orders += 1
      await obstacle?.()
      return local.issue(order)
    },
  }
  app = await createTestApp({ certificateAuthority })
  root = await createRoot({ name: 'a root', organization: 'a company' }, app.deps.now())
  owner = await app.addCustomer()
  await insertActiveService(app, owner.id)
  const { body } = await call('POST', '/api/domains/register', { name: 'failing', tld: 'com' })
  id = (body as { id: string }).id
})
afterEach(() => app.close())

const call = (method: string, path: string, json?: unknown) =>
  app.request(path, { method, cookie: owner.cookie, ...(json === undefined ? {} : { json }) })
const enable = (isOn = true) => call('POST', `/api/domains/${id}/ssl`, { enable: isOn })
const read = async () => (await call('GET', `/api/domains/${id}/ssl`)).body as Record<string, unknown>
const refuse = () => Promise.reject(new NotIssued('The authority wants to see a proof.'))
const mails = () => {
  const { mails } = app.store.t
  return app.store.read.select().from(mails).where(eq(mails.kind, 'certificate.failing'))
}
const pass = async (ms: number) => {
  app.advance(ms)
  await app.work()
}

describe('a certificate that is not issued', () => {
  test('gives the reason, and is retried with growing delays', async () => {
    obstacle = refuse
    await enable()
    await app.work()
    expect(await read()).toMatchObject({
      isEnabled: true,
      ssl: false,
      status: 'failed',
      problem: 'The authority wants to see a proof.',
      nextIssueAt: new Date(app.deps.now().getTime() + 15 * second).toISOString(),
    })
    await pass(10 * second)
    expect(orders).toBe(1)
    const waits = [15 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day, day]
    for (const [at, wait] of waits.entries()) {
      await pass(wait)
      expect(orders).toBe(at + 2)
    }
    obstacle = null
    await pass(day)
    expect(await read()).toMatchObject({ ssl: true, status: 'issued', problem: null })
  })

  test('is reported to the owner in one mail, after three failures', async () => {
    obstacle = refuse
    await enable()
    await app.work()
    await pass(15 * second)
    expect(await mails()).toEqual([])
    await pass(minute)
    await pass(5 * minute)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: 'The certificate for failing.com could not be issued',
      userId: owner.id,
      relatedId: id,
    })
    expect(mail?.text).toContain('The authority wants to see a proof.')
  })

  test('is retried immediately when its owner asks for it', async () => {
    obstacle = refuse
    await enable()
    for (const wait of [0, 15 * second, minute, 5 * minute]) await pass(wait)
    obstacle = null
    const before = orders
    const { status, body } = await call('POST', `/api/domains/${id}/ssl/check`, {})
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'failed', preflight: { isReady: true, findings: [] } }),
    ])
    await app.work()
    expect(orders).toBe(before + 1)
    expect(await read()).toMatchObject({ ssl: true, status: 'issued' })
    await call('POST', `/api/domains/${id}/ssl/check`, {})
    await app.work()
    expect(orders).toBe(before + 1)
  })

  test('leaves the previous certificate in use, whose end date is in the mail', async () => {
    await enable()
    await app.work()
    const { notAfter } = await read()
    obstacle = refuse
    await pass(60 * day)
    expect(await read()).toMatchObject({ ssl: true, status: 'failed', notAfter })
    await pass(15 * second)
    await pass(minute)
    const [mail] = await mails()
    expect(mail?.subject).toBe('The certificate for failing.com could not be renewed')
    expect(mail?.text).toContain('is valid until 18 Feb 2027')
    const counts = await Promise.all(
      invariants.map(({ count }) => count(app.store, app.dataDir, app.deps.secrets)),
    )
    expect(counts).toEqual([0, 0])
  })

  test('hides an internal reason, which is in the log', async () => {
    obstacle = () => Promise.reject(new TypeError('a secret detail'))
    await enable()
    await app.work()
    const { problem } = await read()
    expect(problem).toBe(
      'The certificate authority could not be reached, or failed. Nothing is wrong with your domain.',
    )
    expect(app.logged.join()).toContain('certificate not issued')
  })

  test('is not ordered while the domain has expired', async () => {
    await enable()
    const { domains } = app.store.t
    await app.store.tx((tx) => tx.update(domains).set({ status: 'expired' }).where(eq(domains.id, id)))
    await app.work()
    expect(orders).toBe(0)
    expect(await read()).toMatchObject({
      status: 'failed',
      problem: 'failing.com has expired. Renew it first.',
    })
  })
})

test('SSL stays off when it is turned off while the authority works', async () => {
  obstacle = async () => void (await enable(false))
  await enable()
  await app.work()
  expect(orders).toBe(1)
  expect(await read()).toMatchObject({ isEnabled: false, ssl: false, status: 'off' })
  const { certificates } = app.store.t
  expect(await app.store.read.$count(certificates)).toBe(0)
})
