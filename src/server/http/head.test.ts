import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createApp } from '#app/app.ts'
import { listen } from '#app/commands/serve.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'
import { until } from '#test/support/until.ts'
import { openClientBuild } from '#web/client-build.ts'
import { heavyAtOnce } from './limits/heavy.ts'
import { streamLimits } from './live.ts'
import { serveFiles } from './static.ts'

const large = 'a'.repeat(1_000_000)
const missingId = Bun.randomUUIDv7()

let app: TestApp
let owner: FileOwner
let fileId: string
let listener: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
  fileId = (await owner.upload('large.txt', large)).id
  const project = await owner.call('POST', '/api/projects', { name: 'Large' })
  const file = { projectId: (project.body as { id: string }).id, name: 'a.md', type: 'md', content: large }
  await owner.call('POST', '/api/projects/files', file)
  const files = await serveFiles(new Map([['/some.txt', import.meta.path]]))
  const build = openClientBuild(
    { sources: '', entry: '/a.js', css: '/a.css', fonts: [], pages: {}, liveWorker: '/b.js' },
    [],
  )
  const portal = createApp(app.deps, { files, build })
  listener = await listen({ HOST: '127.0.0.1', PORT: 'auto', TRUSTED_PROXIES: [] }, portal)
})
afterAll(async () => {
  await listener.stop(true)
  await app.close()
})

type Head = { status: number; length: string | null; type: string | null; rest: string }

function readHead(text: string): Head {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const field = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1] ?? null
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  return { status, length: field('content-length'), type: field('content-type'), rest: text.slice(end + 4) }
}

const ask = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${owner.cookie}\r\n\r\n`

/** The responses on one connection; each request is sent after the previous response has arrived. */
async function send(...requests: string[]): Promise<string[]> {
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1')
  const answers: string[] = []
  for (const request of requests) {
    let answer = ''
    socket.removeAllListeners('data').on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.write(request)
    await until('an answer', () => answer.includes('\r\n\r\n'))
    answers.push(answer)
  }
  socket.destroy()
  return answers
}

const health = () => ask('GET', '/health')

describe('HEAD matches GET in status and type, gives its length or none, and keeps the connection usable, for', () => {
  test.each([
    ['/health', () => '/health'],
    ['a page', () => '/account'],
    ['a page for all', () => '/terms'],
    ['a missing page', () => '/nothing'],
    ['a file of the browser build', () => '/some.txt'],
    ['a missing one', () => '/assets/none.js'],
    ['a call', () => '/api/user'],
    ['a long answer', () => '/api/projects'],
    ['a public call', () => '/api/service-categories'],
    ['an unknown path', () => '/api/nothing'],
    ['a redirect', () => '/api/login'],
    ['a missing file', () => `/api/files/${missingId}/content`],
    ['a large file', () => `/api/files/${fileId}/content`],
    ['an archive', () => `/api/files/archive?ids=${fileId}`],
  ])('%s', async (_, pathOf) => {
    const path = pathOf()
    const [get = ''] = await send(ask('GET', path))
    const [head = '', next] = await send(ask('HEAD', path), health())
    const { length, ...shown } = readHead(head)
    const whole = readHead(get)
    expect(shown).toEqual({ status: whole.status, type: whole.type, rest: '' })
    expect([null, whole.length]).toContain(length)
    expect(next).toMatch(/^HTTP\/1\.1 200 .*{"ok":true}$/s)
  })

  test('the metrics endpoint', async () => {
    const [get = ''] = await send(ask('GET', '/metrics'))
    const [head = '', next] = await send(ask('HEAD', '/metrics'), health())
    const { status, type, length, rest } = readHead(head)
    expect([status, type, rest]).toEqual([200, readHead(get).type, ''])
    expect(type).toStartWith('text/plain')
    expect(Number(length)).toBeGreaterThan(100)
    expect(next).toMatch(/^HTTP\/1\.1 200 .*{"ok":true}$/s)
  })
})

test.each(['/health', '/account', '/api/user', '/api/nothing'])('HEAD %s gives the length', async (path) => {
  const [head = ''] = await send(ask('HEAD', path))
  expect(Number(readHead(head).length)).toBeGreaterThan(0)
})

test('HEAD holds neither an open stream nor a slot for large answers', async () => {
  for (const [path, times] of [
    ['/api/events', streamLimits.account + 1],
    ['/api/projects', 2 * heavyAtOnce],
  ] as const) {
    const answers = await send(...Array<string>(times).fill(ask('HEAD', path)), health())
    expect(answers.map((answer) => readHead(answer).status)).toEqual(Array(times + 1).fill(200))
  }
})
