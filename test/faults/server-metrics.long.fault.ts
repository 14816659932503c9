import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Metrics, ServiceProcess, Stats } from '#features/monitoring/contract/contract.ts'
import { until } from '#test/support/portal.ts'
import { sendRaw } from '#test/support/raw.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { call, makeTemplate, type Order, orderRequest, type Template } from './journey.ts'

let template: Template
let server: RunningServer
let serviceId: string
let site: string

beforeAll(async () => {
  template = await makeTemplate()
  server = await startServer({ dataDir: template.dataDir })
  const order = (await (
    await call(
      `${server.url}/api/orders`,
      orderRequest({ template, server, round: 1 }, 'metrics.example.com'),
    )
  ).json()) as Order
  serviceId = order.serviceId
  const approval = { cookie: template.administrator, json: {} }
  await (await call(`${server.url}/api/admin/orders/${order.id}/approve`, approval)).arrayBuffer()
  const found = await until(async () => (await read<{ id: string; url: string }[]>('websites'))[0])
  site = found.url
})
afterAll(async () => {
  await server.stop()
  await rm(template.dataDir, { recursive: true, force: true })
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  call(`${server.url}/api/${path}`, { cookie: template.customer, headers })
const read = async <T>(path: string) => (await ask(path)).json() as Promise<T>
const stats = () => read<Stats>(`server-stats/${serviceId}`)
const processes = () => read<ServiceProcess[]>(`server-processes/${serviceId}`)
const metrics = () => read<Metrics>(`server-metrics/${serviceId}`)

const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
const memoryOf = (pid: number) => {
  const rows = readFileSync(`/proc/${pid}/smaps`, 'utf8').matchAll(/^Pss: +(\d+) kB/gm)
  return [...rows].reduce((sum, [, kib]) => sum + Number(kib) * 1_024, 0)
}

test('the metrics of an active service match those that /proc reports for its web server', async () => {
  const [web] = await processes()
  if (!web) throw new Error('nothing runs')
  expect(web).toMatchObject({ name: 'web-server', status: 'running' })
  expect(statOf(web.pid)[0]).toMatch(/[RSD]/)
  expect(web.memory / memoryOf(web.pid)).toBeWithin(0.8, 1.2)
  expect(Math.abs(web.threads - readdirSync(`/proc/${web.pid}/task`).length)).toBeLessThanOrEqual(2)
  const started = Number(statOf(web.pid)[19]) / 100
  const { uptime } = await stats()
  expect(uptime).toBeWithin(0, Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) - started + 1)
})

test('the traffic of twenty downloads is counted to the byte, in the current stats and in the last hour', async () => {
  const before = await stats()
  let bytes = 0
  for (let each = 0; each < 20; each += 1) {
    const { host, port, pathname } = new URL(site)
    const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    bytes += (await sendRaw(Number(port), request)).length
  }
  expect(bytes).toBeGreaterThan(0)
  // A reading may fall between two of the downloads.
  const { networkOut } = await until(async () => {
    const now = await stats()
    return now.networkOut - before.networkOut >= bytes && now
  })
  expect(networkOut - before.networkOut).toBe(bytes)
  const sampled = await until(async () => {
    const { points } = await metrics()
    const total = points.reduce((sum, point) => sum + (point.networkOut ?? 0), 0)
    return total >= networkOut && total
  })
  expect(sampled).toBe(networkOut)
})

test('a poll without a change is a 304, and does not renew the session', async () => {
  const etag = (await ask(`server-stats/${serviceId}`)).headers.get('etag') ?? ''
  const again = await ask(`server-stats/${serviceId}`, { 'if-none-match': etag })
  // The next round of readings may fall between the two.
  if (again.headers.get('etag') === etag) expect(again.status).toBe(304)
  else expect(again.status).toBe(200)
  expect(again.headers.get('set-cookie')).toBeNull()
})

test('a stopped service has metrics of zero, and its last hour shows the downtime', async () => {
  await (
    await call(`${server.url}/api/server-stop/${serviceId}`, { cookie: template.customer, json: {} })
  ).json()
  expect(await processes()).toEqual([])
  expect(await stats()).toMatchObject({
    cpuUsage: 0,
    memoryUsage: 0,
    uptime: 0,
    processes: 0,
    source: 'proc',
  })
  const hour = await until(async () => {
    const found = await metrics()
    return found.uptimePercent !== null && found.uptimePercent < 100 && found
  })
  // The service was up while the metrics above were read.
  expect(hour.uptimePercent).toBeGreaterThan(0)
  expect(hour.strip.some(({ state }) => state === 'partial' || state === 'down')).toBe(true)
})
