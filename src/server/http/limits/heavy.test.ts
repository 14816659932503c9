import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createApp } from '#app/app.ts'
import { createTestApp, testOrigin } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { openClientBuild } from '#web/client-build.ts'
import { createHeavyCalls, heavyAtOnce, heavyInAll } from './heavy.ts'

const large = 'a'.repeat(1_000_000)
const answer = (text: string) => async () => new Response(text, { status: 200, headers: { etag: '"1"' } })

test('a page tells a signed-in browser which queries must not be batched', async () => {
  const app = await createTestApp()
  const { cookie } = await app.addCustomer()
  const manifest = { sources: '', entry: '', css: '', fonts: [], pages: {}, liveWorker: '' }
  const portal = createApp(app.deps, { files: () => null, build: openClientBuild(manifest, []) })
  const heavyQueriesOf = async (headers: Record<string, string>) => {
    const page = await portal.fetch(new Request(`${testOrigin}/contact`, { headers }), () => '192.0.2.1')
    const [, state = '{}'] = /id="state">(.*?)<\/script>/.exec(await page.text()) ?? []
    return JSON.parse(state).site.heavyQueries
  }
  const named: string[] = await heavyQueriesOf({ cookie })
  expect(named).toContain('projects.list')
  // Mutations are never batched; most queries may be.
  expect(named).not.toContain('databases.sql.run')
  expect(named).not.toContain('servers.list')
  expect(await heavyQueriesOf({})).toBeUndefined()
  await app.close()
})

test('a heavy call is refused in a batch with another one, even behind an escaped comma', async () => {
  const app = await createTestApp()
  const { cookie } = await app.addCustomer()
  for (const comma of [',', '%2C']) {
    const reply = await app.request(`/api/trpc/projects.list${comma}projects.list?batch=1&input={}`, {
      cookie,
    })
    expect(reply.body).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('cannot be batched'),
    })
  }
  expect((await app.request('/api/trpc/a%ZZ', { cookie })).status).toBe(400)
  await app.close()
})

test('a heavy answer arrives complete, with its status and headers', async () => {
  const response = await createHeavyCalls().answer('a', answer(large))
  expect([response.status, response.headers.get('etag')]).toEqual([200, '"1"'])
  expect(await response.text()).toBe(large)
})

test('failed calls and small answers hold no slot', async () => {
  const calls = createHeavyCalls()
  for (let i = 0; i < 3 * heavyAtOnce; i += 1) {
    const failing = calls.answer('a', async () => {
      throw new Error('no')
    })
    expect(await failing.catch(({ message }) => message)).toBe('no')
    expect((await calls.answer('a', answer('small'))).status).toBe(200)
  }
})

test('HEAD returns the headers of GET without a body and holds no slot', async () => {
  const app = await createTestApp()
  const { cookie } = await app.addCustomer()
  const project = await app.request('/api/projects', { cookie, json: { name: 'Large' } })
  const file = { projectId: (project.body as { id: string }).id, name: 'a.md', type: 'md', content: large }
  expect((await app.request('/api/projects/files', { cookie, json: file })).status).toBe(201)
  for (let i = 0; i < 2 * heavyAtOnce; i += 1) {
    const { status, text } = await app.request('/api/projects', { cookie, method: 'HEAD' })
    expect([status, text]).toEqual([200, ''])
  }
  expect((await app.request('/api/projects', { cookie })).text).toContain(large)
  await app.close()
})

describe('over a connection', () => {
  // More than the buffers of a connection take while the client does not read.
  const huge = 'a'.repeat(32_000_000)
  const waitMs = 100
  let close = async () => {}
  afterEach(() => close())

  /** Answers each user, named by the path, with `text`. */
  function serve({ text = huge, readMs = 60_000 } = {}) {
    const calls = createHeavyCalls({ waitMs, readMs })
    const server = Bun.serve({
      port: 0,
      // A client that reads nothing must stay connected, however long the test takes.
      idleTimeout: 255,
      fetch: ({ url }) =>
        calls
          .answer(new URL(url).pathname, answer(text))
          .catch(({ status }) => new Response(null, { status })),
    })
    close = () => server.stop(true)
    const read = async (user: string) => (await (await fetch(`${server.url}${user}`)).text()).length
    const statusOf = async (user: string) => {
      const { status, body } = await fetch(`${server.url}${user}`)
      await body?.cancel()
      return status
    }
    /** Sends a request and reads only the beginning of the answer. */
    const askAndNotRead = async (user: string) => {
      const socket = connect(server.port ?? 0, '127.0.0.1')
      socket.on('error', () => {})
      const begun = Promise.withResolvers<string>()
      socket.once('data', (bytes) => {
        socket.pause()
        begun.resolve(bytes.toString('latin1'))
      })
      socket.write(`GET /${user} HTTP/1.1\r\nhost: portal\r\n\r\n`)
      expect(await begun.promise).toStartWith('HTTP/1.1 200')
      return socket
    }
    return { read, statusOf, askAndNotRead }
  }

  test('an answer that was read frees its slot for the next', async () => {
    const { read } = serve({ text: large })
    for (let i = 0; i < 2 * heavyAtOnce; i += 1) expect(await read('a')).toBe(large.length)
  })

  test('a user with unread answers gets 429 without delaying others, and a disconnect frees the slot', async () => {
    const { read, statusOf, askAndNotRead } = serve()
    const unread = []
    for (let i = 0; i < heavyAtOnce; i += 1) unread.push(await askAndNotRead('a'))
    expect(await statusOf('a')).toBe(429)
    expect(await read('b')).toBe(huge.length)
    unread.pop()?.destroy()
    await until('let in again', async () => (await statusOf('a')) === 200)
    for (const socket of unread) socket.destroy()
  })

  test('while too many users leave answers unread, other users get 503 until one disconnects', async () => {
    const { statusOf, askAndNotRead } = serve()
    const unread = []
    for (let i = 0; i < heavyInAll; i += 1)
      unread.push(await askAndNotRead(`user-${Math.floor(i / heavyAtOnce)}`))
    expect(await statusOf('other')).toBe(503)
    unread.pop()?.destroy()
    await until('let in', async () => (await statusOf('other')) === 200)
    for (const socket of unread) socket.destroy()
  })

  test('an answer that is read too slowly is cut off, which frees its slot', async () => {
    const { statusOf, askAndNotRead } = serve({ readMs: 2_500 })
    const slow = []
    for (let i = 0; i < heavyAtOnce; i += 1) slow.push(await askAndNotRead('a'))
    expect(await statusOf('a')).toBe(429)
    await until('let in again', async () => (await statusOf('a')) === 200)
    const [socket] = slow
    let length = 0
    const cut = new Promise((resolve) => socket?.on('close', resolve))
    socket?.on('data', (bytes: Buffer) => {
      length += bytes.byteLength
    })
    socket?.resume()
    await cut
    expect(length).toBeLessThan(huge.length)
    for (const each of slow) each.destroy()
  })
})
