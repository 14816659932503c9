import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { activateService } from '#test/support/app.ts'
import { createSupervised, type Supervised } from '#test/support/supervised.ts'
import { convergeService, listUnsettled, type SweepPosition } from './converge.ts'
import { restartDelaysMs } from './crashes.ts'

let app: Supervised['app']
let fake: Supervised['fake']
let customer: Supervised['customer']
let id: Supervised['id']
let heard: Supervised['heard']
let set: Supervised['set']
let read: Supervised['read']
let mailsOf: Supervised['mailsOf']
let change: Supervised['change']
beforeEach(async () => {
  ;({ app, fake, customer, id, heard, set, read, mailsOf, change } = await createSupervised())
})
afterEach(() => app.close())

describe('a process', () => {
  test('is running before its service is active, and only once', async () => {
    expect(fake.starts).toEqual([id])
    expect(app.deps.servers.processOf(id)).toMatchObject({ pid: 1 })
    await app.work()
    expect(await convergeService(app.deps, id)).toBeNull()
    expect(fake.starts).toEqual([id])
  })

  test('keeps its service pending when it cannot be started', async () => {
    fake.driver.ensureRunning = () => Promise.reject(new Error('no memory'))
    const { serviceId } = await activateService(app, customer.cookie)
    const { userServices } = app.store.t
    const [service] = await app.store.read.select().from(userServices).where(eq(userServices.id, serviceId))
    expect(service).toMatchObject({
      status: 'pending',
      provisioningState: 'retrying',
      provisioningStep: 'server',
    })
  })

  test('stops on suspension and termination, and returns', async () => {
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
  ])('converges after a portal start for a service that is %s', async (status, isRunning) => {
    await set({ status })
    for (const wasRunning of [false, true]) {
      if (!wasRunning) fake.crash(id)
      app.deps.servers.drainExited()
      await app.work()
      expect(fake.isRunning(id)).toBe(isRunning)
      expect(await listUnsettled(app.deps)).toEqual([])
    }
    expect((await read())?.status).toBe(status === 'restarting' ? 'active' : status)
  })

  test('ends when its service is unknown, and stays during provisioning', async () => {
    const target = { userId: 'nobody', root: '/', memoryBytes: 1, cpuPercent: 1 }
    const unknown = Bun.randomUUIDv7()
    await app.deps.servers.start({ ...target, serviceId: unknown })
    await set({ status: 'pending' })
    await app.work()
    expect([fake.isRunning(unknown), fake.isRunning(id)]).toEqual([false, true])
  })
})

describe('a sweep', () => {
  test('checks some of the active services, the next ones in turn, and then starts again', async () => {
    const ids = [id]
    for (let each = 0; each < 4; each += 1) ids.push((await activateService(app, customer.cookie)).serviceId)
    for (const each of ids) fake.crash(each)
    app.deps.servers.drainExited()
    const place: SweepPosition = { last: null }
    const sweeps: string[][] = []
    for (let sweep = 0; sweep < 4; sweep += 1) sweeps.push(await listUnsettled(app.deps, place, 2))
    expect(sweeps).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), ids.slice(0, 2)])
  })
})

describe('a restart', () => {
  test('is over once another process was seen', async () => {
    const before = app.deps.servers.processOf(id)
    await set({ status: 'restarting' })
    await app.work()
    expect((await read())?.status).toBe('active')
    expect(app.deps.servers.processOf(id)?.pid).not.toBe(before?.pid)
    expect(heard).toMatchObject([{ kind: 'service', id, status: 'active' }])
  })

  test('does not undo a later decision', async () => {
    const { ensureStopped } = fake.driver
    fake.driver.ensureStopped = async (serviceId) => {
      await set({ status: 'suspended' })
      await ensureStopped(serviceId)
    }
    await set({ status: 'restarting' })
    await convergeService(app.deps, id)
    expect((await read())?.status).toBe('suspended')
    await app.work()
    expect(fake.isRunning(id)).toBe(false)
  })

  test('is retried after a failure, and ends as stopped', async () => {
    fake.driver.ensureRunning = () => Promise.reject(new Error('no memory'))
    await set({ status: 'restarting' })
    const waits: (number | null)[] = []
    for (let tries = 0; tries < 4; tries += 1) waits.push(await convergeService(app.deps, id))
    expect(waits).toEqual([...restartDelaysMs, null])
    expect((await read())?.status).toBe('stopped')
    expect((await mailsOf('service.stopped'))[0]?.text).toContain('could not be started')
    expect(app.logged.join()).toContain('web server not started')
  })
})
