import { afterEach, expect, test } from 'bun:test'
import { until } from '#test/support/until.ts'
import { toName } from '../wire/name.ts'
import { createNotifier, type Notifier } from './notify.ts'

const closing: { close(): void }[] = []
afterEach(() => {
  for (const each of closing.splice(0)) each.close()
})

/** A secondary that answers from the `from`th NOTIFY of each zone on. */
async function startSecondary(from: number) {
  const notices: Buffer[] = []
  const counts = new Map<string, number>()
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data(socket, message, port, address) {
        notices.push(Buffer.from(message))
        const zone = message.toString('latin1', 12)
        const count = (counts.get(zone) ?? 0) + 1
        counts.set(zone, count)
        if (count < from) return
        const answer = Buffer.from(message)
        answer.writeUInt16BE(message.readUInt16BE(2) | 0x8000, 2)
        socket.send(answer, port, address)
      },
    },
  })
  closing.push(socket)
  return { notices, port: socket.port }
}

async function open(port: number, waitsMs: readonly number[]): Promise<Notifier> {
  const secondaries = [{ address: '127.0.0.1', port }]
  const notifier = await createNotifier({
    host: '127.0.0.1',
    secondaries,
    key: null,
    now: () => new Date(),
    waitsMs,
  })
  closing.push(notifier)
  return notifier
}

test('names the zone and its SOA record in a NOTIFY message', async () => {
  const { notices, port } = await startSecondary(1)
  const notifier = await open(port, [60_000])
  notifier.notify(toName('example.com'))
  await until('a notice', () => notices.length === 1)
  expect(notices[0]?.subarray(2)).toEqual(
    Buffer.concat([
      Buffer.from([0x24, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
      Buffer.from('\x07example\x03com\0\0\x06\0\x01', 'latin1'),
    ]),
  )
})

test('repeats a NOTIFY message until it is answered', async () => {
  const { notices, port } = await startSecondary(3)
  const notifier = await open(port, [10, 10, 10, 10, 10])
  notifier.notify(toName('example.com'))
  await until('silence', () => notices.length >= 3 && notifier.waiting() === 0)
  expect(notices.length).toBeLessThan(5)
})

test('gives up on a secondary that never answers', async () => {
  const { notices, port } = await startSecondary(99)
  const notifier = await open(port, [5, 5])
  notifier.notify(toName('example.com'))
  await until('the end', () => notifier.waiting() === 0)
  expect(notices).toHaveLength(2)
})

test('sends a NOTIFY message for every zone, however many have changed', async () => {
  const { notices, port } = await startSecondary(1)
  const notifier = await open(port, [100, 100, 100])
  for (let at = 0; at < 1_000; at += 1) notifier.notify(toName(`zone${at}.example`))
  await until('all', () => notifier.waiting() === 0)
  expect(new Set(notices.map((notice) => notice.toString('latin1', 12))).size).toBe(1_000)
})
