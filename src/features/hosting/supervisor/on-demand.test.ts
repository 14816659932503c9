import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createFakeDriver, createFakeServers } from '#test/support/fake-servers.ts'
import { sharedNode } from '#test/support/nodes.ts'
import { createSupervised, type Supervised } from '#test/support/supervised.ts'
import { until } from '#test/support/until.ts'
import { createOnDemand, type OnDemand } from './on-demand.ts'
import { startSupervisor } from './supervise.ts'

let app: Supervised['app']
let id: Supervised['id']
let set: Supervised['set']
let audited: Supervised['audited']
let driver: ReturnType<typeof createFakeDriver>
let deps: Supervised['app']['deps']
let onDemand: OnDemand
beforeEach(async () => {
  ;({ app, id, set, audited } = await createSupervised())
  driver = createFakeDriver()
  deps = { ...app.deps, node: sharedNode('b'), servers: createFakeServers(driver.driver) }
  deps.servers.openOnDemand()
  onDemand = createOnDemand(deps)
})
afterEach(() => app.close())

test('a node that does not run the web servers starts a process on request, once for all callers', async () => {
  const found = await Promise.all(Array.from({ length: 5 }, () => onDemand.findProcess(id)))
  expect(found).toEqual(
    Array.from({ length: 5 }, () => expect.objectContaining({ socketPath: `/none/${id}` })),
  )
  expect(driver.starts).toEqual([id])
})

test.each(['stopped', 'suspended', 'restarting', 'terminated'] as const)(
  'starts no process for a service that is %s, and ends a running one',
  async (status) => {
    await onDemand.findProcess(id)
    await set({ status })
    await onDemand.review(id)
    expect(driver.isRunning(id)).toBe(false)
    expect(await onDemand.findProcess(id)).toBeNull()
  },
)

test('the sweep finds a change whose notice was lost', async () => {
  await onDemand.findProcess(id)
  await onDemand.sweep()
  expect(driver.isRunning(id)).toBe(true)
  await set({ status: 'stopped' })
  await onDemand.sweep()
  expect(driver.isRunning(id)).toBe(false)
})

test('an idle process is ended, and one that transfers bytes stays', async () => {
  const hasty = createOnDemand(deps, { idleMs: 0 })
  await hasty.findProcess(id)
  deps.traffic.add({ userId: 'u', serviceId: id }, { bytesOut: 1 })
  await hasty.sweep()
  expect(driver.isRunning(id)).toBe(true)
  await Bun.sleep(2)
  await hasty.sweep()
  expect(driver.isRunning(id)).toBe(false)
})

test('a process that exits is not a crash of the service, and is restarted on the next request', async () => {
  const before = await audited()
  await onDemand.findProcess(id)
  driver.crash(id)
  await onDemand.sweep()
  expect(await onDemand.findProcess(id)).not.toBeNull()
  expect(driver.starts).toEqual([id, id])
  expect(await audited()).toEqual(before)
})

test('a process over the memory of its plan is ended', async () => {
  await onDemand.findProcess(id)
  driver.memory.set(id, Number.MAX_SAFE_INTEGER)
  await onDemand.sweep()
  expect(driver.isRunning(id)).toBe(false)
})

test('a process that cannot start is not retried for every request', async () => {
  let tries = 0
  const broken = createFakeDriver({
    ensureRunning: async () => {
      tries += 1
      throw new Error('no')
    },
  })
  const servers = createFakeServers(broken.driver)
  servers.openOnDemand()
  const asked = createOnDemand({ ...deps, servers })
  expect([await asked.findProcess(id), await asked.findProcess(id)]).toEqual([null, null])
  expect(tries).toBe(1)
})

test('one of two nodes runs every active service, and the other runs them on request until it takes over', async () => {
  const first = { ...app.deps, node: sharedNode('a') }
  const holder = startSupervisor(first, { checkMs: 20 })
  await until('the change', () => first.servers.isSupervised && first.servers.processOf(id) !== null)
  const second = startSupervisor(deps, { checkMs: 20, onDemand })
  await until('the change', () => !deps.servers.isHere)
  expect(driver.isRunning(id)).toBe(false)
  await onDemand.findProcess(id)
  expect(driver.isRunning(id)).toBe(true)
  await holder.stop()
  await until('the change', () => deps.servers.isHere)
  expect([driver.isRunning(id), driver.starts]).toEqual([true, [id]])
  await second.stop()
  expect(driver.isRunning(id)).toBe(false)
})
