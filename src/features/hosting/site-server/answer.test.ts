import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { makeTestFolder } from '#test/support/folders.ts'
import { answerLost, answerRequest } from './answer.ts'

let folder: string
let root: string
const modified = new Date('2026-11-20T06:30:05.500Z')
const big = new Uint8Array(700_000).map((_, at) => at % 251)

const put = async (path: string, data: string | Uint8Array) => {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), data)
  await utimes(join(root, path), modified, modified)
}

beforeAll(async () => {
  folder = makeTestFolder()
  root = join(folder, 'public')
  await mkdir(root)
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await put('index.html', '<h1>home</h1>')
  await put('shop/index.html', '<h1>shop</h1>')
  await put('empty/file.txt', '')
  await put('style.css', 'body { color: red }')
  await put('style.css.br', brotliCompressSync('body { color: red }'))
  await put('style.css.gz', gzipSync('body { color: red }'))
  await put('big.bin', big)
  await put('größe & co.txt', 'umlaut')
  await put('.env', 'SECRET=1')
  await put('.git/config', 'secret')
  await put('.well-known/security.txt', 'Contact: us')
  await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'))
  await symlink(folder, join(root, 'out'))
  await symlink(join(root, 'shop'), join(root, 'store'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  answerRequest(root, new Request(`http://site.test${path}`, { method, headers }))

describe('a file', () => {
  test.each([
    ['/', '<h1>home</h1>', 'text/html'],
    ['/shop/', '<h1>shop</h1>', 'text/html'],
    ['/shop/?a=1', '<h1>shop</h1>', 'text/html'],
    ['/style.css', 'body { color: red }', 'text/css'],
    ['/empty/file.txt', '', 'text/plain'],
    ['/gr%C3%B6%C3%9Fe%20%26%20co.txt', 'umlaut', 'text/plain'],
    // The same name as a Mac types it.
    ['/gro%CC%88%C3%9Fe%20%26%20co.txt', 'umlaut', 'text/plain'],
    ['/.well-known/security.txt', 'Contact: us', 'text/plain'],
    ['/store/index.html', '<h1>shop</h1>', 'text/html'],
  ])('%s', async (path, text, type) => {
    const response = await ask(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(new RegExp(`^${type}; ?charset=utf-8$`))
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(await response.text()).toBe(text)
  })

  test('is read again after a change', async () => {
    await put('changing.txt', 'before')
    const first = await ask('/changing.txt')
    await put('changing.txt', 'after it')
    const second = await ask('/changing.txt')
    expect([await first.text(), await second.text()]).toEqual(['before', 'after it'])
    expect(first.headers.get('etag')).not.toBe(second.headers.get('etag'))
  })

  test('answers HEAD without a body', async () => {
    const response = await ask('/big.bin', {}, 'HEAD')
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '700000'])
  })

  test('leaves no file descriptor open', async () => {
    const open = async () => (await readdir('/proc/self/fd')).length
    await ask('/')
    const before = await open()
    for (const path of ['/', '/shop', '/link.txt', '/none', '/style.css', '/big.bin', '/out/secret.txt'])
      await (await ask(path, { 'accept-encoding': 'br', range: 'bytes=0-1' })).arrayBuffer()
    await (await ask('/style.css', { 'accept-encoding': 'br' })).arrayBuffer()
    expect(await open()).toBeLessThanOrEqual(before)
  })
})

describe('a client that already has a file', () => {
  test('gets 304 by tag or by date', async () => {
    const { headers } = await ask('/')
    const etag = headers.get('etag') ?? ''
    expect(headers.get('last-modified')).toBe('Fri, 20 Nov 2026 06:30:05 GMT')
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await ask('/', { 'if-none-match': known })).status).toBe(304)
    expect((await ask('/', { 'if-modified-since': 'Fri, 20 Nov 2026 06:30:05 GMT' })).status).toBe(304)
  })

  test('gets the file when it has changed', async () => {
    expect((await ask('/', { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await ask('/', { 'if-modified-since': 'Fri, 20 Nov 2026 06:30:04 GMT' })).status).toBe(200)
    expect((await ask('/', { 'if-modified-since': 'yesterday' })).status).toBe(200)
    const both = { 'if-none-match': '"other"', 'if-modified-since': 'Fri, 20 Nov 2026 06:30:05 GMT' }
    expect((await ask('/', both)).status).toBe(200)
  })
})

describe('a range', () => {
  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=699990-', 699_990, 700_000],
    ['bytes=-5', 699_995, 700_000],
    ['bytes=100-400000', 100, 400_001],
    ['bytes=699999-900000', 699_999, 700_000],
  ])('%s is answered', async (range, start, end) => {
    const response = await ask('/big.bin', { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/700000`)
    expect(await response.bytes()).toEqual(big.slice(start, end))
  })

  test.each(['bytes=700000-', 'bytes=-0'])('%s beyond the end is 416', async (range) => {
    const response = await ask('/big.bin', { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */700000'])
  })

  test.each(['bytes=5-4', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b'])(
    '%s is invalid and answered with the whole file',
    async (range) => {
      const response = await ask('/big.bin', { range })
      expect([response.status, (await response.bytes()).length]).toEqual([200, 700_000])
    },
  )

  test('applies only to the version named by If-Range', async () => {
    const etag = (await ask('/big.bin')).headers.get('etag') ?? ''
    const status = async (condition: string) =>
      (await ask('/big.bin', { range: 'bytes=0-9', 'if-range': condition })).status
    expect([await status(etag), await status('"other"')]).toEqual([206, 200])
    expect(await status('Fri, 20 Nov 2026 06:30:05 GMT')).toBe(206)
    expect(await status('Thu, 19 Nov 2026 06:30:05 GMT')).toBe(200)
  })
})

describe('a precompressed file', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['', null],
  ])('for "%s" is sent as %s', async (accepted, coding) => {
    const response = await ask('/style.css', { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('content-type')).toStartWith('text/css')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('has its own ETag, and no ranges', async () => {
    const tag = async (accepted: string) =>
      (await ask('/style.css', { 'accept-encoding': accepted })).headers.get('etag')
    expect(new Set([await tag('br'), await tag('gzip'), await tag('')]).size).toBe(3)
    const part = await ask('/style.css', { 'accept-encoding': 'br', range: 'bytes=0-3' })
    expect([part.status, part.headers.get('content-encoding'), await part.text()]).toEqual([
      206,
      null,
      'body',
    ])
  })
})

describe('a folder', () => {
  test.each([
    ['/shop', './shop/'],
    ['/shop?a=b', './shop/?a=b'],
    ['//shop', './shop/'],
  ])('requested as %s redirects to %s, below any prefix', async (path, location) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('location')]).toEqual([301, location])
  })

  test('without an index page is not listed', async () => {
    expect((await ask('/empty/')).status).toBe(404)
  })
})

describe('a path outside the site', () => {
  test.each([
    ['/none', 404],
    ['/index.html/more', 404],
    ['/.env', 404],
    ['/.git/config', 404],
    ['/shop/.well-known/x', 404],
    ['/link.txt', 404],
    ['/out/secret.txt', 404],
    ['/out/', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/..%2fsecret.txt', 400],
    ['/shop/..%2f..%2fsecret.txt', 400],
    ['/shop%5c..%5csecret.txt', 400],
    ['/index.html%00.txt', 400],
    ['/%ff', 400],
  ])('%s is %d', async (path, status) => {
    const response = await ask(path)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('secret')
  })

  test('rejects other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const response = await ask('/', {}, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('shows the customer’s own page if there is one', async () => {
    expect(await (await ask('/none')).text()).toContain('Not Found')
    await put('404.html', '<h1>lost?</h1>')
    const response = await ask('/none/deeper', { 'if-none-match': '*', range: 'bytes=0-1' })
    expect([response.status, await response.text()]).toEqual([404, '<h1>lost?</h1>'])
    await rm(join(root, '404.html'))
  })

  test('is 404 when the root itself is missing', async () => {
    expect((await answerRequest(join(folder, 'gone'), new Request('http://site.test/'))).status).toBe(404)
  })
})

test('a file removed during its answer is missing, not a server error', async () => {
  await put('going.bin', big)
  const server = Bun.serve({
    port: 0,
    error: answerLost,
    async fetch(request) {
      const answer = await answerRequest(root, request)
      await rm(join(root, 'going.bin'))
      return answer
    },
  })
  try {
    expect((await fetch(new URL('/going.bin', server.url))).status).toBe(404)
  } finally {
    await server.stop(true)
  }
})
