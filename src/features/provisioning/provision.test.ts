import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { claimJob, jobDelaysMs, jobLeaseMs } from '#db/jobs.ts'
import { provisionKind } from '#features/services/lifecycle/lifecycle.ts'
import type { LiveEvent } from '#server/events.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'

let app: TestApp
let customer: { cookie: string; id: string }
let administrator: { cookie: string }

beforeEach(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
  administrator = await app.addAdministrator()
})
afterEach(() => app.close())

const asAdministrator = (path: string, json: unknown = {}) =>
  app.request(path, { cookie: administrator.cookie, json })

async function approved() {
  const order = await placeOrder(app, customer.cookie)
  expect((await asAdministrator(`/api/admin/orders/${order.id}/approve`)).status).toBe(200)
  return order
}
const service = async () => {
  const { body } = await app.request('/api/user-services', { cookie: customer.cookie })
  return (body as { status: string; provisioning: unknown; serverIp: string | null }[])[0]
}
const welcome = (serviceId: string) => Bun.file(`${app.dataDir}/services/${serviceId}/public/index.html`)

/** The folder step fails while a file blocks the folder path. */
const breakFolders = () => writeFileSync(`${app.dataDir}/services`, 'in the way')
const fixFolders = () => rmSync(`${app.dataDir}/services`)

describe('a failing provisioning step', () => {
  test('is retried with growing delays and fails after the fifth attempt, while the API still shows pending', async () => {
    breakFolders()
    await approved()
    for (const [index, delay] of jobDelaysMs.entries()) {
      app.advance(delay - 1)
      await app.work()
      if (index > 0) expect(await service()).toMatchObject({ provisioning: { attempts: index } })
      app.advance(1)
      await app.work()
      expect(await service()).toMatchObject({
        status: 'pending',
        provisioning: {
          state: index === 4 ? 'failed' : 'retrying',
          step: 'folder',
          attempts: index + 1,
          message: expect.any(String),
        },
      })
    }
    app.advance(24 * 3_600_000)
    await app.work()
    expect(await service()).toMatchObject({ provisioning: { state: 'failed', attempts: 5 } })
    expect(JSON.stringify(await service())).not.toContain(app.dataDir)
  })

  test('succeeds at a later attempt once its cause is fixed', async () => {
    breakFolders()
    const { serviceId } = await approved()
    await app.work()
    fixFolders()
    app.advance(jobDelaysMs[1])
    await app.work()
    expect(await service()).toMatchObject({ status: 'active', provisioning: null, serverIp: '127.0.0.1' })
    expect(await welcome(serviceId).exists()).toBe(true)
  })

  async function fail() {
    breakFolders()
    const order = await approved()
    for (const delay of jobDelaysMs) {
      app.advance(delay)
      await app.work()
    }
    return order
  }

  test('is resumed when an administrator retries the service', async () => {
    const { id, serviceId } = await fail()
    fixFolders()
    const reply = await asAdministrator(`/api/admin/services/${serviceId}/retry`)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ status: 'pending', provisioning: { state: 'queued', attempts: 0 } })
    expect((await asAdministrator(`/api/admin/services/${serviceId}/retry`)).status).toBe(409)
    await app.work()
    expect(await service()).toMatchObject({ status: 'active', provisioning: null })
    const { mails, auditLog } = app.store.t
    const activation = and(eq(mails.relatedId, id), eq(mails.kind, 'service.activated'))
    expect(await app.store.read.$count(mails, activation)).toBe(1)
    const entries = await app.store.read
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, serviceId))
      .orderBy(auditLog.id)
    expect(entries.map(({ action }) => action)).toEqual(['service.retry', 'service.activate'])
  })

  test('is resumed when an administrator retries the job', async () => {
    const { serviceId } = await fail()
    fixFolders()
    const { body } = await app.request('/api/admin/jobs?status=failed', { cookie: administrator.cookie })
    const [job] = (body as { items: { id: string; kind: string; relatedId: string }[] }).items
    expect(job).toMatchObject({ kind: provisionKind, relatedId: serviceId, attempts: 5, status: 'failed' })
    expect((await asAdministrator(`/api/admin/jobs/${job?.id}/retry`)).body).toMatchObject({
      status: 'queued',
      attempts: 0,
    })
    expect((await asAdministrator(`/api/admin/jobs/${job?.id}/retry`)).status).toBe(409)
    await app.work()
    expect(await service()).toMatchObject({ status: 'active' })
  })

  test('is never resumed once the service is terminated', async () => {
    const { serviceId } = await fail()
    fixFolders()
    expect((await asAdministrator(`/api/admin/services/${serviceId}/terminate`)).status).toBe(200)
    app.advance(24 * 3_600_000)
    await app.work()
    expect(await service()).toBeUndefined()
    expect((await asAdministrator(`/api/admin/services/${serviceId}/retry`)).status).toBe(409)
  })
})

