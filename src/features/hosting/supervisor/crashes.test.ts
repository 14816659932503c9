import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { day, minute } from '#shared/time.ts'
import { createFakeServers } from '#test/support/fake-servers.ts'
import { createSupervised, type Supervised } from '#test/support/supervised.ts'
import { convergeService } from './converge.ts'
import { crashWindowMs, memoryDelaysMs, restartDelaysMs } from './crashes.ts'

let app: Supervised['app']
let fake: Supervised['fake']
let customer: Supervised['customer']
let id: Supervised['id']
let heard: Supervised['heard']
let set: Supervised['set']
let read: Supervised['read']
let mailsOf: Supervised['mailsOf']
let audited: Supervised['audited']
let change: Supervised['change']
let crash: Supervised['crash']
beforeEach(async () => {
  ;({ app, fake, customer, id, heard, set, read, mailsOf, audited, change, crash } = await createSupervised())
})
afterEach(() => app.close())

describe('a crash', () => {
  test('starts another process immediately', async () => {
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

  test('restarts the server three times within 15 minutes, then stops it with a notice', async () => {
    await crashThrice()
    heard.length = 0
    expect(await crash()).toBeNull()
    await app.work()
    expect(fake.isRunning(id)).toBe(false)
    expect((await read())?.status).toBe('stopped')
    expect(heard).toMatchObject([
      { userId: customer.id, kind: 'service', id, status: 'stopped' },
      { userId: customer.id, kind: 'notification', status: 'new' },
    ])
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

  test('no longer counts once a user has started the service', async () => {
    await crashThrice()
    for (const name of ['suspend', 'unsuspend']) {
      await change(name)
      await app.work()
    }
    expect(await crash()).toBeNull()
    expect(fake.isRunning(id)).toBe(true)
  })

  test('recorded while the clock was three days ahead stops counting once the clock is set back', async () => {
    app.advance(3 * day)
    await crashThrice()
    app.advance(-3 * day)
    expect(await crash()).toBeNull()
    expect(fake.isRunning(id)).toBe(true)
  })

  test('stops the service when restarts are disabled', async () => {
    await set({ autoRestart: false })
    expect(await crash()).toBeNull()
    await app.work()
    expect(fake.isRunning(id)).toBe(false)
    expect((await read())?.status).toBe('stopped')
    expect(await mailsOf('service.stopped')).toHaveLength(1)
  })

  test('does not count for a service that was stopped meanwhile', async () => {
    await set({ status: 'stopped' })
    expect(await crash()).toBeNull()
    expect(await audited()).toEqual(['service.activate'])
  })
})

describe('memory over the plan’s limit', () => {
  const limit = 128 * 1_024 * 1_024

  test('is noticed, and causes a new process and a notice', async () => {
    fake.memory.set(id, limit)
    expect(await app.deps.servers.listGreedy()).toEqual([])
    fake.memory.set(id, limit + 1)
    expect(await app.deps.servers.listGreedy()).toEqual([id])
    expect(await convergeService(app.deps, id, 'memory')).toBeNull()
    expect(app.deps.servers.processOf(id)).toMatchObject({ pid: 2 })
    expect((await mailsOf('service.restarted'))[0]?.text).toContain('more memory than its plan allows')
  })

  const exceed = async () => convergeService(app.deps, id, 'memory')

  test('delays each restart longer, and never stops the service, whatever the auto-restart setting', async () => {
    await set({ autoRestart: false })
    const waits = [...memoryDelaysMs, ...memoryDelaysMs.slice(-1)]
    for (const wait of waits) {
      expect(await exceed()).toBe(wait === 0 ? null : wait)
      await app.work()
      expect((await read())?.status).toBe('active')
      expect(fake.isRunning(id)).toBe(true)
    }
    expect(await mailsOf('service.restarted')).toHaveLength(1)
    expect(await mailsOf('service.stopped')).toEqual([])
  })

  test('does not use up the restarts for crashes', async () => {
    for (let times = 0; times < 2; times += 1) {
      await exceed()
      await app.work()
    }
    for (const wait of restartDelaysMs) {
      expect(await crash()).toBe(wait === 0 ? null : wait)
      await app.work()
    }
  })

  test('is left to the kernel where there are control groups', async () => {
    const servers = createFakeServers({ ...fake.driver, limits: 'cgroup' })
    expect(servers.limits).toBe('cgroup')
    await servers.start({ userId: 'u', serviceId: id, root: '/', memoryBytes: 1, cpuPercent: 1 })
    fake.memory.set(id, limit)
    expect(await servers.listGreedy()).toEqual([])
  })
})
