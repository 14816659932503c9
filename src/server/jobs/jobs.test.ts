import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { allWork } from '#app/router.ts'
import { StoreUnavailable } from '#db/errors.ts'
import { enqueueJob } from '#db/jobs.ts'
import { minute, second } from '#shared/time.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { sharedNode } from '#test/support/nodes.ts'
import { until } from '#test/support/until.ts'
import { type ScheduledTask, startWorker, workOnce } from './jobs.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

test('an unresponsive mail server delays neither activation nor shutdown', async () => {
  const stuck = { ...app.deps.mailer, send: () => new Promise<void>(() => {}) }
  const portal = await createTestApp({ store: app.store, mailer: stuck })
  const customer = await portal.addCustomer()
  const administrator = await portal.addAdministrator()
  const order = await placeOrder(portal, customer.cookie)
  const workers = allWork.map((work) => startWorker(portal.deps, work))
  try {
    const { mails, userServices } = app.store.t
    await until('the mail', async () => (await app.store.read.$count(mails)) > 0)
    const path = `/api/admin/orders/${order.id}/approve`
    expect((await portal.request(path, { cookie: administrator.cookie, json: {} })).status).toBe(200)
    await until('the activation', async () => {
      const own = eq(userServices.id, order.serviceId)
      const [service] = await app.store.read.select().from(userServices).where(own)
      return service?.status === 'active'
    })
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await app.store.read.$count(mails, eq(mails.status, 'queued'))).toBeGreaterThan(0)
  } finally {
    for (const worker of workers) void worker.stop()
    await portal.close()
  }
})

test('endless work does not delay shutdown, and its job is taken over', async () => {
  const kind = 'endless'
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const endless = {
    kind,
    run: () => {
      runs += 1
      return gate.promise
    },
  }
  const work = { handlers: [endless], tasks: [] }
  await app.store.tx((tx) => enqueueJob(tx, { kind, payload: {}, now: app.deps.now() }))
  const one = startWorker(app.deps, work)
  await until('the job', () => runs === 1)
  await one.stop(20)
  const { jobs } = app.store.t
  expect(await app.store.read.select().from(jobs).where(eq(jobs.kind, kind))).toMatchObject([
    { status: 'running' },
  ])
  app.advance(11 * second)
  const other = startWorker(app.deps, work)
  await until('its turn again', () => runs === 2)
  gate.resolve()
  await Promise.all([one.stop(), other.stop()])
})

test('an idle worker begins no transaction, and takes the next job', async () => {
  const kind = 'seldom'
  let runs = 0
  const seldom = {
    kind,
    run: async () => {
      runs += 1
    },
  }
  const begun = spyOn(app.store, 'tx')
  const worker = startWorker(app.deps, { handlers: [seldom], tasks: [] })
  try {
    await Bun.sleep(500)
    expect(begun).not.toHaveBeenCalled()
    await app.store.tx((tx) => enqueueJob(tx, { kind, payload: {}, now: app.deps.now() }))
    await until('the job', () => runs === 1)
  } finally {
    await worker.stop()
    begun.mockRestore()
  }
})

test('a job on a node that cannot confirm its place is retried without a warning', async () => {
  const kind = 'unsure'
  let runs = 0
  const unsure = {
    kind,
    run: async () => {
      runs += 1
      if (runs === 1) throw new StoreUnavailable('fenced')
    },
  }
  const work = { handlers: [unsure], tasks: [] }
  await app.store.tx((tx) => enqueueJob(tx, { kind, payload: {}, now: app.deps.now() }))
  await workOnce(app.deps, work)
  expect(app.logged).toEqual([])
  app.advance(minute)
  await workOnce(app.deps, work)
  expect(runs).toBe(2)
})

test('a task that outlasts its lease is not started by another node', async () => {
  const ctx = { ...app.deps, node: sharedNode('several') }
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const slow: ScheduledTask = {
    name: 'slow',
    everyMs: 0,
    run: () => {
      runs += 1
      return gate.promise
    },
  }
  const work = { handlers: [], tasks: [slow] }
  const one = startWorker(ctx, work, { heartbeatMs: 5 })
  try {
    await until('the task', () => runs === 1)
    const { leases } = app.store.t
    for (let passed = 0; passed < 18; passed += 6) {
      app.advance(6 * second)
      await until('the renewal', async () => {
        const [lease] = await app.store.read.select().from(leases).where(eq(leases.name, 'task:slow'))
        return lease !== undefined && lease.expiresAt.getTime() > app.deps.now().getTime() + 6 * second
      })
    }
    const other = startWorker(ctx, work)
    await other.stop()
    expect(runs).toBe(1)
  } finally {
    gate.resolve()
    await one.stop()
  }
})

test('a task that fails is logged and does not prevent others from running', async () => {
  const done: string[] = []
  const task = (name: string, run: () => Promise<void>): ScheduledTask => ({ name, everyMs: 1, run })
  const broken = task('broken', async () => {
    throw new Error('its own failure')
  })
  const sound = task('sound', async () => void done.push('sound'))
  const worker = startWorker(app.deps, { handlers: [], tasks: [broken, sound] })
  await until('the other task', async () => done.length > 0)
  await worker.stop()
  expect(app.logged.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'task failed', task: 'broken' }),
  )
})
