import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { minute } from '#shared/time.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { createFakeDriver, createFakeServers } from '#test/support/fake-servers.ts'
import type { ServiceStatus } from '../contract.ts'
import type { ServerDriver } from '../drivers/driver.ts'
import { convergeService, listUnsettled } from './converge.ts'
import { crashWindowMs, restartDelaysMs } from './crashes.ts'
import { startSupervisor } from './supervise.ts'

let fake: ReturnType<typeof createFakeDriver>
let app: TestApp
let customer: { cookie: string; id: string; email: string }
let administrator: { cookie: string }
let id: string
let heard: LiveEvent[]

async function begin(overrides: Partial<ServerDriver> = {}) {
  fake = createFakeDriver(overrides)
  app = await createTestApp({ servers: createFakeServers(fake.driver) })
  customer = await app.addCustomer()
}
beforeEach(async () => {
  await begin()
  const made = await activateService(app, customer.cookie)
  id = made.serviceId
  administrator = made.administrator
  heard = []
  app.deps.events.subscribe((event) => heard.push(event))
})
afterEach(() => app.close())

const set = (values: Partial<TestApp['store']['t']['userServices']['$inferSelect']>) => {
  const { userServices } = app.store.t
  return app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, id)))
}
const read = async () => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, id))
  return row
}
const mailsOf = async (kind: string) => {
  const { mails } = app.store.t
  return app.store.read
    .select()
    .from(mails)
    .where(and(eq(mails.relatedId, id), eq(mails.kind, kind)))
}
const audited = async () => {
  const { auditLog } = app.store.t
  const rows = await app.store.read
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, id))
    .orderBy(asc(auditLog.id))
  return rows.map(({ action }) => action)
}
const change = (name: string) =>
  app.request(`/api/admin/services/${id}/${name}`, { cookie: administrator.cookie, json: {} })

/** The process ends by itself; what the supervisor then does about it. */
async function crash(): Promise<number | null> {
  fake.crash(id)
  expect(app.deps.servers.takeDead()).toEqual([id])
  return convergeService(app.deps, id, 'ended')
}

describe('a process', () => {
  test('is there before the service is active, and one is enough', async () => {
    expect(fake.starts).toEqual([id])
    expect(app.deps.servers.processOf(id)).toMatchObject({ pid: 1 })
    await app.work()
    expect(await convergeService(app.deps, id)).toBeNull()
    expect(fake.starts).toEqual([id])
  })

  test('that cannot be had keeps the service pending', async () => {
    await app.close()
    await begin({ ensureRunning: () => Promise.reject(new Error('no memory')) })
    const { serviceId } = await activateService(app, customer.cookie)
    id = serviceId
    expect(await read()).toMatchObject({
      status: 'pending',
      provisioningState: 'retrying',
      provisioningStep: 'server',
    })
  })

  test('goes with suspension and termination, and comes back', async () => {
    for (const [name, isRunning] of [
      ['suspend', false],
      ['unsuspend', true],
      ['terminate', false],
    ] as const) {
      await change(name)
      await app.work()
      expect(fake.isRunning(id)).toBe(isRunning)
      expect(app.deps.servers.processOf(id) !== null).toBe(isRunning)
    }
  })

  test.each<[ServiceStatus, boolean]>([
    ['active', true],
    ['restarting', true],
    ['stopped', false],
    ['suspended', false],
    ['terminated', false],
  ])('after a start of the portal, of a service that is %s', async (status, isRunning) => {
    await set({ status })
    for (const wasRunning of [false, true]) {
      if (!wasRunning) fake.crash(id)
      app.deps.servers.takeDead()
      await app.work()
      expect(fake.isRunning(id)).toBe(isRunning)
      expect(await listUnsettled(app.deps)).toEqual([])
    }
    expect((await read())?.status).toBe(status === 'restarting' ? 'active' : status)
  })

  test('of a service that is not known is ended; one that is being provisioned is left', async () => {
    const target = { userId: 'nobody', root: '/', memoryBytes: 1, cpuPercent: 1 }
    const unknown = Bun.randomUUIDv7()
    await app.deps.servers.start({ ...target, serviceId: unknown })
    await set({ status: 'pending' })
    await app.work()
    expect([fake.isRunning(unknown), fake.isRunning(id)]).toEqual([false, true])
  })
})

