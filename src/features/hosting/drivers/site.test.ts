import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { readStartTicks } from '#server/system/proc.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { until } from '#test/support/until.ts'
import { findSiteProgram } from '../programs/find-program.ts'
import type { ServerDriver, ServerProcess } from './driver.ts'
import { createSiteDriver } from './site.ts'

const serviceId = '0199a0b0-0000-7000-8000-000000000001'
let folder: string
const opened: ServerDriver[] = []
const plain = { cgroup: null, isolation: async () => null, now: () => new Date() }

const open = (dataDir = folder, stopMs = 6_000, orphanMs = 60_000): ServerDriver => {
  const options = { ...plain, dataDir, version: '1.2.3', stopMs, orphanMs }
  const driver = createSiteDriver({ ...options, program: () => findSiteProgram(dataDir) })
  opened.push(driver)
  return driver
}
const targetIn = (dataDir: string) => ({
  userId: 'nobody',
  serviceId,
  root: join(dataDir, 'services', serviceId, 'public'),
  memoryBytes: 1,
  cpuPercent: 1,
})
const makeSite = async (dataDir: string) => {
  await mkdir(targetIn(dataDir).root, { recursive: true })
  await writeFile(join(targetIn(dataDir).root, 'index.html'), `this is ${dataDir}`)
}
const textOf = async ({ socketPath }: ServerProcess, path = '/') =>
  (await fetch(`http://site.test${path}`, { unix: socketPath })).text()

beforeEach(async () => {
  folder = makeTestFolder()
  await makeSite(folder)
})
afterEach(async () => {
  for (const driver of opened.splice(0)) await driver.ensureStopped(serviceId)
  await rm(folder, { recursive: true, force: true })
})

test('each site has its own process, which is adopted and not duplicated', async () => {
  const process = await open().ensureRunning(targetIn(folder))
  expect(await textOf(process)).toBe(`this is ${folder}`)
  expect(readStartTicks(process.pid)).toBe(process.startTicks)
  const other = open()
  expect(await other.listServices()).toEqual([serviceId])
  expect(await other.ensureRunning(targetIn(folder))).toEqual(process)
  expect(other.isAlive(process)).toBe(true)
  expect(await other.readMemoryBytes(process)).toBeGreaterThan(1_000_000)
  expect(await other.check()).toEqual({
    isHealthy: true,
    version: '1.2.3',
    message: null,
    isolation: null,
  })
})

test('a site’s process receives neither the portal’s settings nor its files', async () => {
  const { pid } = await open().ensureRunning(targetIn(folder))
  expect(await Bun.file(`/proc/${pid}/environ`).text()).toBe('')
  expect(await readdir(`/proc/${pid}/cwd`)).not.toContain('package.json')
})

test('a stopped site leaves nothing behind, and stopping it again changes nothing', async () => {
  const driver = open()
  const process = await driver.ensureRunning(targetIn(folder))
  await driver.ensureStopped(serviceId)
  await driver.ensureStopped(serviceId)
  expect(driver.isAlive(process)).toBe(false)
  expect(await driver.listServices()).toEqual([])
  expect(await readdir(join(folder, 'run'))).toEqual(['portal.alive'])
  expect((await driver.readLog(serviceId, 200)).map((line) => line.replace(/^\S+ \S+ /, ''))).toEqual([
    '[notice] web server started',
    '[notice] web server ended: stopped',
  ])
})

test('another process cleans up after kill -9 and takes over', async () => {
  const driver = open()
  const first = await driver.ensureRunning(targetIn(folder))
  process.kill(first.pid, 'SIGKILL')
  await until('its end', () => !driver.isAlive(first))
  const second = await driver.ensureRunning(targetIn(folder))
  expect(second.pid).not.toBe(first.pid)
  expect(await textOf(second)).toBe(`this is ${folder}`)
})

test('a process exits after its portal has exited, and not before', async () => {
  const orphanMs = 1_500
  const driver = open(folder, 6_000, orphanMs)
  const process = await driver.ensureRunning(targetIn(folder))
  // Ticks of another clock than the process counts on; three times its grace period.
  for (let beat = 0; beat < 30; beat += 1) {
    await Bun.sleep(orphanMs / 10)
    driver.keepAlive()
  }
  expect(driver.isAlive(process)).toBe(true)
  await until('the end of the process', () => !driver.isAlive(process))
  expect((await driver.readLog(serviceId, 1))[0]).toEndWith('web server ended: its portal has exited')
})

