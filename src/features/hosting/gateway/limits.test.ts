import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { sendRaw } from '#test/support/raw.ts'
import { createGatewayApp, type GatewayApp, knownBytes } from '#test/support/sites.ts'
import { until } from '#test/support/until.ts'
import type { GatewayLimits } from './limits.ts'

setDefaultTimeout(30_000)

let own: GatewayApp
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await own.close()
})

const get = (path = '/', fields = '') => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n${fields}\r\n`
const waiting = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))

async function start(
  limits: Partial<GatewayLimits>,
  fetch: (request: Request) => Response | Promise<Response>,
  env = {},
) {
  own = await createGatewayApp(env, { checkMs: 20, ...limits })
  await own.gateway.addSite(own.serve(fetch), 'site.example')
  return own.gateway
}

/** A connection that sends and never reads. */
function hold(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => {})
  socket.pause()
  sockets.push(socket)
  return socket
}

const refusedBy = () => own.gateway.metrics().refused

describe('a client over its limits is refused without affecting others:', () => {
  test('requests over the limit of an address get 429 until one ends', async () => {
    const gateway = await start({ requestsPerAddress: 2 }, waiting)
    const first = hold(gateway.port, get())
    hold(gateway.port, get())
    await until('two requests', async () => gateway.metrics().requests === 2)
    const answer = await sendRaw(gateway.port, get())
    expect(answer).toStartWith('HTTP/1.1 429 Too Many Requests\r\n')
    expect(answer).toContain('retry-after: 5\r\n')
    expect(refusedBy().address).toBe(1)
    first.destroy()
    await until('room', async () => gateway.metrics().requests === 1)
  })

  test('the limit applies to the visitor address that a trusted proxy names', async () => {
    const gateway = await start({ requestsPerAddress: 1, connectionsPerAddress: 1 }, waiting, {
      TRUSTED_PROXIES: ['127.0.0.1'],
    })
    for (const address of ['203.0.113.1', '203.0.113.2', '2001:db8::1', '2001:db8:0:1::1'])
      hold(gateway.port, get('/', `X-Forwarded-For: ${address}\r\n`))
    await until('four requests', async () => gateway.metrics().requests === 4)
    const again = (address: string) => sendRaw(gateway.port, get('/', `X-Forwarded-For: ${address}\r\n`))
    expect(await again('203.0.113.1')).toStartWith('HTTP/1.1 429 ')
    expect(await again('2001:db8::2')).toStartWith('HTTP/1.1 429 ')
  })

  test('requests over the limit of a site get 503 while other sites are served', async () => {
    const gateway = await start({ requestsPerSite: 1 }, waiting)
    const other = await gateway.addSite(own.serve(() => new Response('other')))
    hold(gateway.port, get())
    await until('a request', async () => gateway.metrics().requests === 1)
    const answer = await fetch(gateway.url, { headers: { host: 'site.example' } })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain('This site is busy')
    expect(await (await fetch(`${other.base}/`)).text()).toBe('other')
  })

  test('requests over the total get 503', async () => {
    const gateway = await start({ requests: 1 }, waiting)
    hold(gateway.port, get())
    await until('a request', async () => gateway.metrics().requests === 1)
    expect(await sendRaw(gateway.port, get())).toStartWith('HTTP/1.1 503 ')
    expect(refusedBy().total).toBe(1)
  })

  test.each([
    ['per address', { connectionsPerAddress: 2 }, 429, 'address'],
    ['in all', { connections: 2 }, 503, 'total'],
  ] as const)(
    'connections %s over their limit get a page and are closed',
    async (_, limits, status, reason) => {
      const gateway = await start(limits, () => new Response('here'))
      const first = hold(gateway.port, '')
      hold(gateway.port, '')
      await until('two connections', async () => gateway.metrics().connections === 2)
      expect(await sendRaw(gateway.port, get())).toStartWith(`HTTP/1.1 ${status} `)
      expect(refusedBy()[reason]).toBe(1)
      first.destroy()
      await until('room', async () => gateway.metrics().connections === 1)
      expect(await sendRaw(gateway.port, get('/', 'Connection: close\r\n'))).toStartWith('HTTP/1.1 200 ')
    },
  )
})

describe('a slow client times out:', () => {
  const slow = { headMs: 100, bodyMs: 100, readMs: 150, silenceMs: 5_000, lingerMs: 100 }
  const read = async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength))

  test('an endless request head gets 408', async () => {
    const gateway = await start(slow, read)
    expect(await sendRaw(gateway.port, get().slice(0, -2))).toStartWith('HTTP/1.1 408 ')
    expect(refusedBy().slow).toBe(1)
  })

  test('an idle connection is closed silently', async () => {
    const gateway = await start(slow, read)
    expect(await sendRaw(gateway.port, '')).toBe('')
    await until('its end', async () => gateway.metrics().connections === 0)
  })

  test.each([
    ['a length', 'Content-Length: 50\r\n\r\nhel'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhel'],
  ])('a body with %s that stalls gets 408, and the web server is released', async (_, rest) => {
    const gateway = await start(slow, read)
    const answer = await sendRaw(gateway.port, `POST /a HTTP/1.1\r\nHost: site.example\r\n${rest}`)
    expect(answer).toStartWith('HTTP/1.1 408 ')
    await until('its end', async () => gateway.isIdle())
  })

  test('a body slower than the minimum rate counts as stalled', async () => {
    const gateway = await start({ ...slow, bodyBytes: 100 }, read)
    const trickle = ['POST /a HTTP/1.1\r\nHost: site.example\r\nContent-Length: 9999\r\n\r\n']
    expect(await sendRaw(gateway.port, [...trickle, ...Array.from({ length: 120 }, () => 'x')])).toStartWith(
      'HTTP/1.1 408 ',
    )
  })

  test('accepts a steady body whole, however long it takes', async () => {
    const gateway = await start({ ...slow, bodyMs: 200, bodyBytes: 1 }, read)
    const parts = Array.from({ length: 150 }, () => 'x'.repeat(20))
    const head = `POST /a HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\nContent-Length: ${150 * 20}\r\n\r\n`
    expect(await sendRaw(gateway.port, [head, ...parts])).toEndWith('\r\n3000')
  })

  test('a visitor who does not read is disconnected, and so is the web server', async () => {
    const gateway = await start(slow, () => new Response(knownBytes(30_000_000)))
    hold(gateway.port, get())
    await until('the cut', async () => refusedBy().slow === 1)
    await until('its end', async () => gateway.metrics().connections === 0)
    expect(gateway.metrics().requests).toBe(0)
  })

  test('an unresponsive web server gets an error page', async () => {
    const gateway = await start({ ...slow, silenceMs: 100 }, () => new Promise(() => {}))
    expect(await sendRaw(gateway.port, get())).toStartWith('HTTP/1.1 502 ')
  })
})

describe('memory for visitors who do not read', () => {
  test('is bounded: the visitor who has not read for the longest is disconnected', async () => {
    const heldBytes = 300_000
    const gateway = await start({ heldBytes }, () => new Response(knownBytes(20_000_000)))
    let most = 0
    for (let index = 0; index < 12; index += 1) hold(gateway.port, get())
    await until('cuts', async () => {
      most = Math.max(most, gateway.metrics().heldBytes)
      return refusedBy().memory > 2
    })
    expect(most).toBeLessThanOrEqual(heldBytes)
    const all = await fetch(gateway.url, { headers: { host: 'site.example' } })
    expect((await all.arrayBuffer()).byteLength).toBe(20_000_000)
  })

  test('does not grow with requests whose answers are never read', async () => {
    const gateway = await start({}, () => new Response(knownBytes(1_000_000)))
    hold(gateway.port, get().repeat(300))
    await until('a standstill', async () => {
      const before = gateway.metrics().served
      await Bun.sleep(100)
      return before > 0 && gateway.metrics().served === before
    })
    expect(gateway.metrics().served).toBeLessThan(60)
    expect(gateway.metrics().heldBytes).toBeLessThan(5_000_000)
  })
})
