import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findIsolation } from '#server/system/programs/isolation.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { until } from '#test/support/portal.ts'
import { required } from '#test/support/required.ts'
import { findSiteProgram } from '../programs/find-program.ts'
import type { ServerDriver, ServerProcess } from './driver.ts'
import { createNginxDriver, findNginx } from './nginx.ts'
import { createSiteDriver } from './site.ts'

const isRequired = required.includes('nginx')
const hasNginx = findNginx() !== null
if (!hasNginx && !isRequired) console.log('the nginx driver is not tested: apt-get install nginx-light')
const isolation = await findIsolation()
if (!isolation && !required.includes('bubblewrap'))
  console.log('isolated web servers are not tested: apt-get install bubblewrap')

const apart = { cgroup: null, now: () => new Date(), isolation: async () => isolation }
const plain = { ...apart, isolation: async () => null }
const openSite = (dataDir: string, options: typeof apart) =>
  createSiteDriver({ ...options, dataDir, version: '1', program: () => findSiteProgram(dataDir) })
const openNginx = (dataDir: string, options: typeof apart) => createNginxDriver({ ...options, dataDir })

const drivers: [name: string, open: (dataDir: string) => ServerDriver][] = [
  ['site', (dataDir) => openSite(dataDir, plain)],
  ['site, isolated', (dataDir) => openSite(dataDir, apart)],
  ['nginx', (dataDir) => openNginx(dataDir, plain)],
  ['nginx, isolated', (dataDir) => openNginx(dataDir, apart)],
]
const canRun = (name: string): boolean =>
  (hasNginx || isRequired || !name.startsWith('nginx')) &&
  (isolation !== null || required.includes('bubblewrap') || !name.endsWith('isolated'))

const typeOf = ({ headers }: Response) => headers.get('content-type')?.replace('; ', ';')

