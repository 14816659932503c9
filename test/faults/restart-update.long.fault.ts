import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type RunningServer, runPortal } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { makeFolder, type Order } from './journey.ts'
import {
  beginDownload,
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

// Sources with another modification time count as another version of the portal’s programs.

const root = resolve(import.meta.dir, '../..')
const copied = ['src', 'db', 'public', 'scripts', 'package.json', 'tsconfig.json', 'bun.lock']
const linked = ['node_modules', 'dist']
const page = new Uint8Array(3_000).fill(65)
const large = new Uint8Array(64_000_000)

let update: string
let stage: RestartStage
let orders: Order[]
let portal: RunningServer
beforeAll(async () => {
  update = await makeFolder()
  for (const name of copied) await cp(join(root, name), join(update, name), { recursive: true })
  for (const name of linked) await symlink(join(root, name), join(update, name))
  const made = await makeSites(page)
  orders = made.orders
  stage = makeStage(made.template, made.template.dataDir)
})
afterAll(async () => {
  await runPortal(['stop', '--all'], stage)
  for (const folder of [update, stage.dataDir]) await rm(folder, { recursive: true, force: true })
})

const pidsOf = async (): Promise<number[]> => {
  const names = ['gateway.json', ...orders.map(({ serviceId }) => `${serviceId}.pid.json`)]
  return Promise.all(names.map(async (name) => (await readNote(stage.dataDir, name)).pid))
}

test('an update under 50 requests a second replaces gateway and web servers, fails none and interrupts no download', async () => {
  portal = await start(stage)
  for (const order of orders) await untilServed(stage, order)
  const [first] = orders as [Order]
  await putFile(stage, first, 'large.bin', large)
  const download = await beginDownload(siteUrl(stage, first, 'large.bin'))
  const before = await pidsOf()
  const urls = orders.map((order) => siteUrl(stage, order, 'page.html'))
  const load = requestRepeatedly(urls, page.length)
  expect(await portal.handOver()).toBe(0)
  portal = await start(stage, {}, update)
  await until('the successors', async () => (await pidsOf()).every((pid) => !before.includes(pid)))
  await Bun.sleep(3_000)
  expect(await download.finish()).toBe(large.length)
  await until('the end of all before', () => processesOf(stage.dataDir).every((pid) => !before.includes(pid)))
  const { count, failures } = await load.stop()
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(100)
})
