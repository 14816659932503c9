import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { cp, mkdir, readdir, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isListening } from '#features/hosting/drivers/launch.ts'
import { readStartTicks } from '#server/system/proc.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import {
  call,
  makeFolder,
  makeTemplate,
  type Order,
  orderRequest,
  type Template,
  trusting,
} from './journey.ts'

let template: Template
let folder: string
let dataDir: string
let portal: RunningServer
let order: Order
let round = 0

type Process = { pid: number; startTicks: number; socketPath: string }

const start = (place = dataDir) => startServer({ dataDir: place, env: trusting })

const statusOf = async (id = order.serviceId, { url } = portal) => {
  const services = await (await call(`${url}/api/user-services`, { cookie: template.customer })).json()
  return (services as { id: string; status: string }[]).find((service) => service.id === id)?.status
}

const noteOf = (id = order.serviceId, place = dataDir): Promise<Process | null> =>
  Bun.file(join(place, 'run', `${id}.pid.json`))
    .json()
    .catch(() => null)

const isAlive = ({ pid, startTicks }: Process) => readStartTicks(pid) === startTicks

/** The process of a service, once one listens that is not `former`. */
const processOf = (id = order.serviceId, former?: Process, place = dataDir) =>
  until('a process', async () => {
    const found = await noteOf(id, place)
    if (!found || found.pid === former?.pid || !isAlive(found)) return null
    return (await isListening(found.socketPath)) ? found : null
  })

const ask = async ({ socketPath }: Process, path = '/') =>
  fetch(`http://site.test${path}`, { unix: socketPath })

const kill = (process_: Process) => process.kill(process_.pid, 'SIGKILL')

const administer = async (path: string, { url } = portal) => {
  const answer = await call(`${url}/api/admin/${path}`, { cookie: template.administrator, json: {} })
  expect(answer.status).toBe(200)
}

async function buy(): Promise<Order> {
  round += 1
  const { cookie, headers, json } = orderRequest(
    { server: portal, template, round },
    `site-${round}.example.com`,
  )
  const answer = await call(`${portal.url}/api/orders`, { cookie, headers, json })
  const placed = (await answer.json()) as Order
  await administer(`orders/${placed.id}/approve`)
  await until('active', async () => (await statusOf(placed.serviceId)) === 'active')
  return placed
}

const publicFolder = (id = order.serviceId, place = dataDir) => join(place, 'services', id, 'public')

/** One value from the portal’s database, even while it runs. */
function query<T>(sql: string, ...values: string[]): T | null {
  const database = new Database(join(dataDir, 'portal.db'), { readwrite: true })
  try {
    return database.query<T, string[]>(sql).get(...values)
  } finally {
    database.close()
  }
}

const crashes = () =>
  query<{ n: number }>(
    "select count(*) n from audit_log where action = 'service.crash' and target_id = ?",
    order.serviceId,
  )?.n

beforeAll(async () => {
  template = await makeTemplate()
  folder = await makeFolder()
  dataDir = join(folder, 'data')
  await cp(template.dataDir, dataDir, { recursive: true })
  portal = await start()
  order = await buy()
})
afterEach(async () => {
  // Each test ends with a running portal.
  expect((await fetch(`${portal.url}/health`)).status).toBe(200)
})
afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
  await rm(template.dataDir, { recursive: true, force: true })
})

describe('the process of an active service', () => {
  test('listens before the service becomes active', async () => {
    const note = await noteOf()
    expect(note && isAlive(note)).toBe(true)
    expect(await (await ask(note as Process)).text()).toContain('This site is ready')
  })

  test('is replaced after kill -9, and the service stays active', async () => {
    const first = await processOf()
    kill(first)
    const second = await processOf(order.serviceId, first)
    expect((await ask(second)).status).toBe(200)
    expect(await statusOf()).toBe('active')
    await until('its entry', () => crashes() === 1)
  })

  test('survives kill -9 of the portal, and is adopted by the next one', async () => {
    const before = await processOf()
    await portal.kill9()
    expect((await ask(before)).status).toBe(200)
    portal = await start()
    await administer(`services/${order.serviceId}/suspend`)
    await until('gone', () => !isAlive(before))
    await administer(`services/${order.serviceId}/unsuspend`)
    const after = await processOf(order.serviceId, before)
    expect((await ask(after)).status).toBe(200)
  })

  test('is watched by the next portal after kill -9 of the first', async () => {
    const before = await processOf()
    await portal.kill9()
    portal = await start()
    const counted = crashes() ?? 0
    // Only a portal that knows a process can call its end a crash.
    await until('adopted', async () => {
      const { body } = await call(`${portal.url}/health`)
      return body !== null && (await noteOf())?.pid === before.pid
    })
    await until('a crash that was noticed', async () => {
      const now = await processOf()
      kill(now)
      await processOf(order.serviceId, now)
      return (crashes() ?? 0) > counted
    })
  })

  test('is replaced by the next portal when both were killed', async () => {
    const before = await processOf()
    const counted = crashes()
    await Promise.all([portal.kill9(), kill(before)])
    portal = await start()
    const after = await processOf(order.serviceId, before)
    expect((await ask(after)).status).toBe(200)
    expect(await statusOf()).toBe('active')
    expect(crashes()).toBe(counted)
  })

  test('ends with a clean stop of the portal, and is started again with it', async () => {
    const before = await processOf()
    expect(await portal.stop()).toBe(0)
    expect(isAlive(before)).toBe(false)
    // A compiled portal stores its child programs there.
    const left = (await readdir(join(dataDir, 'run'))).filter((name) => !name.endsWith('.js'))
    expect(left).toEqual(['portal.alive'])
    portal = await start()
    expect((await ask(await processOf(order.serviceId, before))).status).toBe(200)
  })

  test('finishes the request in flight before it stops', async () => {
    const bytes = 30_000_000
    await writeFile(join(publicFolder(), 'big.bin'), new Uint8Array(bytes))
    const before = await processOf()
    const response = await ask(before, '/big.bin')
    const reader = response.body?.getReader()
    let received = (await reader?.read())?.value?.length ?? 0
    await administer(`services/${order.serviceId}/suspend`)
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) break
      received += chunk.value.length
    }
    expect(received).toBe(bytes)
    await until('gone', () => !isAlive(before))
    await until('forgotten', async () => (await noteOf()) === null)
    await administer(`services/${order.serviceId}/unsuspend`)
    await processOf(order.serviceId, before)
  })
})

