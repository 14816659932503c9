import { expect, test } from 'bun:test'
import { createResponder } from '#features/dns/drivers/server/respond.ts'
import { toName } from '#features/dns/drivers/wire/name.ts'
import { createZones } from '#features/dns/drivers/zone/zones.ts'
import { ask, opt, zoneOf } from '#test/support/dns.ts'
import { testKeys } from '#test/support/dnssec.ts'
import { createRandom, type Random } from './random.ts'

const count = Number(Bun.env.DNS_FUZZ ?? 200_000)
const names = [
  'example.com',
  'www.example.com',
  'x.wild.example.com',
  'a.sub.example.com',
  'ring.example.com',
  'other.net',
  'signed.net',
  'www.signed.net',
  'none.signed.net',
  'x.wild.signed.net',
  'a.sub.signed.net',
]
const types = [1, 2, 5, 6, 15, 16, 28, 33, 41, 43, 46, 47, 48, 65, 250, 251, 252, 255, 257]
const any = 255
const mostAmplified = 1.5

const bytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.int(256)))

/** Half of the clients with EDNS ask for signatures (RFC 3225). */
function makeOpt(random: Random): Buffer {
  const record = Buffer.from(opt(random.int(65_536)))
  if (random.once(2)) record[7] = 0x80
  return record
}

/** A query, corrupted more often than not: bytes changed, cut off or added, or pure noise. */
function makeMessage(random: Random): Buffer {
  if (random.once(8)) return bytesOf(random, random.int(80))
  const hasOpt = random.once(2)
  const message = Buffer.from(
    ask(random.pick(names), random.pick(types), {
      id: random.int(65_536),
      counts: [1, 0, 0, hasOpt ? 1 : 0],
      rest: hasOpt ? makeOpt(random) : Buffer.alloc(0),
    }),
  )
  for (let changes = random.int(4); changes > 0; changes -= 1)
    message[random.int(message.length)] = random.int(256)
  if (random.once(6)) return message.subarray(0, random.int(message.length))
  return random.once(6) ? Buffer.concat([message, bytesOf(random, random.int(40))]) : message
}

/** Whether an answer repeats the question for all types of a name. */
function isForAny(answer: Buffer): boolean {
  if (answer.readUInt16BE(4) !== 1) return false
  let at = 12
  for (let length = answer[at] ?? 0; length > 0 && length < 64; length = answer[at] ?? 0) at += 1 + length
  return at + 3 <= answer.length && answer.readUInt16BE(at + 1) === any
}

type DnsQuery = { message: Buffer; isTcp: boolean }

/** The fault of an answer; null if there is none. */
function judge({ message, isTcp }: DnsQuery, answer: Buffer): string | null {
  if (!isTcp && isForAny(answer) && answer.length > mostAmplified * message.length)
    return `has ${answer.length} bytes for ${message.length}`
  if (answer.length < 12 || answer.length > 1_232) return `has ${answer.length} bytes`
  if (answer.readUInt16BE(0) !== message.readUInt16BE(0)) return 'has another id'
  const flags = answer.readUInt16BE(2)
  if (!(flags & 0x8000)) return 'is no answer'
  if (flags & 0x00f0) return 'has a flag that we never set'
  return null
}

test(`no datagram of ${count} breaks the name server or gets an invalid answer, with or without a signed zone`, () => {
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
  const signedLines = lines.map((line) => line.replace('example.com', 'signed.net'))
  zones.set(zoneOf('signed.net', [...signedLines, `long TXT ${'x'.repeat(255)}`], 7, testKeys))
  const key = { name: toName('transfer.key'), secret: Buffer.alloc(32, 1) }
  const now = () => new Date()
  const responder = createResponder({ zones, isReady: () => true, key, secondaries: new Set(), now })
  let answered = 0
  for (let at = 0; at < count; at += 1) {
    const message = makeMessage(random)
    const isTcp = at % 2 === 0
    const answer = responder.answer(message, { address: '192.0.2.9', isTcp })
    if (!answer) continue
    answered += 1
    if (!(answer instanceof Uint8Array)) throw new Error(`seed ${seed}: a transfer for nobody`)
    const problem = judge({ message, isTcp }, answer)
    if (problem) throw new Error(`seed ${seed}: the answer to ${message.toString('hex')} ${problem}`)
  }
  expect(answered).toBeGreaterThan(count / 4)
})
