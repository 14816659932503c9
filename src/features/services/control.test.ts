import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { offDriver } from '#features/hosting/drivers/off.ts'
import { createServers } from '#features/hosting/supervisor/servers.ts'
import { startSupervisor } from '#features/hosting/supervisor/supervise.ts'
import { storeNothing } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { LiveEvent } from '#server/events.ts'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { createFakeServers } from '#test/support/fake-servers.ts'
import { type ServiceStatus, serviceStatuses } from './contract/contract.ts'
import { readServerLog, restartServer, setAutoRestart, startServer, stopServer } from './control.ts'

let app: TestApp
let id: string
let owner: CustomerContext
beforeAll(async () => {
  app = await createTestApp()
  const customer = await app.addCustomer()
  id = (await activateService(app, customer.cookie)).serviceId
  owner = await contextOf(customer.cookie)
})
beforeEach(async () => {
  await set({ status: 'active', busy: null, autoRestart: true })
  await app.work()
})
afterAll(() => app.close())

async function contextOf(cookie: string): Promise<CustomerContext> {
  const found = await app.deps.sessions.read(cookie, { poll: true })
  if (!found) throw new Error('no session')
  const { user, session } = found
  const client = { address: '192.0.2.1', userAgent: 'test', host: null, isSecure: false, cookies: null }
  const reply = { headers: new Headers() }
  const call = {
    requestId: 'r',
    idempotencyKey: null,
    key: null,
    shared: null,
    viewing: null,
    answerIn: storeNothing,
  }
  return { ...app.deps, ...call, user, session, client, reply }
}
const set = (values: Partial<TestApp['store']['t']['userServices']['$inferSelect']>) => {
  const { userServices } = app.store.t
  return app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, id)))
}
const read = async () => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, id))
  return row
}
const commands = { start: startServer, stop: stopServer, restart: restartServer }
type Name = keyof typeof commands

const allowed: Record<Name, ServiceStatus[]> = {
  start: ['stopped'],
  stop: ['active', 'restarting'],
  restart: ['active'],
}
const cases = (Object.keys(commands) as Name[]).flatMap((name) =>
  serviceStatuses.map((status) => [name, status] as const),
)

test.each(cases)('%s is allowed or refused for a service that is %s', async (name, status) => {
  await set({ status })
  const answer = commands[name](owner, { id })
  if (allowed[name].includes(status)) {
    const wanted = name === 'stop' ? 'stopped' : 'restarting'
    expect<object>(await answer).toEqual({ status: wanted })
    expect((await read())?.status).toBe(wanted)
  } else {
    const code = status === 'terminated' ? 'NOT_FOUND' : 'WRONG_STATE'
    await expect(answer).rejects.toMatchObject({ code })
    expect((await read())?.status).toBe(status)
  }
})

describe('a server command', () => {
  test('is stored, published, audited and then executed', async () => {
    const heard: LiveEvent[] = []
    app.deps.events.subscribe((event) => heard.push(event))
    const before = app.deps.servers.processOf(id)
    await restartServer(owner, { id })
    expect(heard).toMatchObject([{ userId: owner.user.id, kind: 'service', id, status: 'restarting' }])
    await app.work()
    expect((await read())?.status).toBe('active')
    expect(app.deps.servers.processOf(id)).not.toEqual(before)
    await stopServer(owner, { id })
    await app.work()
    expect(app.deps.servers.processOf(id)).toBeNull()
    await startServer(owner, { id })
    await app.work()
    expect((await read())?.status).toBe('active')
    const { auditLog } = app.store.t
    const entries = await app.store.read
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, id))
      .orderBy(asc(auditLog.id))
    expect(entries.slice(-3)).toMatchObject(
      ['service.restart', 'service.stop', 'service.start'].map((action) => ({
        action,
        actorId: owner.user.id,
        userId: owner.user.id,
        requestId: 'r',
      })),
    )
  })

  test('is executed before the answer where a supervisor runs', async () => {
    const servers = createFakeServers()
    const supervised = { ...owner, servers }
    const supervisor = startSupervisor(supervised, { checkMs: 20 })
    try {
      expect<object>(await stopServer(supervised, { id })).toEqual({ status: 'stopped' })
      expect(servers.processOf(id)).toBeNull()
      expect<object>(await startServer(supervised, { id })).toEqual({ status: 'active' })
      expect(servers.processOf(id)).not.toBeNull()
    } finally {
      await supervisor.stop()
    }
  })

  test('is refused during a restore', async () => {
    await set({ busy: 'restore' })
    await expect(restartServer(owner, { id })).rejects.toMatchObject({ code: 'BUSY' })
    await expect(stopServer(owner, { id })).rejects.toMatchObject({ code: 'BUSY' })
  })
})