test('requests in flight finish before the process ends', async () => {
  const bytes = 30_000_000
  await writeFile(join(targetIn(folder).root, 'big.bin'), new Uint8Array(bytes))
  const driver = open()
  const { socketPath } = await driver.ensureRunning(targetIn(folder))
  const response = await fetch('http://site.test/big.bin', { unix: socketPath })
  const reader = response.body?.getReader()
  let received = (await reader?.read())?.value?.length ?? 0
  const stopped = driver.ensureStopped(serviceId)
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) break
    received += chunk.value.length
  }
  await stopped
  expect(received).toBe(bytes)
})

test('clients that do not read use a fraction of the memory of their answers', async () => {
  const [clients, bytes] = [300, 250_000]
  await writeFile(join(targetIn(folder).root, 'page.html'), new Uint8Array(bytes))
  const driver = open()
  const process = await driver.ensureRunning(targetIn(folder))
  const memory = async () => (await driver.readMemoryBytes(process)) ?? Number.NaN
  const before = await memory()
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect(process.socketPath)
    socket.pause()
    socket.write('GET /page.html HTTP/1.1\r\nhost: site\r\n\r\n')
    return socket
  })
  const log = () => driver.readLog(serviceId, 2 * clients)
  await until('an answer to each', async () => (await log()).length > clients)
  expect((await memory()) - before).toBeLessThan((clients * bytes) / 2)
  expect((await textOf(process, '/page.html')).length).toBe(bytes)
  for (const socket of sockets) socket.destroy()
})

test('kills a process that hangs', async () => {
  const driver = open(folder, 100)
  const hung = await driver.ensureRunning(targetIn(folder))
  process.kill(hung.pid, 'SIGSTOP')
  await driver.ensureStopped(serviceId)
  expect(driver.isAlive(hung)).toBe(false)
})

describe('another portal’s process', () => {
  test('is left alone when a copied folder’s note names it', async () => {
    const driver = open()
    const original = await driver.ensureRunning(targetIn(folder))
    const copy = makeTestFolder()
    try {
      await makeSite(copy)
      await mkdir(join(copy, 'run'))
      const note = `${serviceId}.pid.json`
      await cp(join(folder, 'run', note), join(copy, 'run', note))
      const other = open(copy)
      const own = await other.ensureRunning(targetIn(copy))
      expect(own.pid).not.toBe(original.pid)
      expect([await textOf(original), await textOf(own)]).toEqual([`this is ${folder}`, `this is ${copy}`])
      await other.ensureStopped(serviceId)
      expect(driver.isAlive(original)).toBe(true)
    } finally {
      await open(copy).ensureStopped(serviceId)
      await rm(copy, { recursive: true, force: true })
    }
  })

  test('is left alone when it reuses the pid of a dead one', async () => {
    const driver = open()
    const left = await driver.ensureRunning(targetIn(folder))
    const path = join(folder, 'run', `${serviceId}.pid.json`)
    const note = await Bun.file(path).json()
    await driver.ensureStopped(serviceId)
    const stranger = Bun.spawn(['sleep', '60'])
    try {
      for (const startTicks of [left.startTicks, readStartTicks(stranger.pid)]) {
        await writeFile(path, JSON.stringify({ ...note, pid: stranger.pid, startTicks }))
        await driver.ensureStopped(serviceId)
        expect(readStartTicks(stranger.pid)).not.toBeNull()
      }
    } finally {
      stranger.kill('SIGKILL')
    }
  })

  test.each(['', '{', '[]', '{"pid":"1"}'])('is not inferred from a note that reads %j', async (text) => {
    const driver = open()
    await mkdir(join(folder, 'run'), { recursive: true })
    await writeFile(join(folder, 'run', `${serviceId}.pid.json`), text)
    await driver.ensureStopped(serviceId)
    expect(await driver.listServices()).toEqual([])
  })
})

test('a data folder whose path is too long for sockets gets another socket folder', async () => {
  const deep = join(folder, 'a-rather-long-name-of-a-folder'.repeat(4), 'data')
  await makeSite(deep)
  const driver = open(deep)
  const process = await driver.ensureRunning(targetIn(deep))
  expect(Buffer.byteLength(process.socketPath)).toBeLessThan(104)
  expect(await textOf(process)).toBe(`this is ${deep}`)
  await driver.ensureStopped(serviceId)
  await rm(join(process.socketPath, '../..'), { recursive: true })
})

test('reports a program that does not start', async () => {
  const options = { ...plain, dataDir: folder, version: '1' }
  const command = [process.execPath, join(folder, 'none.ts')]
  const program = async () => ({ command, env: {}, readable: [], build: 'none' })
  const driver = createSiteDriver({ ...options, program })
  await expect(driver.ensureRunning(targetIn(folder))).rejects.toThrow(/exited with/)
})