describe('a restart', () => {
  test('is over when another process was seen', async () => {
    const before = app.deps.servers.processOf(id)
    await set({ status: 'restarting' })
    await app.work()
    expect((await read())?.status).toBe('active')
    expect(app.deps.servers.processOf(id)?.pid).not.toBe(before?.pid)
    expect(heard).toMatchObject([{ kind: 'service', id, status: 'active' }])
  })

  test('does not undo what was decided meanwhile', async () => {
    await app.close()
    let meanwhile = async () => {}
    await begin()
    const { ensureStopped } = fake.driver
    fake.driver.ensureStopped = async (serviceId) => {
      await meanwhile()
      await ensureStopped(serviceId)
    }
    id = (await activateService(app, customer.cookie)).serviceId
    await set({ status: 'restarting' })
    meanwhile = async () => void (await set({ status: 'suspended' }))
    await convergeService(app.deps, id)
    expect((await read())?.status).toBe('suspended')
    await app.work()
    expect(fake.isRunning(id)).toBe(false)
  })

  test('that fails is tried again, and ends as stopped', async () => {
    await app.close()
    let isBroken = false
    await begin()
    const { ensureRunning } = fake.driver
    fake.driver.ensureRunning = (target) =>
      isBroken ? Promise.reject(new Error('no memory')) : ensureRunning(target)
    id = (await activateService(app, customer.cookie)).serviceId
    isBroken = true
    await set({ status: 'restarting' })
    const waits: (number | null)[] = []
    for (let tries = 0; tries < 4; tries += 1) waits.push(await convergeService(app.deps, id))
    expect(waits).toEqual([...restartDelaysMs, null])
    expect((await read())?.status).toBe('stopped')
    expect((await mailsOf('service.stopped'))[0]?.text).toContain('could not be started')
    expect(app.logged.join()).toContain('web server not started')
  })
})

describe('a crash', () => {
  test('is followed by another process, at once', async () => {
    expect(await crash()).toBeNull()
    expect(app.deps.servers.processOf(id)).toMatchObject({ pid: 2 })
    expect((await read())?.status).toBe('active')
    expect(await audited()).toEqual(['service.activate', 'service.crash'])
    expect(heard).toMatchObject([{ kind: 'service', id, status: 'active' }])
  })

  async function crashThrice() {
    for (const wait of restartDelaysMs) {
      expect(await crash()).toBe(wait === 0 ? null : wait)
      await app.work()
      expect(fake.isRunning(id)).toBe(true)
    }
  }

  test('three times within 15 minutes is followed by a start each, the fourth by none and a notice', async () => {
    await crashThrice()
    heard = []
    expect(await crash()).toBeNull()
    await app.work()
    expect(fake.isRunning(id)).toBe(false)
    expect((await read())?.status).toBe('stopped')
    expect(heard).toMatchObject([{ userId: customer.id, kind: 'service', id, status: 'stopped' }])
    expect((await audited()).slice(1)).toEqual([...Array(4).fill('service.crash'), 'service.stop'])
    const [mail, ...more] = await mailsOf('service.stopped')
    expect(mail).toMatchObject({ to: customer.email, subject: 'Your web server has stopped' })
    expect(mail?.text).toContain(`/server-management/${id}`)
    expect(more).toEqual([])
  })

  test('counts for 15 minutes', async () => {
    await crashThrice()
    app.advance(crashWindowMs + minute)
    expect(await crash()).toBeNull()
    expect(fake.isRunning(id)).toBe(true)
  })

  test('counts no more once somebody started the service', async () => {
    await crashThrice()
    for (const name of ['suspend', 'unsuspend']) {
      await change(name)
      await app.work()
    }
    expect(await crash()).toBeNull()
    expect(fake.isRunning(id)).toBe(true)
  })

  test('stops the service when it is not to be restarted', async () => {
    await set({ autoRestart: false })
    expect(await crash()).toBeNull()
    await app.work()
    expect(fake.isRunning(id)).toBe(false)
    expect((await read())?.status).toBe('stopped')
    expect(await mailsOf('service.stopped')).toHaveLength(1)
  })

  test('of a service that was stopped meanwhile is none', async () => {
    await set({ status: 'stopped' })
    expect(await crash()).toBeNull()
    expect(await audited()).toEqual(['service.activate'])
  })
})

