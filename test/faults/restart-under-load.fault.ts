import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type RunningServer, runPortal } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { makeFolder, type Order, type Template } from './journey.ts'
import {
  beginDownload,
  buyApproved,
  checkWhenHealthy,
  countRequests,
  makeSites,
  makeStage,
  processesOf,
  putFile,
  type RestartStage,
  readNote,
  requestRepeatedly,
  siteUrl,
  start,
  untilServed,
} from './restart-stage.ts'

const page = new Uint8Array(3_000).fill(65)
const large = new Uint8Array(64_000_000)

let template: Template
let stage: RestartStage
let portal: RunningServer
let orders: Order[]
beforeAll(async () => {
  const made = await makeSites(page)
  template = made.template
  orders = made.orders
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

beforeEach(async () => {
  const dataDir = await makeFolder()
  await cp(template.dataDir, dataDir, { recursive: true })
  stage = makeStage(template, dataDir)
  portal = await start(stage)
  for (const order of orders) await untilServed(stage, order)
})
afterEach(async () => {
  await runPortal(['stop', '--all'], stage)
  const left = processesOf(stage.dataDir)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  await rm(stage.dataDir, { recursive: true, force: true })
  expect(left).toEqual([])
})

const pages = () => orders.map((order) => siteUrl(stage, order, 'page.html'))
const first = () => orders[0] as Order
const webServers = () =>
  Promise.all(
    orders.map(async ({ serviceId }) => (await readNote(stage.dataDir, `${serviceId}.pid.json`)).pid),
  )
const gateway = async () => (await readNote(stage.dataDir, 'gateway.json')).pid
const stop = (...args: string[]) => runPortal(['stop', ...args], stage)

test('two restarts under 50 requests a second fail none and interrupt no download, and name server and mail are back with /health', async () => {
  await putFile(stage, first(), 'large.bin', large)
  const download = await beginDownload(siteUrl(stage, first(), 'large.bin'))
  const before = [await gateway(), ...(await webServers())]
  const load = requestRepeatedly(pages(), page.length)
  for (let restart = 0; restart < 2; restart += 1) {
    await Bun.sleep(300)
    expect(await portal.handOver()).toBe(0)
    const [again, answers] = await Promise.all([start(stage), checkWhenHealthy(stage)])
    portal = again
    expect(answers).toEqual({ isKnowing: true, greetings: ['220 ', '220 '] })
  }
  await Bun.sleep(300)
  const { count, failures } = await load.stop()
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(60)
  expect(await download.finish()).toBe(large.length)
  await until('the adoption', async () => portal.log.some((line) => line.includes('gateway taken over')))
  expect([await gateway(), ...(await webServers())]).toEqual(before)
  // Every request is counted, whichever portal was running.
  await until('the counts', () => countRequests(stage) >= count)
  for (const line of portal.log) expect(JSON.parse(line)).toHaveProperty('msg')
})

test('the next portal completes a site setup interrupted by a stop, and the site’s visitors wait for that portal', async () => {
  const order = await buyApproved(stage, portal, 4)
  expect(await portal.handOver()).toBe(0)
  portal = await start(stage)
  await untilServed(stage, order)
  // The gateway still knows its sites, and none that have not been requested.
  await portal.handOver()
  const unasked = fetch(`http://127.0.0.1:${stage.env.SITES_PORT}/`, {
    headers: { host: 'shop-4.example.com' },
  })
  portal = await start(stage)
  expect((await unasked).status).toBe(200)
})

test('a gateway killed while no portal runs is replaced by the next portal, which adopts the web servers', async () => {
  const before = await webServers()
  await portal.handOver()
  process.kill(await gateway(), 'SIGKILL')
  portal = await start(stage)
  for (const order of orders) await untilServed(stage, order)
  expect(await webServers()).toEqual(before)
})

test('sites and gateway end when no portal starts within the grace period', async () => {
  await portal.stop()
  portal = await start(stage, { HANDOVER_SECONDS: '10' })
  for (const order of orders) await untilServed(stage, order)
  await portal.handOver()
  expect(processesOf(stage.dataDir).length).toBeGreaterThanOrEqual(1 + orders.length)
  await until('the end of all', () => processesOf(stage.dataDir).length === 0)
})

describe('portal stop', () => {
  test('leaves the sites, --all leaves nothing, and both say so', async () => {
    const stopped = await stop()
    expect(stopped).toEqual({
      code: 0,
      stdout: `The portal on ${stage.dataDir} has stopped. Customers' sites stay up for 60 seconds until the next portal takes over; portal stop --all ends them now.\n`,
      stderr: '',
    })
    expect(await portal.exited).toBe(0)
    for (const order of orders) expect((await fetch(siteUrl(stage, order, 'page.html'))).status).toBe(200)
    expect(await stop()).toEqual({ code: 0, stdout: `No portal runs on ${stage.dataDir}.\n`, stderr: '' })
    const all = await stop('--all')
    expect([all.code, all.stdout]).toEqual([
      0,
      `No portal was running on ${stage.dataDir}. Stopped its leftover processes: the gateway and 3 web servers.\n`,
    ])
    expect(processesOf(stage.dataDir)).toEqual([])
    expect((await stop('--all')).stdout).toBe(`No portal or leftover process runs on ${stage.dataDir}.\n`)
  })

  test('--all ends a portal that runs with everything, and a wrong option changes nothing', async () => {
    const wrong = await stop('--everything')
    expect([wrong.code, wrong.stdout]).toEqual([1, ''])
    expect((await fetch(`${portal.url}/health`)).status).toBe(200)
    const all = await stop('--all')
    expect([all.code, all.stdout]).toEqual([
      0,
      `The portal on ${stage.dataDir} and all its processes have stopped.\n`,
    ])
    expect(await portal.exited).toBe(0)
    expect(processesOf(stage.dataDir)).toEqual([])
  })

  test('ends everything after a SIGTERM that had handed it over', async () => {
    process.kill(portal.pid, 'SIGTERM')
    process.kill(portal.pid, 'SIGINT')
    expect(await portal.exited).toBe(0)
    expect(processesOf(stage.dataDir)).toEqual([])
  })
})

/** A portal started by hand in a terminal, and the screen’s contents. */
function startAtTerminal() {
  const root = resolve(import.meta.dir, '../..')
  let said = ''
  const child = Bun.spawn(['bun', 'run', 'start'], {
    cwd: root,
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: process.env.HOME,
      NO_COLOR: '1',
      ...stage.env,
      DATA_DIR: stage.dataDir,
      SITES_TLS_PORT: '0',
      MAIL_IMAP_PORT: '0',
      DNS_RESOLVERS: '127.0.0.1:9',
    },
    terminal: {
      cols: 160,
      rows: 50,
      data: (_, bytes) => {
        said += new TextDecoder().decode(bytes)
      },
    },
  })
  return { child, said: () => said }
}

test('a terminal shows the steps of a start and the next step, and Ctrl-C in it leaves nothing behind', async () => {
  await portal.stop()
  const { child, said: read } = startAtTerminal()
  await until('the address', () => read().includes(`Portal  http://127.0.0.1:${stage.env.PORT}`))
  const said = read()
  expect(said).toMatch(/^Building the client … \d+\.\d s/m)
  expect(said).toMatch(/Opening the database … \d+\.\d s/)
  expect(said).toMatch(/Starting the gateway to customers' sites … \d+\.\d s/)
  expect(said).toContain(`Data    ${stage.dataDir}`)
  expect(said).toMatch(/^\S*\d\d:\d\d:\d\d info {2}gateway started gatewayPid=\d+/m)
  // An administrator exists already, so the hint about the first one is missing.
  expect(said).not.toContain('admin create')
  for (const order of orders) await untilServed(stage, order)
  child.terminal?.write('\u0003')
  await child.exited
  child.terminal?.close()
  await until('the end of all', () => processesOf(stage.dataDir).length === 0)
  expect(read()).toMatch(/Stopping … \d+\.\d s/)
})

test('closing a terminal ends everything in good order', async () => {
  await portal.stop()
  const { child, said } = startAtTerminal()
  await until('the address', () => said().includes('Portal  http://'))
  for (const order of orders) await untilServed(stage, order)
  child.terminal?.close()
  await child.exited
  await until('the end of all', () => processesOf(stage.dataDir).length === 0)
  expect(existsSync(join(stage.dataDir, 'run/portal.json'))).toBe(false)
})
