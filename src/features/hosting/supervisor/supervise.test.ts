import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createFakeDriver, createFakeServers } from '#test/support/fake-servers.ts'
import { sharedNode } from '#test/support/nodes.ts'
import { createSupervised, type Supervised } from '#test/support/supervised.ts'
import { until } from '#test/support/until.ts'
import { startSupervisor } from './supervise.ts'

let app: Supervised['app']
let fake: Supervised['fake']
let customer: Supervised['customer']
let id: Supervised['id']
let set: Supervised['set']
let read: Supervised['read']
beforeEach(async () => {
  ;({ app, fake, customer, id, set, read } = await createSupervised())
})
afterEach(() => app.close())

test('the supervisor acts on events and sweeps until stopped, and then no process is left', async () => {
  const supervisor = startSupervisor(app.deps, { checkMs: 20 })
  await set({ status: 'suspended' })
  app.deps.events.publish({ userId: customer.id, kind: 'service', id, status: 'suspended' })
  await until('the change', () => !fake.isRunning(id))
  await set({ status: 'active' })
  app.deps.events.publish({ userId: customer.id, kind: 'service', id, status: 'active' })
  await until('the change', () => fake.isRunning(id) && app.deps.servers.processOf(id) !== null)
  fake.crash(id)
  await until('the change', () => fake.isRunning(id))
  await supervisor.stop()
  expect(fake.isRunning(id)).toBe(false)
  expect(app.deps.servers.isHere).toBe(false)
  expect((await read())?.status).toBe('active')
  await expect(
    app.deps.servers.start({ userId: 'u', serviceId: id, root: '/', memoryBytes: 1, cpuPercent: 1 }),
  ).rejects.toThrow()
})

test('a supervisor that hands over leaves its processes, starts none, and sends a last heartbeat', async () => {
  let signs = 0
  const handed = createFakeDriver({ keepAlive: () => void signs++ })
  const servers = createFakeServers(handed.driver)
  const supervisor = startSupervisor({ ...app.deps, servers }, { checkMs: 20 })
  await supervisor.settled
  await until('the start', () => handed.isRunning(id))
  const before = signs
  await supervisor.stop('handOver')
  expect([handed.isRunning(id), servers.isOpen]).toEqual([true, false])
  expect(signs).toBeGreaterThan(before)
  await expect(
    servers.start({ userId: 'u', serviceId: id, root: '/', memoryBytes: 1, cpuPercent: 1 }),
  ).rejects.toThrow()
})

test('web servers see their portal as alive while the database is unreachable, and not after it has stopped', async () => {
  let signs = 0
  const keepAlive = () => {
    signs += 1
  }
  const { driver } = createFakeDriver({ keepAlive })
  const { promise, resolve } = Promise.withResolvers<void>()
  const { tx } = app.deps.store
  const store: typeof app.deps.store = { ...app.deps.store, tx: (work) => promise.then(() => tx(work)) }
  const deps = { ...app.deps, store, node: sharedNode('a'), servers: createFakeServers(driver) }
  const supervisor = startSupervisor(deps, { checkMs: 5 })
  await until('the change', () => signs >= 3)
  resolve()
  await supervisor.stop()
  const atEnd = signs
  await Bun.sleep(60)
  expect(signs).toBe(atEnd)
})

test('a process that the kernel killed for its memory is restarted, however often that happens', async () => {
  const outOfMemory = createFakeDriver({ ranOutOfMemory: async () => true })
  const servers = createFakeServers(outOfMemory.driver)
  const supervisor = startSupervisor({ ...app.deps, servers }, { checkMs: 20 })
  await set({ autoRestart: false })
  await until('the change', () => outOfMemory.isRunning(id))
  outOfMemory.crash(id)
  await until('the change', () => outOfMemory.starts.length === 2)
  expect((await read())?.status).toBe('active')
  await supervisor.stop()
})

/** A node among others on the same store and folder, with its own web servers. */
function join(name: string) {
  const driver = createFakeDriver()
  const deps = { ...app.deps, node: sharedNode(name), servers: createFakeServers(driver.driver) }
  return { driver, deps }
}

test('with several nodes the supervisor runs on the lease holder, and moves when that one stops', async () => {
  const [a, b] = [join('a'), join('b')]
  const first = startSupervisor(a.deps, { checkMs: 20 })
  await until('the change', () => a.driver.isRunning(id))
  const second = startSupervisor(b.deps, { checkMs: 20 })
  await until('the change', () => !b.deps.servers.isHere)
  expect([a.deps.servers.isHere, b.driver.isRunning(id)]).toEqual([true, false])
  await first.stop()
  expect(a.driver.isRunning(id)).toBe(false)
  await until('the change', () => b.driver.isRunning(id))
  await second.stop()
})
