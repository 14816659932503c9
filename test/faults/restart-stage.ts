import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { isProcess, readStartTicks } from '#server/system/proc.ts'
import { ask, overUdp, rcodeOf } from '#test/support/dns.ts'
import { freePort } from '#test/support/free-port.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { call, makeTemplate, type Order, orderRequest, type Template, trusting } from './journey.ts'

/** A portal on ports that stay the same across restarts. */
export type RestartStage = {
  dataDir: string
  template: Template
  env: Record<'PORT' | 'SITES_PORT' | 'DNS_PORT' | 'MAIL_SMTP_PORT' | 'MAIL_SUBMISSION_PORT', string>
}

export const makeStage = (template: Template, dataDir: string): RestartStage => {
  const port = () => String(freePort())
  const env = {
    PORT: port(),
    SITES_PORT: port(),
    DNS_PORT: port(),
    MAIL_SMTP_PORT: port(),
    MAIL_SUBMISSION_PORT: port(),
  }
  return { dataDir, template, env }
}

/** A template with three active services, each with the page `page`. */
export async function makeSites(page: Uint8Array): Promise<{ template: Template; orders: Order[] }> {
  const template = await makeTemplate()
  const stage = makeStage(template, template.dataDir)
  const server = await start(stage)
  const orders: Order[] = []
  try {
    for (const round of [1, 2, 3]) orders.push(await buyApproved(stage, server, round))
    for (const order of orders) {
      await untilServed(stage, order)
      await putFile(stage, order, 'page.html', page)
    }
    return { template, orders }
  } finally {
    await server.stop()
  }
}

export const start = (
  { dataDir, env }: RestartStage,
  more: Record<string, string> = {},
  root?: string,
): Promise<RunningServer> =>
  startServer({ dataDir, env: { ...trusting, ...env, ...more }, ...(root === undefined ? {} : { root }) })

/** An order that an administrator has approved: its service is being set up. */
export async function buyApproved(
  { template }: RestartStage,
  server: RunningServer,
  round: number,
): Promise<Order> {
  const domain = `shop-${round}.example.com`
  const { cookie, headers, json } = orderRequest({ server, template, round }, domain)
  const answer = await call(`${server.url}/api/orders`, { cookie, headers, json })
  const order = (await answer.json()) as Order
  const approve = `${server.url}/api/admin/orders/${order.id}/approve`
  await call(approve, { cookie: template.administrator, json: {} })
  return order
}

export const siteUrl = ({ env }: RestartStage, { serviceId }: Order, path = ''): string =>
  `http://127.0.0.1:${env.SITES_PORT}/sites/${serviceId}/${path}`

const statusOf = (url: string): Promise<number> =>
  fetch(url, { keepalive: false }).then(
    ({ status }) => status,
    () => 0,
  )

export const untilServed = (stage: RestartStage, order: Order) =>
  until(`the site of ${order.serviceId}`, async () => (await statusOf(siteUrl(stage, order))) === 200)

export async function putFile(
  { dataDir }: RestartStage,
  { serviceId }: Order,
  name: string,
  bytes: Uint8Array,
) {
  const folder = join(dataDir, 'services', serviceId, 'public')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), bytes)
}

const everyMs = 20

type Load = { count: number; failures: string[] }

/** Requests the addresses in turn, 50 times a second, every other time on a new connection, until it is stopped. */
export function requestRepeatedly(urls: readonly string[], bytes: number): { stop(): Promise<Load> } {
  const kept = new Agent({ keepAlive: true })
  const load: Load = { count: 0, failures: [] }
  const underWay = new Set<Promise<void>>()
  const requestOne = async (index: number) => {
    const url = urls[index % urls.length] ?? ''
    const { promise, resolve } = Promise.withResolvers<string>()
    const request = get(url, { agent: index % 2 === 0 ? kept : false }, (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      answer.on('error', (error) => resolve(error.message))
      answer.on('end', () => resolve(`${answer.statusCode} ${length}`))
    })
    request.on('error', (error) => resolve(error.message))
    const outcome = await promise
    load.count += 1
    if (outcome !== `200 ${bytes}`) load.failures.push(outcome)
  }
  let index = 0
  const timer = setInterval(() => {
    const asked = requestOne(index)
    index += 1
    underWay.add(asked)
    void asked.then(() => underWay.delete(asked))
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      kept.destroy()
      return load
    },
  }
}

/** Begins a download and reads only its first bytes until `finish`, which answers the total number of bytes. */
export async function beginDownload(url: string): Promise<{ finish(): Promise<number> }> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = 0
  let head = ''
  const begun = Promise.withResolvers<void>()
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', begun.reject)
  socket.on('data', (bytes: Buffer) => {
    if (head === '') {
      head = bytes.toString('latin1')
      received -= head.indexOf('\r\n\r\n') + 4
      socket.pause()
      begun.resolve()
    }
    received += bytes.length
  })
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
  await begun.promise
  return {
    async finish() {
      socket.resume()
      await ended
      return received
    },
  }
}

const serverFailure = 2

/** The greeting of a mail server. */
function greetingOf(port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(0, 4)))
  socket.once('error', (error) => resolve(error.message))
  return promise.finally(() => socket.destroy())
}

/** Once `/health` answers again: whether the name server knows its zones, and the mail servers’ greetings. */
export async function checkWhenHealthy({ env }: RestartStage) {
  await until('/health', async () => (await statusOf(`http://127.0.0.1:${env.PORT}/health`)) === 200)
  const question = ask('example.com', 6)
  const [answer, ...greetings] = await Promise.all([
    Promise.race([overUdp(Number(env.DNS_PORT), [question]), Bun.sleep(5_000).then(() => [])]),
    greetingOf(Number(env.MAIL_SMTP_PORT)),
    greetingOf(Number(env.MAIL_SUBMISSION_PORT)),
  ])
  const [message] = answer
  return { isKnowing: message !== undefined && rcodeOf(message) !== serverFailure, greetings }
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Processes that have the folder in their environment or command line. */
export const processesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .filter(isProcess)
    .map(Number)
    .filter((pid) => pid !== process.pid && readStartTicks(pid) !== null)
    .filter((pid) => ['environ', 'cmdline'].some((name) => read(`/proc/${pid}/${name}`).includes(folder)))

/** Requests to all sites that are stored as counted. */
export function countRequests({ dataDir }: RestartStage): number {
  const database = new Database(join(dataDir, 'portal.db'), { readwrite: true })
  try {
    const sql = 'select coalesce(sum(requests), 0) as n from service_traffic'
    return database.query<{ n: number }, []>(sql).get()?.n ?? 0
  } finally {
    database.close()
  }
}

export const readNote = async (dataDir: string, name: string): Promise<{ pid: number }> =>
  Bun.file(join(dataDir, 'run', name)).json()