describe('memory over the limit of the plan', () => {
  const limit = 128 * 1_024 * 1_024

  test('is noticed, and answered with another process and a notice', async () => {
    fake.memory.set(id, limit)
    expect(await app.deps.servers.listGreedy()).toEqual([])
    fake.memory.set(id, limit + 1)
    expect(await app.deps.servers.listGreedy()).toEqual([id])
    expect(await convergeService(app.deps, id, 'memory')).toBeNull()
    expect(app.deps.servers.processOf(id)).toMatchObject({ pid: 2 })
    expect((await mailsOf('service.restarted'))[0]?.text).toContain('more memory than its plan has')
  })

  test('is the kernel’s affair where there are control groups', async () => {
    const servers = createFakeServers({ ...fake.driver, limits: 'cgroup' })
    expect(servers.limits).toBe('cgroup')
    await servers.start({ userId: 'u', serviceId: id, root: '/', memoryBytes: 1, cpuPercent: 1 })
    fake.memory.set(id, limit)
    expect(await servers.listGreedy()).toEqual([])
  })
})

describe('the supervisor', () => {
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await Bun.sleep(5)
  }

  test('acts on what it hears and sees, until it is stopped; then no process is left', async () => {
    const supervisor = startSupervisor(app.deps, { lookMs: 20 })
    await set({ status: 'suspended' })
    app.deps.events.publish({ userId: customer.id, kind: 'service', id, status: 'suspended' })
    await until(() => !fake.isRunning(id))
    await set({ status: 'active' })
    app.deps.events.publish({ userId: customer.id, kind: 'service', id, status: 'active' })
    await until(() => fake.isRunning(id) && app.deps.servers.processOf(id) !== null)
    fake.crash(id)
    await until(() => fake.isRunning(id))
    await supervisor.stop()
    expect(fake.isRunning(id)).toBe(false)
    expect(app.deps.servers.isHere).toBe(false)
    expect((await read())?.status).toBe('active')
    await expect(
      app.deps.servers.start({ userId: 'u', serviceId: id, root: '/', memoryBytes: 1, cpuPercent: 1 }),
    ).rejects.toThrow()
  })

  test('with several nodes runs on the one that holds the lease, and moves when that one is stopped', async () => {
    const env = { ...app.deps.env, DATABASE_URL: 'postgres://only-asked-whether-there-is-one' }
    const node = (name: string) => {
      const driver = createFakeDriver()
      const deps = { ...app.deps, env: { ...env, DATA_DIR: name }, servers: createFakeServers(driver.driver) }
      return { driver, deps }
    }
    const [a, b] = [node('/a'), node('/b')]
    const first = startSupervisor(a.deps, { lookMs: 20 })
    await until(() => a.driver.isRunning(id))
    const second = startSupervisor(b.deps, { lookMs: 20 })
    await until(() => !b.deps.servers.isHere)
    expect([a.deps.servers.isHere, b.driver.isRunning(id)]).toEqual([true, false])
    await first.stop()
    expect(a.driver.isRunning(id)).toBe(false)
    await until(() => b.driver.isRunning(id))
    await second.stop()
  })
})