describe('provisioning after its worker died', () => {
  const dead = { holder: 'an ended process', kinds: [provisionKind] }

  test('before the first step is taken over when the lease expires, and counts one attempt', async () => {
    await approved()
    expect(await claimJob(app.store, { ...dead, now: app.deps.now() })).not.toBeNull()
    await app.work()
    expect(await service()).toMatchObject({ status: 'pending' })
    app.advance(jobLeaseMs)
    await app.work()
    expect(await service()).toMatchObject({ status: 'active', provisioning: null })
  })

  test('between two steps keeps the completed steps, and does the rest once', async () => {
    const { id, serviceId } = await approved()
    await claimJob(app.store, { ...dead, now: app.deps.now() })
    mkdirSync(`${app.dataDir}/services/${serviceId}/public`, { recursive: true })
    writeFileSync(`${app.dataDir}/services/${serviceId}/public/index.html`, 'done before')
    const { userServices, mails, auditLog } = app.store.t
    await app.store.tx((tx) =>
      tx
        .update(userServices)
        .set({ serverIp: '192.0.2.7', provisioningState: 'running', provisioningStep: 'address' })
        .where(eq(userServices.id, serviceId)),
    )
    app.advance(jobLeaseMs)
    const heard: LiveEvent[] = []
    app.deps.events.subscribe((event) => heard.push(event))
    await app.work()
    expect(await service()).toMatchObject({ status: 'active', serverIp: '192.0.2.7', provisioning: null })
    expect(await welcome(serviceId).text()).toBe('done before')
    expect(heard.filter((event) => event.kind !== 'notification')).toMatchObject([
      { kind: 'service', status: 'active' },
    ])
    const { read } = app.store
    expect(await read.$count(auditLog, eq(auditLog.targetId, serviceId))).toBe(1)
    const activation = and(eq(mails.relatedId, id), eq(mails.kind, 'service.activated'))
    expect(await read.$count(mails, activation)).toBe(1)
  })

  test('after the activation ends the job without activating or mailing again', async () => {
    const { id, serviceId } = await approved()
    await app.work()
    const { jobs, mails } = app.store.t
    await app.store.tx((tx) =>
      tx
        .update(jobs)
        .set({ status: 'running', leaseHolder: dead.holder, leaseUntil: app.deps.now(), finishedAt: null })
        .where(eq(jobs.relatedId, serviceId)),
    )
    const heard: LiveEvent[] = []
    app.deps.events.subscribe((event) => heard.push(event))
    await app.work()
    const [job] = await app.store.read.select().from(jobs).where(eq(jobs.relatedId, serviceId))
    expect(job?.status).toBe('done')
    expect(heard).toEqual([])
    const activation = and(eq(mails.relatedId, id), eq(mails.kind, 'service.activated'))
    expect(await app.store.read.$count(mails, activation)).toBe(1)
  })

  test('several workers at once activate a service once', async () => {
    const { id } = await approved()
    await Promise.all([app.work(), app.work(), app.work()])
    expect(await service()).toMatchObject({ status: 'active' })
    const { mails } = app.store.t
    const activation = and(eq(mails.relatedId, id), eq(mails.kind, 'service.activated'))
    expect(await app.store.read.$count(mails, activation)).toBe(1)
  })
})

test('activation is announced only once the service is stored as active', async () => {
  const { serviceId } = await approved()
  const seen: Promise<string | undefined>[] = []
  app.deps.events.subscribe(({ id, kind }) => {
    if (kind === 'service' && id === serviceId) seen.push(service().then((row) => row?.status))
  })
  await app.work()
  expect(await Promise.all(seen)).toEqual(['active'])
})
