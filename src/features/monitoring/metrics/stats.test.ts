import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { ServerProcess } from '#features/hosting/drivers/driver.ts'
import { formatExactMoment } from '#shared/time.ts'
import { createTestApp, findPlan, type TestApp } from '#test/support/app.ts'
import { createFakeServers } from '#test/support/fake-servers.ts'
import { sharedNode } from '#test/support/nodes.ts'
import { until } from '#test/support/portal.ts'
import type { ServiceProcess, Stats } from '../contract/contract.ts'
import { type Counts, noCounts } from '../contract/counts.ts'
import { sampleServices } from './sampling.ts'

const running = new Map<string, ServerProcess>()
const moved = new Map<string, Partial<Counts>>()
const children: Bun.Subprocess[] = []
let app: TestApp
let customer: { id: string; cookie: string }
let plan: { id: string }

beforeAll(async () => {
  app = await createTestApp({
    servers: { ...createFakeServers(), isHere: true, processOf: (id) => running.get(id) ?? null },
    traffic: {
      of: (id) => ({ ...noCounts, ...moved.get(id) }),
      add() {},
      async flush() {},
      async close() {},
    },
  })
  customer = await app.addCustomer()
  // Two whole cores and 2 GiB.
  plan = await findPlan(app, 'Enterprise')
})
afterEach(async () => {
  running.clear()
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})
afterAll(() => app.close())

type Status = 'pending' | 'active' | 'stopped' | 'suspended' | 'terminated'

async function addService(status: Status = 'active', diskBytes = 0) {
  const [id, at] = [Bun.randomUUIDv7(), app.deps.now()]
  const row = { id, userId: customer.id, planId: plan.id, status, diskBytes, createdAt: at, updatedAt: at }
  await app.store.tx((tx) => tx.insert(tx.t.userServices).values(row))
  return id
}

const fieldsOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
const ticksOf = (pid: number) => Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12])
const startTicksOf = (pid: number) => Number(fieldsOf(pid)[19])
const bootSeconds = () => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
/** Summed page range by page range, not by the kernel. */
const memoryOf = (pid: number, field: 'Pss' | 'Rss') =>
  [...readFileSync(`/proc/${pid}/smaps`, 'utf8').matchAll(new RegExp(`^${field}: +(\\d+) kB`, 'gm'))].reduce(
    (sum, [, kib]) => sum + Number(kib) * 1_024,
    0,
  )

/** A command runs in place of the service's server; it prints once it is up. */
async function run(serviceId: string, command: string[]) {
  const child = Bun.spawn(command, { stdout: 'pipe', stdin: 'pipe' })
  children.push(child)
  const { value } = await child.stdout.getReader().read()
  const root = { pid: child.pid, startTicks: startTicksOf(child.pid) }
  running.set(serviceId, { ...root, startedAt: app.deps.now(), socketPath: '' })
  return { pid: child.pid, said: new TextDecoder().decode(value).trim() }
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { cookie: customer.cookie, headers })
const stats = async (id: string) => (await get(`/api/server-stats/${id}`)).body as Stats
const processes = async (id: string) => (await get(`/api/server-processes/${id}`)).body as ServiceProcess[]

// A reading older than this is not reused.
const afterReading = 10_000
const gib = 1_024 ** 3

