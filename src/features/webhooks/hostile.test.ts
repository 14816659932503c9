import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { makeCertificate } from '#test/support/certificate.ts'
import { startTestDns, type TestDns } from '#test/support/dns.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createWebhookApp } from '#test/support/webhooks.ts'
import { post } from './drivers/post.ts'
import { isPublicAddress } from './drivers/public-address.ts'
import { readTarget, resolveTarget } from './drivers/target.ts'

describe('an address', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
    ],
    ...[
      '169.254.169.254',
      '100.64.0.1',
      '100.127.255.255',
      '224.0.0.1',
      '239.1.1.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
    ...[
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:8.8.8.8.',
      '0:0:0:0:0:ffff:0a00:0001',
    ],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fe80::1%lo',
      'fec0::1',
      'ff02::1',
    ],
    ...[
      '2001:db8::1',
      '2002:7f00:1::',
      '2001::1',
      '100::1',
      '3fff::1',
      '5f00::1',
      'localhost',
      '',
      '1.2.3',
      '0x7f.1',
    ],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('a portal that allows only public addresses', () => {
  let world: Awaited<ReturnType<typeof createWebhookApp>>
  let dns: TestDns
  beforeAll(async () => {
    dns = await startTestDns([
      [
        'hostile.example',
        [
          'loop A 127.0.0.1',
          'metadata A 169.254.169.254',
          'mixed A 8.8.8.8',
          'mixed A 10.0.0.1',
          'six AAAA ::1',
          'mapped AAAA ::ffff:10.0.0.1',
          'good A 8.8.8.8',
        ],
      ],
    ])
    world = await createWebhookApp({ DNS_RESOLVERS: `127.0.0.1:${dns.port}` })
  })
  afterAll(async () => {
    dns.close()
    await world.app.close()
  })

  test.each([
    'http://example.com/hook',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://user:password@example.com/',
    'https://portal.test/api/user',
    'https://PORTAL.test./hook',
    'https://admin.portal.test/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//example.com',
    'no address',
    '',
  ])('rejects %s immediately, with a reason', async (url) => {
    const { status, body } = await world.call('POST', '', { url })
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([422, ['url']])
  })

  test.each(['loop', 'metadata', 'mixed', 'six', 'mapped'])(
    'sends nothing to %s.hostile.example',
    async (label) => {
      const url = `https://${label}.hostile.example/`
      const { id } = await world.add(url)
      await world.call('POST', `/${id}/test`, {})
      await world.app.work()
      expect(await world.deliveries(id)).toMatchObject([
        { status: 'queued', statusCode: null, problem: expect.stringContaining('is not public') },
      ])
      await world.call('DELETE', `/${id}`)
    },
  )

  test('reports a name without an address, and connects to the resolved address of a valid one', async () => {
    const resolve = (name: string) =>
      resolveTarget(world.app.deps, readTarget(world.app.deps, `https://${name}/`))
    await expect(resolve('none.hostile.example')).rejects.toThrow('has no address')
    expect(await resolve('good.hostile.example')).toBe('8.8.8.8')
  })
})

describe('a receiver', () => {
  const send = (url: string, more: { ca?: string; limitMs?: number; address?: string } = {}) =>
    post({ address: '127.0.0.1', ...more, url: new URL(url), headers: { 'webhook-id': '1' }, body: '{}' })
  const listen = async (onBytes: (socket: import('node:net').Socket) => void) => {
    const server: Server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => onBytes(socket))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { port: number }
    return { url: `http://rebound.example:${port}/`, close: () => server.close() }
  }

  test('is reached at the checked address, whatever its name resolves to now, with its name in TLS and Host', async () => {
    const { cert, key } = makeCertificate('rebound.example')
    const hosts: (string | null)[] = []
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: { cert, key },
      fetch(request) {
        hosts.push(request.headers.get('host'))
        return new Response('fine')
      },
    })
    const port = server.port
    expect(await send(`https://rebound.example:${port}/`, { ca: cert })).toMatchObject({
      statusCode: 200,
      problem: null,
    })
    expect(hosts).toEqual([`rebound.example:${port}`])
    const untrusted = await send(`https://rebound.example:${port}/`)
    const other = await send(`https://other.example:${port}/`, { ca: cert })
    expect([untrusted.problem, other.problem]).toEqual(
      Array(2).fill('The receiver’s certificate is not valid for its name.'),
    )
    await server.stop(true)
  })

  test('is not followed to its redirect', async () => {
    const inner = startReceiver()
    const outer = startReceiver(() => Response.redirect(inner.url, 307))
    expect(await send(outer.url)).toMatchObject({
      statusCode: 307,
      problem: expect.stringContaining('sent a redirect'),
    })
    expect(inner.got).toEqual([])
    await Promise.all([inner.close(), outer.close()])
  })

  test('times out when it hangs or drips', async () => {
    const hanging = await listen(() => {})
    const dripping = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    for (const { url, close } of [hanging, dripping]) {
      expect(await send(url, { limitMs: 300 })).toMatchObject({
        statusCode: null,
        problem: 'The receiver did not answer within 0.3 seconds.',
      })
      close()
    }
  })

  test('sending an endless response is read up to a limit, and its answer stored in part', async () => {
    let written = 0
    const huge = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write('y'.repeat(65_536))) written += 65_536
        written += 65_536
      }
      socket.on('drain', more)
      more()
    })
    const { statusCode, answer } = await send(huge.url)
    expect([statusCode, answer]).toEqual([200, 'y'.repeat(1_024)])
    expect(written).toBeLessThan(64 * 1024 * 1024)
    huge.close()
  })

  test('sending an invalid response, closing early or not listening is a failure', async () => {
    const nonsense = await listen((socket) => socket.end('220 mail.example ESMTP\r\n'))
    const broken = await listen((socket) => socket.destroy())
    const gone = await listen(() => {})
    gone.close()
    for (const { url } of [nonsense, broken, gone]) {
      expect(await send(url, { limitMs: 2_000 })).toMatchObject({
        statusCode: null,
        problem: expect.any(String),
      })
    }
    nonsense.close()
    broken.close()
  })
})
