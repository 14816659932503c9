import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readStartTicks } from '#server/system/proc.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { domainName } from '#test/support/domain-name.ts'
import { sendRaw } from '#test/support/raw.ts'
import { knownBytes, startUpstream } from '#test/support/sites.ts'
import { until } from '#test/support/until.ts'
import { findGatewayProcess } from '../../drivers/gateway-process.ts'
import { keepAlive, openRunFolder, writeNote } from '../../drivers/run-folder.ts'
import { findGatewayProgram } from '../../programs/find-program.ts'
import { openGateway, type RunningGateway } from './open-gateway.ts'
import { protocolVersion } from './protocol.ts'
import { createGatewayStatus, type GatewayStatus } from './status.ts'

setDefaultTimeout(30_000)

const graceSeconds = 1.5
let app: TestApp
let service: { userId: string; id: string }
let upstream: ReturnType<typeof startUpstream>
let status: GatewayStatus
let asked: number
let isDatabaseGone: boolean
const gateways: RunningGateway[] = []

beforeEach(async () => {
  app = await createTestApp()
  const owner = await app.addCustomer()
  const { serviceId } = await activateService(app, owner.cookie, {})
  service = { userId: owner.id, id: serviceId }
  upstream = startUpstream(app, (request) =>
    new URL(request.url).pathname === '/slow'
      ? new Promise((done) => setTimeout(() => done(new Response('slow')), 700))
      : new Response(knownBytes(1_000)),
  )
  asked = 0
  isDatabaseGone = false
})
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop(0)
  const left = await findGatewayProcess(openRunFolder(app.deps.env.RUN_DIR))
  if (left) process.kill(left.pid, 'SIGKILL')
  await upstream.stop()
  await app.close()
})

/** The portal's side of a gateway; two on one folder act as successive portals. */
async function open(env: Partial<TestApp['deps']['env']> = {}) {
  status = createGatewayStatus()
  const gateway = await openGateway(
    {
      ...app.deps,
      store: {
        ...app.store,
        get read() {
          if (isDatabaseGone) throw new Error('no database')
          return app.store.read
        },
      },
      gateway: status,
      env: { ...app.deps.env, SITES_PORT: 'auto', SITES_TLS_PORT: 0, HANDOVER_SECONDS: graceSeconds, ...env },
    },
    {
      program: () => findGatewayProgram(app.deps.env.RUN_DIR),
      async findProcess() {
        asked += 1
        return { socketPath: upstream.socketPath }
      },
    },
  )
  if (!gateway) throw new Error('the gateway is off')
  gateways.push(gateway)
  return gateway
}
const page = async (gateway: RunningGateway) =>
  (await (await fetch(`${gateway.url}/sites/${service.id}/`)).arrayBuffer()).byteLength
