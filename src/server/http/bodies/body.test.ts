import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let server: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  app = await createTestApp()
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => app.portal.fetch(request, () => '192.0.2.1'),
  })
})
afterAll(async () => {
  await server.stop(true)
  await app.close()
})

test.each([
  ['/api/projects', 'application/json', '{"na'],
  ['/api/trpc/projects.create', 'application/json', '{"na'],
  ['/api/login', 'application/json', '{"em'],
  ['/auth', 'application/x-www-form-urlencoded', 'mode='],
  ['/contact', 'application/x-www-form-urlencoded', 'name='],
])(
  'a client that disconnects in the middle of a body to %s is not logged as a server error',
  async (path, type, begun) => {
    const { cookie } = await app.addCustomer()
    const answered = () => app.portal.counters.requests.get('4xx') ?? 0
    const before = answered()
    const host = `127.0.0.1:${server.port}`
    const head = [
      `POST ${path} HTTP/1.1`,
      `host: ${host}`,
      `cookie: ${cookie}`,
      `content-type: ${type}`,
      'content-length: 100',
    ]
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: server.port ?? 0,
      socket: { data: () => {}, error: () => {} },
    })
    socket.write(`${head.join('\r\n')}\r\n\r\n${begun}`)
    await until('in progress', () => app.portal.counters.inFlight > 0)
    socket.terminate()
    await until('answered', () => answered() > before)
    expect(app.portal.counters.requests.get('5xx')).toBeUndefined()
    expect(app.logged).toEqual([])
  },
)
