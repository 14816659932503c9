import { expect, test } from 'bun:test'
import { createResponder } from '#features/dns/drivers/server/respond.ts'
import { toName } from '#features/dns/drivers/wire/name.ts'
import { createZones } from '#features/dns/drivers/zone/zones.ts'
import { ask, opt, zoneOf } from '#test/support/dns.ts'
import { createRandom, type Random } from './random.ts'

const count = Number(Bun.env.DNS_FUZZ ?? 200_000)
const names = [
  'example.com',
  'www.example.com',
  'x.wild.example.com',
  'a.sub.example.com',
  'ring.example.com',
  'other.net',
]
const types = [1, 2, 5, 6, 15, 16, 28, 33, 41, 43, 65, 250, 251, 252, 255, 257]

const bytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.int(256)))

/** A question, spoiled more often than not: bytes changed, cut off, added, or nothing but noise. */
function makeMessage(random: Random): Buffer {
  if (random.once(8)) return bytesOf(random, random.int(80))
  const hasOpt = random.once(2)
  const message = Buffer.from(
    ask(random.pick(names), random.pick(types), {
      id: random.int(65_536),
      counts: [1, 0, 0, hasOpt ? 1 : 0],
      rest: hasOpt ? opt(random.int(65_536)) : Buffer.alloc(0),
    }),
  )
  for (let changes = random.int(4); changes > 0; changes -= 1)
    message[random.int(message.length)] = random.int(256)
  if (random.once(6)) return message.subarray(0, random.int(message.length))
  return random.once(6) ? Buffer.concat([message, bytesOf(random, random.int(40))]) : message
}

/** What is wrong with an answer; null when nothing is. */
function judge(message: Buffer, answer: Buffer): string | null {
  if (answer.length < 12 || answer.length > 1_232) return `has ${answer.length} bytes`
  if (answer.readUInt16BE(0) !== message.readUInt16BE(0)) return 'has another id'
  const flags = answer.readUInt16BE(2)
  if (!(flags & 0x8000)) return 'is no answer'
  if (flags & 0x00f0) return 'has a flag that we never set'
  return null
}

test(`no datagram of ${count} breaks the name server, or gets an answer that is none`, () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  const random = createRandom(seed)
  const zones = createZones()
  const lines = [
    'www A 192.0.2.1',
    '*.wild A 192.0.2.2',
    'sub NS ns.sub.example.com',
    'ns.sub A 192.0.2.3',
    'ring CNAME ring.example.com',
  ]
  zones.set(zoneOf('example.com', lines))
  const key = { name: toName('transfer.key'), secret: Buffer.alloc(32, 1) }
  const now = () => new Date()
  const responder = createResponder({ zones, isReady: () => true, key, secondaries: new Set(), now })
  let answered = 0
  for (let at = 0; at < count; at += 1) {
    const message = makeMessage(random)
    const answer = responder.answer(message, { address: '192.0.2.9', isTcp: at % 2 === 0 })
    if (!answer) continue
    answered += 1
    if (!(answer instanceof Uint8Array)) throw new Error(`seed ${seed}: a transfer for nobody`)
    const problem = judge(message, answer)
    if (problem) throw new Error(`seed ${seed}: the answer to ${message.toString('hex')} ${problem}`)
  }
  expect(answered).toBeGreaterThan(count / 4)
})
