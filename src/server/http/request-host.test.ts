import { afterAll, describe, expect, test } from 'bun:test'
import { sendRaw } from '#test/support/raw.ts'
import { withReadableHost } from './request-host.ts'

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request, server) {
    const readable = withReadableHost(request, () => server.url.origin)
    return readable instanceof Response ? readable : new Response(`at ${new URL(readable.url).pathname}`)
  },
})
afterAll(() => server.stop(true))
const ask = async (text: string) => (await sendRaw(server.port ?? 0, text)).split('\r\n\r\n')

describe('the Host header', () => {
  test.each(['a', 'A.example:8080', '127.0.0.1:3000', '[::1]:3000', 'localhost', 'a:', 'a:0080', '[::1]:'])(
    '%s is accepted',
    async (host) => {
      expect((await ask(`GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))[1]).toBe('at /x')
    },
  )

  test.each([
    'a b',
    '',
    'a/b',
    'a@b',
    'a?b',
    'a#b',
    'a:65536',
    'a:99999',
    '1.2.3.999',
    'a:port',
    '%41',
    'a,b',
    'a\r\nHost: b',
    'http://a',
    '[::1',
    '[zz]',
    '\xff',
    'a..b',
    'a\\b',
  ])('%j is refused with 400', async (host) => {
    const [head, body = ''] = await ask(
      `GET /zz/metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(head).toStartWith('HTTP/1.1 400 ')
    expect(JSON.parse(body)).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('may be missing only in an HTTP/1.0 health check', async () => {
    expect((await ask('GET /health HTTP/1.0\r\n\r\n'))[1]).toBe('at /health')
    for (const path of ['/', '/metrics', '/health/', '//health', '/health?x'])
      expect((await ask(`GET ${path} HTTP/1.0\r\n\r\n`))[0]).toStartWith('HTTP/1.1 400 ')
    expect((await ask('POST /health HTTP/1.0\r\nContent-Length: 0\r\n\r\n'))[0]).toStartWith('HTTP/1.1 400 ')
  })
})
