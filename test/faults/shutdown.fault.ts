import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { call, makeTemplate, signIn, type Template, withCopy } from './journey.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

type Exchange = { socket: Socket; received: () => string; ended: Promise<void> }

/** A connection on which a test controls when each byte is sent. */
function dial(url: string): Exchange {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  return { socket, received: () => text, ended }
}

const answers = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

/** An order whose last byte is held back, so that it is in flight for as long as the test wants. */
function beginOrder(server: RunningServer): { exchange: Exchange; finish: () => void } {
  const { plan, customer } = template
  const json = JSON.stringify({ planId: plan.id, amount: plan.price, paymentMethod: 'credit_card' })
  const exchange = dial(server.url)
  const head = [
    'POST /api/orders HTTP/1.1',
    'host: portal',
    `cookie: ${customer}`,
    'content-type: application/json',
    `content-length: ${json.length}`,
    'connection: close',
  ]
  exchange.socket.write(`${head.join('\r\n')}\r\n\r\n${json.slice(0, -1)}`)
  return { exchange, finish: () => void exchange.socket.write(json.slice(-1)) }
}

/** Whether the server has begun another request besides this one. */
async function isWaiting(server: RunningServer): Promise<boolean> {
  const metrics = await fetch(`${server.url}/metrics`).then((answer) => answer.text())
  return Number(/portal_requests_in_flight (\d+)/.exec(metrics)?.[1]) > 1
}

const childrenOf = (pid: number): Promise<string> => Bun.file(`/proc/${pid}/task/${pid}/children`).text()

test('SIGTERM lets requests in flight finish, closes the streams, checkpoints the database and exits with 0', async () => {
  await withCopy(template, async (dataDir) => {
    const server = await startServer({ dataDir, env: { SITES_PORT: '0' } })
    const stream = await call(`${server.url}/api/events`, { cookie: template.customer })
    const reader = stream.body?.getReader()
    await reader?.read()
    const order = beginOrder(server)
    await until('the order in flight', () => isWaiting(server))
    expect(await childrenOf(server.pid)).toBe('')

    process.kill(server.pid, 'SIGTERM')
    await until('the refusal of more', async () => (await answers(`${server.url}/ready`)) === 503)
    order.finish()
    await order.exchange.ended
    expect(order.exchange.received()).toStartWith('HTTP/1.1 201')
    while (reader && !(await reader.read().catch(() => ({ done: true }))).done);
    expect(await server.exited).toBe(0)
    const log = join(dataDir, 'portal.db-wal')
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0)
  })
})

test('a second signal during the grace period has no effect', async () => {
  await withCopy(template, async (dataDir) => {
    const server = await startServer({ dataDir })
    const order = beginOrder(server)
    await until('the order in flight', () => isWaiting(server))
    process.kill(server.pid, 'SIGTERM')
    await until('the refusal of more', async () => (await answers(`${server.url}/ready`)) === 503)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(server.pid, signal)
    order.finish()
    await order.exchange.ended
    expect(order.exchange.received()).toStartWith('HTTP/1.1 201')
    expect(await server.exited).toBe(0)
  })
})

test('sessions and the sign-in throttle survive kill -9', async () => {
  await withCopy(template, async (dataDir) => {
    const first = await startServer({ dataDir })
    const wrong = () => signIn(first.url, 'mira@example.com', 'not the password')
    const statuses: number[] = []
    for (let tries = 0; tries < 8 && statuses.at(-1) !== 429; tries += 1)
      statuses.push((await wrong()).status)
    expect(statuses.at(-1)).toBe(429)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]))
    await first.kill9()

    const second = await startServer({ dataDir })
    try {
      const user = await call(`${second.url}/api/user`, { cookie: template.customer })
      expect(user.status).toBe(200)
      // The wait may be over by now; the count is not, so the next failure has to wait longer.
      const again = [await signIn(second.url, 'mira@example.com', 'not the password')]
      if (again[0]?.status === 401)
        again.push(await signIn(second.url, 'mira@example.com', 'not the password'))
      expect(again.at(-1)?.status).toBe(429)
      expect(Number(again.at(-1)?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    } finally {
      await second.kill9()
    }
  })
})