const bytesOut = () => app.deps.traffic.of(service.id).bytesOut
/** Size of a page with its head; the request for it reads one page. */
async function sizeOfPage({ url }: RunningGateway): Promise<number> {
  const request = `GET /sites/${service.id}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  return (await sendRaw(Number(new URL(url).port), request)).length
}
const isGone = (pid: number) => readStartTicks(pid) === null
const pidOf = () => status.pid ?? 0
/** Simulates a crash of the portal: only its sockets are closed. */
const leave = async (gateway: RunningGateway) => {
  gateways.splice(gateways.indexOf(gateway), 1)
  await gateway.leave()
}

test('a gateway serves sites, looks up each web server once, and counts to the byte and the request', async () => {
  const gateway = await open()
  const size = await sizeOfPage(gateway)
  for (let round = 0; round < 20; round += 1) expect(await page(gateway)).toBe(1_000)
  expect(asked).toBe(1)
  await until('the count', async () => bytesOut() === 21 * size)
  expect(status).toMatchObject({ state: 'running', restarts: 0 })
  const pid = pidOf()
  await gateway.stop(1_000)
  expect([bytesOut(), isGone(pid)]).toEqual([21 * size, true])
  expect(app.deps.traffic.of(service.id)).toMatchObject({ requests: 21, clientErrors: 0, serverErrors: 0 })
})

test('a portal takes over an orphaned gateway without interruption, and counts nothing twice', async () => {
  const first = await open()
  const size = await sizeOfPage(first)
  await until('the count', async () => bytesOut() === size)
  const pid = pidOf()
  await leave(first)
  // Web server lookups fail: the cache is enough.
  for (let round = 0; round < 5; round += 1) expect(await page(first)).toBe(1_000)
  const second = await open()
  expect([second.url, pidOf()]).toEqual([first.url, pid])
  expect(await page(second)).toBe(1_000)
  await until('the count', async () => bytesOut() >= 7 * size)
  await Bun.sleep(600)
  expect(bytesOut()).toBe(7 * size)
})

test('a gateway whose portal does not return exits', async () => {
  const gateway = await open()
  const pid = pidOf()
  await leave(gateway)
  await until('its end', async () => isGone(pid))
})

describe('a web server that does not notice the end of its portal', () => {
  let server: ReturnType<typeof Bun.spawn>
  const folder = () => openRunFolder(app.deps.env.RUN_DIR)
  beforeEach(async () => {
    const socketPath = folder().socket(service.id)
    server = Bun.spawn([process.execPath, '-e', 'setInterval(() => {}, 60_000)', socketPath])
    const startTicks = readStartTicks(server.pid) ?? 0
    await writeNote(folder(), service.id, { pid: server.pid, startTicks, startedAt: new Date(), socketPath })
    keepAlive(folder(), new Date())
  })
  afterEach(() => server.kill('SIGKILL'))

  test('ends with the gateway', async () => {
    await leave(await open())
    await until('its end', async () => isGone(server.pid))
  })

  test('keeps running when a portal without a gateway adopts it', async () => {
    const gateway = await open()
    const pid = pidOf()
    await leave(gateway)
    await until('the end of the gateway', async () => {
      keepAlive(folder(), new Date())
      return isGone(pid)
    })
    expect(isGone(server.pid)).toBe(false)
  })
})

test('a gateway that dies is restarted on the same port', async () => {
  const gateway = await open()
  const pid = pidOf()
  process.kill(pid, 'SIGKILL')
  await until('another one', async () => status.state === 'running' && pidOf() !== pid)
  expect(await page(gateway)).toBe(1_000)
  expect(status.restarts).toBe(1)
})

/** Requests pages in sequence, each on its own connection, until stopped; returns their results. */
function keepAsking({ url }: RunningGateway) {
  const answers: unknown[] = []
  let isStopped = false
  const ask = async () => {
    while (!isStopped) {
      const answer = fetch(`${url}/sites/${service.id}/`, { keepalive: false })
      answers.push(await answer.then((each) => each.bytes()).then((bytes) => bytes.length, String))
    }
  }
  const ended = Promise.all([ask(), ask(), ask()])
  return async () => {
    isStopped = true
    await ended
    return answers
  }
}

test('replaces a gateway with other settings on its ports, without refusing a connection or cutting off an answer', async () => {
  const first = await open()
  const pid = pidOf()
  const size = await sizeOfPage(first)
  const slow = fetch(`${first.url}/sites/${service.id}/slow`).then((answer) => answer.text())
  await until('a request', async () => status.metrics?.requests === 1)
  const stopAsking = keepAsking(first)
  await leave(first)
  const second = await open({ TRUSTED_PROXIES: ['203.0.113.1'] })
  expect([second.url, pidOf() === pid]).toEqual([first.url, false])
  await until('the end of the first', async () => isGone(pid))
  const answers = await stopAsking()
  expect(new Set(answers)).toEqual(new Set([1_000]))
  expect(await slow).toBe('slow')
  expect(await page(second)).toBe(1_000)
  await until('the count of both', async () => bytesOut() >= (answers.length + 2) * size)
})

test('a visitor of a site that only a portal knows waits for the next portal, and gets an error if none starts', async () => {
  const gateway = await open()
  await leave(gateway)
  const waiting = page(gateway)
  const next = await open()
  expect([next.url, await waiting]).toEqual([gateway.url, 1_000])
  await leave(next)
  const { userServices } = app.store.t
  await app.store.tx((tx) => tx.update(userServices).set({ domain: domainName('late.example') }))
  expect((await fetch(gateway.url, { headers: { host: 'late.example' } })).status).toBe(503)
})

/** A gateway of this build that speaks the previous protocol version and accepts any message. */
async function startFormerGateway() {
  const folder = openRunFolder(app.deps.env.RUN_DIR)
  const { build } = await findGatewayProgram(app.deps.env.RUN_DIR)
  const hello = { type: 'hello', protocol: protocolVersion - 1, build, pid: 1, settings: null }
  const listening = { type: 'listening', url: 'http://127.0.0.1:1', tlsUrl: null }
  const script = `require('node:net').createServer((socket) => {
    socket.on('data', () => socket.write(${JSON.stringify(`${JSON.stringify(listening)}\n`)}))
    socket.write(${JSON.stringify(`${JSON.stringify(hello)}\n`)})
  }).listen({ path: process.argv.at(-1) }, () => console.log('up'))`
  const former = Bun.spawn([process.execPath, '-e', script, folder.gatewaySocket], { stdout: 'pipe' })
  await former.stdout.getReader().read()
  const startTicks = readStartTicks(former.pid) ?? 0
  const note = { pid: former.pid, startTicks, startedAt: new Date(), socketPath: folder.gatewaySocket }
  await Bun.write(`${folder.path}/gateway.json`, JSON.stringify(note))
  return former
}

test('replaces a gateway that speaks the previous protocol version', async () => {
  const former = await startFormerGateway()
  try {
    const gateway = await open()
    expect(pidOf()).not.toBe(former.pid)
    expect(isGone(former.pid)).toBe(true)
    expect(await page(gateway)).toBe(1_000)
  } finally {
    former.kill('SIGKILL')
  }
})

test('a stopping gateway finishes requests in flight and accepts no new ones', async () => {
  const gateway = await open()
  const size = await sizeOfPage(gateway)
  const slow = fetch(`${gateway.url}/sites/${service.id}/slow`).then((answer) => answer.text())
  await until('a request', async () => status.metrics?.requests === 1)
  const stopped = gateway.stop(5_000)
  // A connection that arrives before the end is announced gets its answer, and counts.
  let answered = 0
  await until('a closed port', async () =>
    page(gateway).then(
      () => {
        answered += 1
        return false
      },
      () => true,
    ),
  )
  expect(await slow).toBe('slow')
  await stopped
  expect(bytesOut() - (answered + 1) * size).toBeWithin('slow'.length, size)
})

test('a new domain is served immediately, and stays available without a portal or a database', async () => {
  const gateway = await open()
  const statusOf = async (host: string) => (await fetch(gateway.url, { headers: { host } })).status
  expect(await statusOf('shop.example')).toBe(404)
  const { userServices } = app.store.t
  await app.store.tx((tx) => tx.update(userServices).set({ domain: domainName('shop.example') }))
  app.deps.events.publish({ ...service, kind: 'service', status: 'active' })
  await until('the domain', async () => (await statusOf('shop.example')) === 200)
  expect(await statusOf('www.shop.example')).toBe(200)
  isDatabaseGone = true
  expect([await statusOf('shop.example'), await statusOf('other.example')]).toEqual([200, 503])
  await leave(gateway)
  expect([await statusOf('shop.example'), await statusOf('another.example')]).toEqual([200, 503])
})

test('a site that changed just before its portal died is served from the cache, by name and by path', async () => {
  const { userServices } = app.store.t
  await app.store.tx((tx) => tx.update(userServices).set({ domain: domainName('shop.example') }))
  const gateway = await open()
  const statuses = async () => {
    const named = await fetch(gateway.url, { headers: { host: 'shop.example' } })
    return [named.status, await page(gateway)]
  }
  expect(await statuses()).toEqual([200, 1_000])
  app.deps.events.publish({ ...service, kind: 'service', status: 'active' })
  // It is sent after the event, so its arrival implies the event's.
  app.deps.challenges.put('token-2', 'token-2.key')
  const challenge = `${gateway.url}/.well-known/acme-challenge/token-2`
  await until('the word of the portal', async () => (await fetch(challenge)).status === 200)
  await leave(gateway)
  expect(await statuses()).toEqual([200, 1_000])
})

test('a suspended service, a challenge and a port in use take effect immediately', async () => {
  const gateway = await open()
  const { userServices } = app.store.t
  await app.store.tx((tx) => tx.update(userServices).set({ status: 'suspended' }))
  app.deps.events.publish({ ...service, kind: 'service', status: 'suspended' })
  const statusOf = async () => (await fetch(`${gateway.url}/sites/${service.id}/`)).status
  await until('the page', async () => (await statusOf()) === 503)
  app.deps.challenges.put('token-1', 'token-1.key')
  const challenge = `${gateway.url}/.well-known/acme-challenge/token-1`
  await until('the challenge', async () => (await (await fetch(challenge)).text()) === 'token-1.key')
  app.deps.challenges.remove('token-1')
  await until('its end', async () => (await fetch(challenge)).status === 404)
  const port = Number(new URL(gateway.url).port)
  const other = await createTestApp()
  const taken = openGateway(
    { ...other.deps, gateway: createGatewayStatus(), env: { ...other.deps.env, SITES_PORT: port } },
    { program: () => findGatewayProgram(other.deps.env.RUN_DIR), findProcess: async () => null },
  )
  await expect(taken).rejects.toThrow(`port ${port} on 127.0.0.1 is taken; set SITES_PORT to another one`)
  expect(await findGatewayProcess(openRunFolder(other.deps.env.RUN_DIR))).toBeNull()
  await other.close()
})