test('the next portal completes a web server restart that a crash of the portal interrupted', async () => {
  const before = await processOf()
  await portal.kill9()
  query("update user_services set status = 'restarting' where id = ? returning id", order.serviceId)
  portal = await start()
  await until('active', async () => (await statusOf()) === 'active')
  expect(isAlive(before)).toBe(false)
  expect((await ask(await processOf(order.serviceId, before))).status).toBe(200)
})

test('a web server serves a site with no file, with one, and with a thousand', async () => {
  const { serviceId } = await buy()
  const process = await processOf(serviceId)
  const place = publicFolder(serviceId)
  await unlink(join(place, 'index.html'))
  expect((await ask(process)).status).toBe(404)
  await writeFile(join(place, 'index.html'), 'mine')
  expect(await (await ask(process)).text()).toBe('mine')
  await mkdir(join(place, 'many'))
  const names = Array.from({ length: 1_000 }, (_, i) => `page-${i}.html`)
  for (const name of names) await writeFile(join(place, 'many', name), `<p>${name}`)
  for (let at = 0; at < names.length; at += 50) {
    const some = names.slice(at, at + 50)
    const texts = await Promise.all(some.map(async (name) => (await ask(process, `/many/${name}`)).text()))
    expect(texts).toEqual(some.map((name) => `<p>${name}`))
  }
  await administer(`services/${serviceId}/terminate`)
  await until('gone', () => !isAlive(process))
})

test('the fourth crash within 15 minutes stops the service and notifies its owner by mail', async () => {
  const { serviceId } = await buy()
  let process = await processOf(serviceId)
  for (let restarts = 0; restarts < 3; restarts += 1) {
    kill(process)
    process = await processOf(serviceId, process)
  }
  kill(process)
  await until('stopped', async () => (await statusOf(serviceId)) === 'stopped')
  await until('gone', async () => (await noteOf(serviceId)) === null)
  const outbox = join(dataDir, 'outbox')
  await until('a mail', async () => {
    // Finished mails only: a draft has another name.
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => Bun.file(join(outbox, name)).text()))
    return mails.some((mail) => mail.includes('Your web server has stopped'))
  })
  await portal.stop()
  portal = await start()
  await processOf()
  expect(await statusOf(serviceId)).toBe('stopped')
  expect(await noteOf(serviceId)).toBeNull()
})

test('two portals, one on a copy of the other’s folder, never touch each other’s processes', async () => {
  const first = await processOf()
  const copy = join(folder, 'copy')
  const isCopied = (path: string) => !path.endsWith('.s') && !path.endsWith('lock.db')
  await cp(dataDir, copy, { recursive: true, filter: isCopied })
  await writeFile(join(publicFolder(order.serviceId, copy), 'index.html'), 'the copy')
  const other = await start(copy)
  const second = await processOf(order.serviceId, first, copy)
  expect(await (await ask(second)).text()).toBe('the copy')
  await administer(`services/${order.serviceId}/suspend`, other)
  await until('gone', () => !isAlive(second))
  expect(isAlive(first)).toBe(true)
  await administer(`services/${order.serviceId}/unsuspend`, other)
  const third = await processOf(order.serviceId, second, copy)
  await other.kill9()
  await portal.stop()
  expect([isAlive(first), isAlive(third)]).toEqual([false, true])
  // Deleting a folder ends its processes.
  await rm(copy, { recursive: true })
  await until('the end of the third process', () => !isAlive(third))
  portal = await start()
})