/** Promises of every web server driver. */
describe.each(drivers.filter(([name]) => canRun(name)))('%s', (name, open) => {
  const isIsolated = name.endsWith('isolated')
  const serviceId = Bun.randomUUIDv7()
  // A name that would break an unquoted configuration or shell.
  const folder = join(makeTestFolder(), `it's "a" ;{folder} \\`)
  const root = join(folder, 'services', serviceId, 'public')
  const target = { userId: 'nobody', serviceId, root, memoryBytes: 1, cpuPercent: 1 }
  const opened: ServerDriver[] = []
  let driver: ServerDriver
  let running: ServerProcess

  const start = () => {
    const next = open(folder)
    opened.push(next)
    return next
  }
  const lay = (files: Record<string, string | Uint8Array>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), content)
    }
  }
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`http://site.test${path}`, {
      redirect: 'manual',
      decompress: false,
      unix: running.socketPath,
      ...init,
    } as RequestInit)

  beforeEach(async () => {
    lay({ 'index.html': '<h1>home</h1>' })
    driver = start()
    running = await driver.ensureRunning(target)
  })
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.ensureStopped(serviceId)
    rmSync(root, { recursive: true, force: true })
  })
  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }))

  test('reports that it is ready', async () => {
    expect(await driver.check()).toEqual({
      isHealthy: true,
      message: null,
      version: expect.any(String),
      isolation: isIsolated ? 'bubblewrap' : null,
    })
  })

  test('runs one process, which another portal adopts instead of starting a second', async () => {
    expect(driver.isAlive(running)).toBe(true)
    const other = start()
    expect(await other.listServices()).toEqual([serviceId])
    expect(await other.ensureRunning(target)).toEqual(running)
    // bubblewrap reports where its program starts.
    expect(await Bun.file(`/proc/${running.pid}/environ`).text()).toBe(isIsolated ? 'PWD=/\0' : '')
    const children = await Bun.file(`/proc/${running.pid}/task/${running.pid}/children`).text()
    expect(children.trim()).toBe('')
    expect(await driver.readMemoryBytes(running)).toBeGreaterThan(500_000)
  })

  test('leaves nothing when stopped, and restarts after a kill', async () => {
    process.kill(running.pid, 'SIGKILL')
    await until(async () => !driver.isAlive(running))
    const second = await driver.ensureRunning(target)
    expect(second.pid).not.toBe(running.pid)
    running = second
    expect((await get('/')).status).toBe(200)
    await driver.ensureStopped(serviceId)
    await driver.ensureStopped(serviceId)
    expect(driver.isAlive(second)).toBe(false)
    expect(await readdir(join(folder, 'run'))).toEqual(['portal.alive'])
    expect(await driver.listServices()).toEqual([])
  })

  if (isIsolated) {
    test('isolates a process to its own files, without other processes or a network', async () => {
      const inside = `/proc/${running.pid}/root`
      writeFileSync(join(folder, 'portal.db'), 'somebody else’s')
      expect(await readdir(join(inside, folder, 'services'))).toEqual([serviceId])
      expect(existsSync(join(inside, folder, 'portal.db'))).toBe(false)
      expect(existsSync(join(inside, '/root'))).toBe(false)
      expect(existsSync(join(inside, '/home'))).toBe(false)
      const processes = (await readdir(join(inside, 'proc'))).filter((entry) => /^\d+$/.test(entry))
      expect(processes).toEqual(['1'])
      const interfaces = await Bun.file(`/proc/${running.pid}/net/dev`).text()
      expect([...interfaces.matchAll(/^ *(\w+):/gm)].map(([, device]) => device)).toEqual(['lo'])
      const status = await Bun.file(`/proc/${running.pid}/status`).text()
      expect(status).toMatch(/^CapEff:\t0+$/m)
    })
  }

  test('serves the folder that replaced the original', async () => {
    renameSync(root, `${root}.previous`)
    lay({ 'index.html': '<h1>restored</h1>' })
    expect(await (await get('/')).text()).toBe('<h1>restored</h1>')
    rmSync(`${root}.previous`, { recursive: true })
  })

  test('serves files with type, length and validators, supports ranges, and serves folders by their index', async () => {
    lay({ 'a b/ü "x";{}.txt': '0123456789', 'css/site.css': 'body{}', 'docs/index.html': 'docs' })
    const path = `/a%20b/${encodeURIComponent('ü "x";{}.txt')}`
    const whole = await get(path)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(typeOf(whole)).toBe('text/plain;charset=utf-8')
    expect(whole.headers.get('content-length')).toBe('10')
    const etag = whole.headers.get('etag') ?? ''
    const date = whole.headers.get('last-modified') ?? ''
    expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await get(path, { headers: { 'if-modified-since': date } })).status).toBe(304)
    const part = await get(path, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    const behind = await get(path, { headers: { range: 'bytes=10-' } })
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    const head = await get(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    expect(typeOf(await get('/css/site.css'))).toBe('text/css;charset=utf-8')
    expect(await (await get('/')).text()).toBe('<h1>home</h1>')
    expect(await (await get('/docs/')).text()).toBe('docs')
    const bare = await get('/docs?a')
    expect(bare.status).toBe(301)
    // Without a host, so that it works at any address of the site.
    expect(bare.headers.get('location')).toMatch(/^(\.|)\/docs\/\?a$/)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await get('/css/site.css', { method })).status).toBe(405)
  })

  test('sends the precompressed file to clients that accept it', async () => {
    const packed = Bun.gzipSync('x'.repeat(1_000))
    lay({ 'app.js': 'x'.repeat(1_000), 'app.js.gz': packed })
    const small = await get('/app.js', { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers.get('content-encoding')).toBe('gzip')
    expect(typeOf(small)).toBe('text/javascript;charset=utf-8')
    expect(small.headers.get('vary')).toBe('Accept-Encoding')
    expect((await small.bytes()).length).toBe(packed.length)
    const plain = await get('/app.js', { headers: { 'accept-encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), (await plain.text()).length]).toEqual([null, 1_000])
  })

  test('hides dot files, does not follow symlinks, and never leaves its folder', async () => {
    const secret = join(folder, 'secret.txt')
    writeFileSync(secret, 'secret')
    lay({
      '.env': 'secret',
      'a/.git/config': 'secret',
      '.well-known/security.txt': 'public',
      'empty/a.txt': '',
    })
    symlinkSync(secret, join(root, 'link.txt'))
    symlinkSync(folder, join(root, 'above'))
    for (const path of [
      '/.env',
      '/a/.git/config',
      '/link.txt',
      '/above/secret.txt',
      '/above/',
      '/empty/',
      '/none',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    for (const path of ['/%2e%2e%2fsecret.txt', '/a/..%2f..%2f..%2fsecret.txt', '/a%00.txt']) {
      const answer = await get(path)
      expect(answer.status).toBeWithin(400, 500)
      expect(await answer.text()).not.toContain('secret')
    }
    expect(await (await get('/.well-known/security.txt')).text()).toBe('public')
  })

  test('answers missing paths with the customer’s own page', async () => {
    expect((await get('/none')).status).toBe(404)
    lay({ '404.html': 'nothing here' })
    const missing = await get('/none/at/all')
    expect([missing.status, await missing.text()]).toEqual([404, 'nothing here'])
    expect(typeOf(missing)).toBe('text/html;charset=utf-8')
  })

  test('logs the address that the gateway passes on', async () => {
    await get('/?from=the-log', {
      headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'a "quoted"\tagent' },
    })
    const line = await until(async () =>
      (await driver.readLog(serviceId, 200)).find((entry) => entry.includes('from=the-log')),
    )
    expect(line).toMatch(
      /^203\.0\.113\.9 - - \[.+\] "GET \/\?from=the-log HTTP\/1\.1" 200 13 "-" "a .*agent"$/,
    )
    for (const entry of await driver.readLog(serviceId, 200)) expect(entry).not.toContain(folder)
  })
})

describe.if(hasNginx)('the nginx driver', () => {
  test('refuses a folder whose path its configuration cannot hold', async () => {
    const folder = join(makeTestFolder(), 'a$b')
    const driver = openNginx(folder, plain)
    mkdirSync(folder)
    const target = {
      userId: 'u',
      serviceId: Bun.randomUUIDv7(),
      root: join(folder, 'x'),
      memoryBytes: 1,
      cpuPercent: 1,
    }
    await expect(driver.ensureRunning(target)).rejects.toThrow(/nginx cannot serve a path with \$/)
    rmSync(dirname(folder), { recursive: true })
  })

  test('says how to install nginx when it is missing', async () => {
    const driver = createNginxDriver({ ...plain, dataDir: makeTestFolder(), program: null })
    const message = 'nginx is not installed: apt-get install nginx-light'
    expect(await driver.check()).toEqual({ isHealthy: false, version: null, message, isolation: null })
  })
})
