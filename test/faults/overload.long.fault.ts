import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { trusting } from './journey.ts'

// Limits on the memory and time that one account, or a few dozen connections, can take from the portal.

const mb = 1_000_000
const files = 60
const unread = 30

let portal: RunningServer
let cookie: string
beforeAll(async () => {
  portal = await startServer({ env: trusting })
  const person = { email: 'a@example.com', mobile: '9812345678', password: 'a long enough password' }
  const answer = await send('/api/register', person)
  cookie = answer.headers.getSetCookie().join('; ').split(';')[0] ?? ''
})
afterAll(() => portal.stop())

const send = (path: string, json: unknown) =>
  fetch(portal.url + path, {
    method: 'POST',
    headers: { cookie: cookie ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })

/** The portal’s peak memory since its start, in MB. */
async function peakMb(): Promise<number> {
  const status = await Bun.file(`/proc/${portal.pid}/status`).text()
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000
}

/** A connection that requests a path and never reads the answer. */
async function requestUnread(path: string) {
  const { hostname, port, host } = new URL(portal.url)
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: () => {}, error: () => {}, close: () => {} },
  })
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`)
  return socket
}

const inFlight = async (): Promise<number> => {
  const text = await (await fetch(`${portal.url}/metrics`)).text()
  return Number(/^portal_requests_in_flight (\d+)$/m.exec(text)?.[1])
}

test('thirty unread lists of 60 MB each use no more memory than a few answers', async () => {
  const { id: projectId } = (await (await send('/api/projects', { name: 'Large' })).json()) as { id: string }
  // JSON doubles its length: the 4 MiB of an answer then exceed the buffers of a connection.
  const content = '"'.repeat(mb)
  for (let i = 0; i < files; i += 1) {
    const { status } = await send('/api/projects/files', { projectId, name: `${i}.md`, type: 'md', content })
    expect(status).toBe(201)
  }
  const before = await peakMb()
  const sockets = await Promise.all(Array.from({ length: unread }, () => requestUnread('/api/projects')))
  await until('waiting', async () => (await inFlight()) > 5)
  expect((await fetch(`${portal.url}/health`)).status).toBe(200)
  // Requests queued behind unread answers are refused, or answered after them.
  await until('settled', async () => (await inFlight()) <= 1)
  for (const socket of sockets) socket.terminate()
  expect((await peakMb()) - before).toBeLessThan(150)
  const calls = Array.from({ length: 10 }, () => 'projects.list').join(',')
  const batch = await fetch(`${portal.url}/api/trpc/${calls}?batch=1&input={}`, { headers: { cookie } })
  expect(batch.status).toBe(400)
  const read = await until('answered again', async () => {
    const answer = await fetch(`${portal.url}/api/projects`, { headers: { cookie } })
    return answer.ok && answer.bytes()
  })
  expect(read.byteLength).toBeLessThan(10 * mb)
})
