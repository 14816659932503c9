import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { until } from '#test/support/portal.ts'
import { createGatewayApp, type GatewayApp, knownBytes } from '#test/support/sites.ts'

let app: GatewayApp['app']
let gateway: GatewayApp['gateway']
let serve: GatewayApp['serve']
let close: GatewayApp['close']
beforeEach(async () => {
  ;({ app, gateway, serve, close } = await createGatewayApp())
})
afterEach(() => close())

/** An endless answer, and the number of bytes read from it. */
function createEndless() {
  const seen = { bytes: 0, isLeft: false }
  const answer = () =>
    new Response(
      new ReadableStream({
        async pull(reader) {
          seen.bytes += 65_536
          reader.enqueue(knownBytes(65_536))
        },
        cancel() {
          seen.isLeft = true
        },
      }),
    )
  return { seen, answer }
}

describe('when a client disconnects', () => {
  test('the gateway stops reading from the web server', async () => {
    const { seen, answer } = createEndless()
    const site = await gateway.addSite(serve(answer))
    const leaving = new AbortController()
    const { body } = await fetch(`${site.base}/endless`, { signal: leaving.signal })
    await body?.getReader().read()
    leaving.abort()
    await until(async () => seen.isLeft)
    await until(async () => gateway.isIdle())
    expect(app.deps.traffic.of(site.id).bytesOut).toBeGreaterThanOrEqual(65_536)
  })

  test('buffers little of a slow visitor’s answer', async () => {
    const { seen, answer } = createEndless()
    const site = await gateway.addSite(serve(answer))
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: gateway.port,
      socket: { data: (connection) => void connection.pause() },
    })
    socket.write(`GET /sites/${site.id}/endless HTTP/1.1\r\nHost: a\r\n\r\n`)
    let before = -1
    // Reading stops once every buffer between the two is full.
    await until(async () => {
      const isStill = seen.bytes > 0 && seen.bytes === before
      before = seen.bytes
      await Bun.sleep(150)
      return isStill
    })
    expect(seen.bytes).toBeLessThan(32 * 1_024 * 1_024)
    socket.terminate()
    await until(async () => seen.isLeft)
  })

  test('an answer that the web server truncated does not look complete', async () => {
    const socketPath = `${app.dataDir}/broken.sock`
    const broken = Bun.listen({
      unix: socketPath,
      socket: {
        data(socket) {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly this')
          socket.end()
        },
      },
    })
    const site = await gateway.addSite(socketPath)
    const reading = fetch(`${site.base}/`).then((answer) => answer.text())
    expect(await reading.catch(() => 'broken off')).toBe('broken off')
    broken.stop(true)
  })
})
