import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { listFiles, serveFiles } from './static.ts'

const script = 'console.log("hello")\n'.repeat(100)
let folder: string
let serve: Awaited<ReturnType<typeof serveFiles>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'))
  await Bun.write(join(folder, 'assets/app-1.js'), script)
  await Bun.write(join(folder, 'assets/app-1.js.br'), brotliCompressSync(script))
  await Bun.write(join(folder, 'assets/app-1.js.gz'), gzipSync(script))
  await Bun.write(join(folder, 'favicon.svg'), '<svg/>')
  await Bun.write(join(folder, 'manifest.json'), '{}')
  serve = await serveFiles(await listFiles(folder))
})

afterAll(() => rm(folder, { recursive: true }))

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Response {
  const answer = serve(new Request(`http://localhost${path}`, { method, headers }))
  if (!answer) throw new Error('not served')
  return answer
}

describe('a built file', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['', null],
  ])('requested with %p is sent as %p', async (accept, encoding) => {
    const answer = get('/assets/app-1.js', { 'accept-encoding': accept })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    const bytes = await answer.bytes()
    const text = encoding === null ? new TextDecoder().decode(bytes) : null
    expect(text ?? script).toBe(script)
    expect(bytes.length < script.length).toBe(encoding !== null)
  })

  test('is cached forever when its name has a hash, and for an hour otherwise', () => {
    expect(get('/assets/app-1.js').headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(get('/favicon.svg').headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('has its content type, and forbids sniffing', () => {
    const { headers } = get('/assets/app-1.js')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is not sent again to a client that already has it', () => {
    const first = get('/assets/app-1.js', { 'accept-encoding': 'br' })
    const etag = first.headers.get('etag') ?? ''
    expect(get('/assets/app-1.js', { 'accept-encoding': 'br', 'if-none-match': `W/${etag}` }).status).toBe(
      304,
    )
    expect(get('/assets/app-1.js', { 'accept-encoding': 'gzip', 'if-none-match': etag }).status).toBe(200)
  })

  test('is answered to HEAD with its length and without a body', async () => {
    const answer = get('/favicon.svg', {}, 'HEAD')
    expect(answer.headers.get('content-length')).toBe('6')
    expect(await answer.text()).toBe('')
  })
})

describe('a request that matches no built file', () => {
  test('is a 404 under /assets', () => {
    for (const path of ['/assets/app-2.js', '/assets/../manifest.json.br', '/assets/%2e%2e/manifest.json']) {
      const answer = serve(new Request(`http://localhost${path}`))
      expect(answer === null || answer.status === 404).toBe(true)
    }
    expect(get('/assets/app-2.js').status).toBe(404)
  })

  test.each(['/', '/domains', '/manifest.json', '/assets/app-1.js.br'])(
    'to %s is not answered with a file',
    (path) => {
      const answer = serve(new Request(`http://localhost${path}`))
      expect(answer?.status ?? 404).toBe(404)
    },
  )

  test('is left to other handlers when its method is unsafe', () => {
    expect(serve(new Request('http://localhost/assets/app-1.js', { method: 'POST' }))).toBeNull()
  })
})
