import { afterEach, describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { ask, framed, rcodeOf, startTestDns, type TestDns } from '#test/support/dns.ts'
import { until } from '#test/support/until.ts'

const [A, TXT] = [1, 16]
const opened: (TestDns | { close(): void })[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})

const limits = { idleMs: 60_000, connections: 50, perAddress: 50 }
const texts = Array.from({ length: 25 }, (_, at) => `long TXT ${at}${'x'.repeat(2_000)}`)

async function start(changed: Partial<typeof limits> = {}) {
  const zone: [string, string[]] = ['example.com', ['@ A 192.0.2.1', ...texts]]
  const server = await startTestDns([zone], { limits: { ...limits, ...changed } })
  opened.push(server)
  return server
}

/** A connection with the messages received on it. */
function dial({ port }: TestDns, options: { isSlow?: boolean } = {}) {
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  let bytes = Buffer.alloc(0)
  let isClosed = false
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  if (!options.isSlow)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk as Buffer])
    })
  const messages = (): Buffer[] => {
    const found: Buffer[] = []
    for (let at = 0; at + 2 <= bytes.length; ) {
      const end = at + 2 + bytes.readUInt16BE(at)
      if (end > bytes.length) break
      found.push(bytes.subarray(at + 2, end))
      at = end
    }
    return found
  }
  opened.push({ close: () => socket.destroy() })
  return { socket, messages, isClosed: () => isClosed }
}

const question = (id: number, name = 'example.com', type = A) => framed(ask(name, type, { id }))
const idsOf = (messages: Buffer[]) => messages.map((message) => message.readUInt16BE(0))

describe('a TCP connection', () => {
  test('gets answers to many queries, in their order', async () => {
    const { socket, messages } = dial(await start())
    socket.write(Buffer.concat(Array.from({ length: 300 }, (_, id) => question(id))))
    await until('300 answers', () => messages().length === 300)
    expect(idsOf(messages())).toEqual(Array.from({ length: 300 }, (_, id) => id))
  })

  test('gets answers longer than a datagram', async () => {
    const { socket, messages } = dial(await start())
    socket.write(question(1, 'long.example.com', TXT))
    const [answer] = await until('an answer', () => (messages().length > 0 ? messages() : null))
    expect(answer?.length).toBeGreaterThan(50_000)
    expect(answer?.readUInt16BE(6)).toBe(25)
  })

  test('may send its query byte by byte', async () => {
    const { socket, messages } = dial(await start())
    socket.setNoDelay(true)
    for (const byte of question(9)) {
      socket.write(Buffer.from([byte]))
      await new Promise((done) => setImmediate(done))
    }
    await until('an answer', () => messages().length === 1)
    expect(rcodeOf(messages()[0])).toBe(0)
  })

  test('gets its last answers after it has closed its sending side', async () => {
    const { socket, messages, isClosed } = dial(await start())
    socket.end(Buffer.concat([question(1), question(2)]))
    await until('the end', isClosed)
    expect(idsOf(messages())).toEqual([1, 2])
  })

  test('ends when it is silent for too long, even in the middle of a query', async () => {
    const server = await start({ idleMs: 50 })
    const [silent, halfway] = [dial(server), dial(server)]
    halfway.socket.write(question(1).subarray(0, 10))
    await until('both ends', () => silent.isClosed() && halfway.isClosed())
    expect(server.connections()).toBe(0)
  })

  test('ends when it reads none of its answers, which wait without filling the memory', async () => {
    const server = await start({ idleMs: 300 })
    const { socket, isClosed } = dial(server, { isSlow: true })
    socket.pause()
    const many = Buffer.concat(
      Array.from({ length: 1_000 }, (_, id) => question(id, 'long.example.com', TXT)),
    )
    socket.write(many)
    await until('the end', () => isClosed() || server.connections() === 0)
  })

  test('ends when it keeps asking without reading its answers', async () => {
    const server = await start()
    const { socket } = dial(server, { isSlow: true })
    socket.pause()
    const many = Buffer.concat(
      Array.from({ length: 10_000 }, (_, id) => question(id, 'long.example.com', TXT)),
    )
    socket.write(many)
    await until('the end', () => server.connections() === 0 && socket.bytesWritten > 0)
  })

  test('is limited in number per address', async () => {
    const server = await start({ perAddress: 2 })
    const first = [dial(server), dial(server)]
    await until('two connections', () => server.connections() === 2)
    const third = dial(server)
    await until('its end', third.isClosed)
    expect(first.map(({ isClosed }) => isClosed())).toEqual([false, false])
  })

  test('replaces the one that was idle for longest when there are too many', async () => {
    const server = await start({ connections: 2 })
    const old = dial(server)
    await until('a connection', () => server.connections() === 1)
    const busy = dial(server)
    busy.socket.write(question(1))
    await until('an answer', () => busy.messages().length === 1)
    const next = dial(server)
    next.socket.write(question(2))
    await until('an answer', () => next.messages().length === 1)
    await until('its end', old.isClosed)
    expect(busy.isClosed()).toBe(false)
  })
})
