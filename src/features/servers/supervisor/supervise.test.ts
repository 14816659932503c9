import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createFakeDriver, createFakeServers } from '#test/support/fake-servers.ts'
import { createSupervised, type Supervised } from '#test/support/supervised.ts'
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

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await Bun.sleep(5)
}

test('it acts on what it hears and sees, until it is stopped; then no process is left', async () => {
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

test('with several nodes it runs on the one that holds the lease, and moves when that one is stopped', async () => {
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