test('where web servers are switched off, services become active without one, and commands are refused', async () => {
  const off = await createTestApp({ servers: createServers(offDriver) })
  try {
    const customer = await off.addCustomer()
    const { serviceId } = await activateService(off, customer.cookie)
    const { body } = await off.request(`/api/user-services/${serviceId}`, { cookie: customer.cookie })
    expect(body).toMatchObject({ status: 'active' })
    const ctx = { ...owner, ...off.deps, user: { ...owner.user, id: customer.id } }
    await expect(restartServer(ctx, { id: serviceId })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await readServerLog(ctx, { id: serviceId, lines: 9 })).toEqual({ lines: [] })
  } finally {
    await off.close()
  }
})

test('auto-restart is stored and returned, and setting the same value again writes no audit entry', async () => {
  const { auditLog } = app.store.t
  const changes = () => app.store.read.$count(auditLog, eq(auditLog.action, 'service.auto-restart'))
  const before = await changes()
  for (const autoRestart of [false, false, true])
    expect<object>(await setAutoRestart(owner, { id, autoRestart })).toEqual({ autoRestart })
  expect(await changes()).toBe(before + 2)
  await setAutoRestart(owner, { id, autoRestart: false })
  expect((await read())?.autoRestart).toBe(false)
})

test('the server log comes from its driver', async () => {
  expect(await readServerLog(owner, { id, lines: 2 })).toEqual({ lines: ['second', 'third'] })
})

test('a filter searches a thousand log lines and returns the newest matches', async () => {
  const asked: number[] = []
  const readLog = async (_: string, lines: number) => {
    asked.push(lines)
    return ['one error', '[21/Nov/2026:14:05:00 +0000] [error] two', 'three', 'another Error']
  }
  const filtered = { ...owner, servers: { ...owner.servers, readLog } }
  const read = (filter: object) => readServerLog(filtered, { id, lines: 1, ...filter })
  expect(await read({ q: 'ERROR' })).toEqual({ lines: ['another Error'] })
  expect(await read({ kind: 'error' })).toEqual({ lines: ['[21/Nov/2026:14:05:00 +0000] [error] two'] })
  expect(await read({ q: 'nothing' })).toEqual({ lines: [] })
  expect(asked).toEqual([1_000, 1_000, 1_000])
})

test('another customer’s service and a missing one get the same NOT_FOUND', async () => {
  const stranger = await contextOf((await app.addCustomer()).cookie)
  for (const [ctx, target] of [
    [stranger, id],
    [owner, Bun.randomUUIDv7()],
  ] as const) {
    const calls = [
      ...Object.values(commands).map((command) => () => command(ctx, { id: target })),
      () => setAutoRestart(ctx, { id: target, autoRestart: false }),
      () => readServerLog(ctx, { id: target, lines: 9 }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await read()).toMatchObject({ status: 'active', autoRestart: true })
})

test('auto-restart can be set before the service is active', async () => {
  const customer = await app.addCustomer()
  const { serviceId } = await placeOrder(app, customer.cookie)
  const ctx = await contextOf(customer.cookie)
  expect<object>(await setAutoRestart(ctx, { id: serviceId, autoRestart: false })).toEqual({
    autoRestart: false,
  })
})
