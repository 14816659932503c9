import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import type { Socket } from 'bun'
import { until } from '#test/support/portal.ts'
import { Line, lineHandlers } from './line.ts'

const listeners: { stop(isForced: boolean): void }[] = []
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.stop(true)
})

/** A listener and the line of a connected client; `said` are the events of its user. */
async function connectPair(allowHalfOpen = true) {
  const said: string[] = []
  const { promise, resolve } = Promise.withResolvers<Line>()
  const listener = Bun.listen<Line>({
    hostname: '127.0.0.1',
    port: 0,
    allowHalfOpen,
    socket: {
      ...lineHandlers,
      open(socket: Socket<Line>) {
        const line = new Line({
          received: (bytes) => void said.push(bytes.toString()),
          drained: () => void said.push('drained'),
          ended: () => void said.push('ended'),
          closed: (isClean) => void said.push(isClean ? 'closed' : 'cut'),
        })
        socket.data = line
        line.opened(socket)
        resolve(line)
      },
    },
  })
  listeners.push(listener)
  const client = connect({ host: '127.0.0.1', port: listener.port, allowHalfOpen: true })
  const got = { bytes: 0, isEnded: false }
  client.on('data', (bytes) => {
    got.bytes += bytes.length
  })
  client.on('end', () => {
    got.isEnded = true
  })
  client.on('error', () => {})
  return { line: await promise, client, got, said }
}

const large = Buffer.alloc(16 * 1_024 * 1_024)

test('data for a slow reader waits, and arrives complete after both sides have ended', async () => {
  const { line, client, got, said } = await connectPair()
  client.pause()
  expect(line.write(large)).toBe(false)
  expect(line.writableLength).toBeGreaterThan(0)
  expect(line.write('and this')).toBe(false)
  client.end('bye')
  await until(async () => said.includes('ended'))
  line.end()
  expect(line.write('never')).toBe(true)
  client.resume()
  await until(async () => got.isEnded)
  expect(got.bytes).toBe(large.length + 'and this'.length)
  await until(async () => said.includes('closed'))
  expect([line.destroyed, line.writableLength]).toEqual([true, 0])
  expect(said.filter((each) => each !== 'drained')).toEqual(['bye', 'ended', 'closed'])
})

test('a side that has ended still receives from the other', async () => {
  const { line, client, got, said } = await connectPair()
  line.end()
  await until(async () => got.isEnded)
  client.end('late')
  await until(async () => said.includes('closed'))
  expect(said).toEqual(['late', 'closed'])
})

test('data that the system has accepted arrives when the line is destroyed immediately', async () => {
  const { line, got, said } = await connectPair()
  line.write('all of it')
  line.destroy()
  line.destroy()
  expect(line.write('never')).toBe(true)
  await until(async () => got.isEnded)
  expect(got.bytes).toBe('all of it'.length)
  expect(said).toEqual(['cut'])
})

test('a paused line receives nothing', async () => {
  const { line, client, said } = await connectPair()
  line.pause()
  client.write('first')
  await Bun.sleep(50)
  expect(said).toEqual([])
  line.resume()
  await until(async () => said.length > 0)
  expect(said).toEqual(['first'])
})

test('an error in its user closes only that line', async () => {
  const { line, client, said } = await connectPair()
  line.user = {
    received() {
      throw new Error('a failure')
    },
    drained() {},
    closed: (isClean) => void said.push(isClean ? 'closed' : 'cut'),
  }
  client.write('anything')
  await until(async () => line.destroyed)
  expect(said).toEqual(['cut'])
})
