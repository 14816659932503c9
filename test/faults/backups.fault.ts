import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '#features/backups/contract.ts'
import { hashTree } from '#test/support/backups.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { untilDrained } from './findings.ts'
import { call, makeTemplate, type Order, orderRequest, type Template, trusting } from './journey.ts'
import { attachStrace } from './strace.ts'

const leastPoints = 20
const lastPoint = 60

let template: Template
let server: RunningServer
let order: Order
let root: string

const start = () => startServer({ dataDir: template.dataDir, env: trusting })

beforeAll(async () => {
  template = await makeTemplate()
  server = await start()
  const stage = { server, template, round: 1 }
  order = (await (
    await call(`${server.url}/api/orders`, orderRequest(stage, 'kept.example.com'))
  ).json()) as Order
  const approve = `${server.url}/api/admin/orders/${order.id}/approve`
  expect((await call(approve, { cookie: template.administrator, json: {} })).status).toBe(200)
  await untilDrained(template.dataDir)
  root = join(template.dataDir, 'services', order.serviceId, 'public')
})
afterAll(async () => {
  await server.stop()
  await rm(template.dataDir, { recursive: true, force: true })
})

const lay = (generation: string, count: number) => {
  rmSync(root, { recursive: true })
  for (let number = 0; number < count; number++) {
    mkdirSync(join(root, `folder-${number % 3}`), { recursive: true })
    writeFileSync(join(root, `folder-${number % 3}`, `${generation}-${number}.txt`), generation.repeat(2_000))
  }
  mkdirSync(join(root, `empty-${generation}`))
}

const send = (path: string, json?: unknown) =>
  call(server.url + path, { cookie: template.customer, json }).catch(() => null)
const list = async () => (await (await send('/api/backups'))?.json()) as Backup[]
const remove = async ({ id }: Backup) => {
  const path = `${server.url}/api/backups/${id}`
  await fetch(path, { method: 'DELETE', headers: { cookie: template.customer } })
}

/** Begins something on a server that dies at its n-th fsync; whether it lived on to the end of the work. */
async function dieAt(point: number, begin: () => Promise<Response | null>): Promise<boolean> {
  const tracer = await attachStrace(server.pid, { killAt: point })
  await begin()
  await untilDrained(template.dataDir, { or: server.exited })
  const survived = await Promise.race([server.exited.then(() => false), Bun.sleep(0).then(() => true)])
  if (survived) await server.kill9()
  // The web servers that it watches too outlive the portal.
  tracer.kill('SIGTERM')
  await tracer.exited
  server = await start()
  await untilDrained(template.dataDir)
  return survived
}

/** What lies in the service's folder once whatever was set aside is swept, which is begun at start. */
async function untilTidy(): Promise<string[]> {
  const names = () => readdirSync(join(root, '..'))
  for (let tries = 0; tries < 400 && names().join() !== 'public'; tries++) await Bun.sleep(25)
  return names()
}

/** What a row says of its archive is true, and no half-written one lies about. */
async function liesOf(backups: Backup[]): Promise<string[]> {
  const folder = join(template.dataDir, 'backups')
  const hash = (id: string) =>
    new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, `${id}.zip`))).digest('hex')
  return backups.flatMap(({ id, status, sha256, reason }) => {
    if (status === 'completed') return hash(id) === sha256 ? [] : [`${id} is not what its row says`]
    return status === 'failed' && reason && !existsSync(join(folder, `${id}.zip`))
      ? []
      : [`${id} is ${status}`]
  })
}

test('kill -9 in a backup: it is completed and true afterwards, or was never begun', async () => {
  lay('first', 12)
  const before = hashTree(root)
  const faults: string[] = []
  let killed = 0
  for (let point = 1; point <= leastPoints + 4; point++) {
    const survived = await dieAt(point, () => send('/api/backups', { serviceId: order.serviceId }))
    if (!survived) killed += 1
    const backups = await list()
    faults.push(
      ...(await liesOf(backups)),
      ...backups.filter(({ status }) => status !== 'completed').map(({ id }) => `${id} failed`),
    )
    if (hashTree(root) !== before) faults.push(`fsync ${point}: the files changed`)
    for (const backup of backups) await remove(backup)
    if (survived) break
  }
  console.log(`${killed} kills in a backup`)
  expect(faults).toEqual([])
  // Each thread counts its own fsyncs: the rest of the points is taken by the clock.
  for (let round = 0; round < leastPoints; round++) {
    const begun = send('/api/backups', { serviceId: order.serviceId })
    await Bun.sleep(round * 12)
    await server.kill9()
    await begun
    server = await start()
    await untilDrained(template.dataDir)
    const backups = await list()
    faults.push(...(await liesOf(backups)))
    for (const backup of backups) await remove(backup)
  }
  expect(faults).toEqual([])
  expect(hashTree(root)).toBe(before)
}, 600_000)

test('kill -9 in a restore: the files are the old ones or the new ones, never a mix', async () => {
  lay('new', 36)
  const wanted = hashTree(root)
  await send('/api/backups', { serviceId: order.serviceId })
  await untilDrained(template.dataDir)
  const [backup] = await list()
  if (backup?.status !== 'completed') throw new Error('the backup was not made')
  const faults: string[] = []
  let killed = 0
  for (let point = 1; point <= lastPoint; point++) {
    lay('old', 9)
    const before = hashTree(root)
    const survived = await dieAt(point, () => send(`/api/backups/${backup.id}/restore`, {}))
    if (!survived) killed += 1
    const after = hashTree(root)
    if (after !== before && after !== wanted) faults.push(`fsync ${point}: a mix`)
    const left = await untilTidy()
    if (left.join() !== 'public') faults.push(`fsync ${point}: ${left.join()} is left`)
    const backups = await list()
    faults.push(...(await liesOf(backups)).map((lie) => `fsync ${point}: ${lie}`))
    // The service takes writes again.
    for (const each of backups) if (each.id !== backup.id) await remove(each)
    if ((await list()).length !== 1) faults.push(`fsync ${point}: the service is still held`)
    if (survived) break
  }
  console.log(`${killed} kills in a restore`)
  expect(faults).toEqual([])
  expect(killed).toBeGreaterThanOrEqual(leastPoints)
}, 600_000)