describe('the stats of a service', () => {
  test('report the CPU of a busy child process as a percentage of the plan, and of one core per process', async () => {
    const id = await addService()
    // It ends on its own if this test ends first.
    const busy = 'ulimit -t 20; cat /dev/zero > /dev/null & echo $!; wait'
    const { pid, said } = await run(id, ['sh', '-c', busy])
    const child = Number(said)
    const mark = () => ({ ticks: ticksOf(child), at: bootSeconds() })
    const outer = mark()
    await stats(id)
    const inner = mark()
    await until(async () => ticksOf(child) - inner.ticks >= 60 && bootSeconds() - inner.at >= 1.1)
    app.advance(afterReading)
    const innerEnd = mark()
    const reported = await stats(id)
    const outerEnd = mark()
    // The two readings fall somewhere between the marks; a tick is lost at each end.
    const least = (innerEnd.ticks - inner.ticks - 2) / (outerEnd.at - outer.at)
    const most = (outerEnd.ticks - outer.ticks + 2) / (innerEnd.at - inner.at)
    expect(least).toBeGreaterThan(5)
    expect(reported.processes).toBe(2)
    expect(reported.cpuUsage).toBeWithin(least / 2, most / 2 + 0.5)
    const listed = await processes(id)
    expect(listed.map((each) => [each.name, each.pid, each.status])).toEqual([
      ['sh', pid, 'running'],
      ['cat', child, 'running'],
    ])
    expect(listed[0]?.cpu).toBeLessThan(5)
    expect(listed[1]?.cpu).toBeWithin(least, most)
    process.kill(child, 'SIGKILL')
  }, 300_000)

  test('report the memory, threads and start time of a web server as /proc does', async () => {
    const id = await addService()
    const script =
      'globalThis.kept = Buffer.alloc(64 * 2 ** 20, 1); console.log("up"); setInterval(() => {}, 1e6)'
    const { pid } = await run(id, [process.execPath, '-e', script])
    const boot = bootSeconds()
    const [reported, [server]] = [await stats(id), await processes(id)]
    const [pss, rss] = [memoryOf(pid, 'Pss'), memoryOf(pid, 'Rss')]
    if (!server) throw new Error('no process')
    expect(pss).toBeGreaterThan(64 * 2 ** 20)
    expect(server.memory / pss).toBeWithin(0.8, 1.2)
    expect(server.memory).toBeLessThanOrEqual(rss)
    expect(reported.memoryUsage / (100 * (pss / (2 * gib)))).toBeWithin(0.8, 1.2)
    expect(Math.abs(server.threads - readdirSync(`/proc/${pid}/task`).length)).toBeLessThanOrEqual(2)
    const age = startTicksOf(pid) / 100
    expect(reported.uptime).toBeWithin(Math.floor(boot - age), Math.floor(bootSeconds() - age) + 1)
    const btime = Number(/btime (\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
    expect(new Date(server.startedAt).getTime() / 1_000 - btime - age).toBeWithin(-0.01, 0.01)
  })

  test('report the disk usage that the quota counts and the traffic that the gateway counted', async () => {
    const id = await addService('active', 50 * gib)
    moved.set(id, { bytesIn: 1_234, bytesOut: 56_789 })
    await run(id, ['sh', '-c', 'echo up; read -r line'])
    const at = app.deps.now().toISOString()
    expect(await stats(id)).toMatchObject({
      diskUsage: 20,
      networkIn: 1_234,
      networkOut: 56_789,
      processes: 1,
      sampledAt: at,
      source: 'proc',
    })
  })
})

describe('stats without a running process', () => {
  const zeros = {
    cpuUsage: 0,
    memoryUsage: 0,
    diskUsage: 0,
    uptime: 0,
    networkIn: 0,
    networkOut: 0,
    processes: 0,
    sampledAt: expect.any(String),
    source: 'proc' as const,
  }

  test.each(['pending', 'active', 'stopped', 'suspended'] as const)(
    'are zeros and an empty list for a service that is %s',
    async (status) => {
      const id = await addService(status, gib)
      expect(await stats(id)).toEqual(zeros)
      expect(await processes(id)).toEqual([])
    },
  )

  test('are zeros after the process has ended, even if a later process has its PID', async () => {
    const id = await addService()
    const { pid } = await run(id, ['sh', '-c', 'echo up; read -r line'])
    expect((await stats(id)).processes).toBe(1)
    const found = running.get(id)
    if (!found) throw new Error('no process')
    running.set(id, { ...found, startTicks: found.startTicks + 1 })
    expect(await stats(id)).toEqual(zeros)
    running.set(id, found)
    process.kill(pid, 'SIGKILL')
    await children[0]?.exited
    expect(await processes(id)).toEqual([])
    expect(await stats(id)).toEqual(zeros)
  })

  test('are 404 for a terminated service', async () => {
    const id = await addService('terminated')
    expect((await get(`/api/server-stats/${id}`)).status).toBe(404)
    expect((await get(`/api/server-processes/${id}`)).status).toBe(404)
  })
})

describe('the ETag of the stats', () => {
  const tagOf = async (id: string) => (await get(`/api/server-stats/${id}`)).headers.get('etag') ?? ''
  const ask = async (id: string, tag: string) =>
    (await get(`/api/server-stats/${id}`, { 'if-none-match': tag })).status

  test('stays the same until the next reading, byte or process', async () => {
    const id = await addService()
    await run(id, ['sh', '-c', 'echo up; read -r line'])
    const tag = await tagOf(id)
    expect(tag).toMatch(/^".+"$/)
    expect(await ask(id, tag)).toBe(304)
    app.advance(5_000)
    expect(await ask(id, tag)).toBe(304)
    moved.set(id, { bytesIn: 1, bytesOut: 0 })
    expect(await ask(id, tag)).toBe(200)
    const moving = await tagOf(id)
    expect(await ask(id, moving)).toBe(304)
    app.advance(5_000)
    expect(await ask(id, moving)).toBe(200)
    const later = await tagOf(id)
    running.delete(id)
    expect(await ask(id, later)).toBe(200)
    expect(await ask(id, await tagOf(id))).toBe(304)
  })

  test('is compared without loading the service again, and only for its owner', async () => {
    const id = await addService()
    const tag = await tagOf(id)
    const { userServices } = app.store.t
    const own = eq(userServices.id, id)
    await app.store.tx((tx) => tx.update(userServices).set({ status: 'terminated' }).where(own))
    expect(await ask(id, tag)).toBe(304)
    app.advance(afterReading)
    expect(await ask(id, tag)).toBe(404)
    const { cookie } = await app.addCustomer()
    const foreign = { cookie, headers: { 'if-none-match': '*' } }
    expect((await app.request(`/api/server-stats/${id}`, foreign)).status).toBe(404)
    expect((await app.request(`/api/server-stats/${id}`, { headers: foreign.headers })).status).toBe(401)
    expect((await get('/api/server-stats/none', { 'if-none-match': '*' })).status).toBe(404)
  })
})

describe('a node that runs no web servers', () => {
  let elsewhere: TestApp
  beforeAll(async () => {
    const node = sharedNode('another')
    const servers = { ...createFakeServers(), isHere: false }
    elsewhere = await createTestApp({ store: app.store, node, servers, now: app.deps.now })
  })
  afterAll(() => elsewhere.close())
  const ask = (name: string, id: string) =>
    elsewhere.request(`/api/${name}/${id}`, { cookie: customer.cookie })

  test('returns the stats that the other node stored, or zeros without any', async () => {
    const id = await addService('active', 50 * gib)
    moved.set(id, { bytesIn: 5, bytesOut: 7 })
    await run(id, ['sh', '-c', 'echo up; read -r line'])
    expect((await ask('server-stats', id)).body).toMatchObject({ processes: 0, diskUsage: 0, networkOut: 0 })
    await sampleServices(app.deps)
    const { body, headers } = await ask('server-stats', id)
    expect(body).toEqual(await stats(id))
    expect(body).toMatchObject({ processes: 1, diskUsage: 20, networkIn: 5, networkOut: 7 })
    expect(headers.get('etag')).toBeNull()
    await sampleServices(elsewhere.deps)
    running.delete(id)
    app.advance(5_000)
    await sampleServices(app.deps)
    const sampledAt = app.deps.now().toISOString()
    app.advance(1_000)
    const down = { processes: 0, diskUsage: 0, uptime: 0, sampledAt }
    expect((await ask('server-stats', id)).body).toMatchObject(down)
    const { serverMetrics } = app.store.t
    expect(await app.store.read.$count(serverMetrics, eq(serverMetrics.serviceId, id))).toBe(2)
  })

  test('reports the count of processes and its time, as it cannot list them', async () => {
    const id = await addService()
    await run(id, ['sh', '-c', 'echo up; read -r line'])
    await sampleServices(app.deps)
    const sampledAt = app.deps.now()
    app.advance(5_000)
    const { status, headers, body } = await ask('server-processes', id)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    const message = `This server runs on another machine of the portal, and only that machine can list its processes. At the last count, ${formatExactMoment(sampledAt)}, there were 1.`
    expect(body).toMatchObject({
      message,
      code: 'UNAVAILABLE',
      processes: 1,
      sampledAt: sampledAt.toISOString(),
    })
    app.advance(60_000)
    const late = await ask('server-processes', id)
    expect([late.status, (late.body as { message: string }).message]).toEqual([
      503,
      expect.stringContaining('It has not reported a count lately.'),
    ])
    expect(late.body).not.toHaveProperty('processes')
  })

  test('lists no processes for a service that was down or should not run', async () => {
    const [down, stopped] = [await addService(), await addService('stopped')]
    await sampleServices(app.deps)
    for (const id of [down, stopped, await addService('pending'), await addService('suspended')]) {
      const { status, body } = await ask('server-processes', id)
      expect([status, body]).toEqual([200, []])
    }
  })
})
