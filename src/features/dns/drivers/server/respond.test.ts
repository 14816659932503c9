import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  ask,
  isTruncated,
  opt,
  overUdp,
  rcodeOf,
  startTestDns,
  type TestDns,
  wireName,
} from '#test/support/dns.ts'

const [A, TXT, ANY, AXFR, OPT] = [1, 16, 255, 252, 41]
const opcodeBits = (code: number) => code << 11

let server: TestDns
beforeAll(async () => {
  server = await startTestDns([
    [
      'example.com',
      [
        '@ A 192.0.2.1',
        `big TXT ${'x'.repeat(900)}`,
        `huge TXT ${'x'.repeat(2_000)}`,
        ...Array.from({ length: 30 }, (_, at) => `many A 192.0.2.${at + 1}`),
        `${'l'.repeat(63)} A 192.0.2.2`,
      ],
    ],
    ['ab.io', []],
  ])
})
afterAll(() => {
  server.close()
  expect(server.failures).toEqual([])
})

/** The answer to one datagram. */
const reply = async (message: Buffer): Promise<Buffer> =>
  (await overUdp(server.port, [message]))[0] ?? Buffer.alloc(0)
/** The answer to a query that follows a message without an answer. */
const isSilent = async (message: Buffer) => {
  const [first] = await overUdp(server.port, [message, ask('example.com', A, { id: 0x7777 })], 1)
  return first?.readUInt16BE(0) === 0x7777
}

describe('a query over UDP', () => {
  test('gets at most 512 bytes without EDNS, and a truncated answer for more', async () => {
    for (const name of ['big.example.com', 'huge.example.com']) {
      const answer = await reply(ask(name, TXT))
      expect(isTruncated(answer)).toBe(true)
      expect(answer.length).toBe(ask(name, TXT).length)
      expect(answer.readUInt16BE(6)).toBe(0)
    }
    expect(isTruncated(await reply(ask('many.example.com', A)))).toBe(true)
  })

  test('gets at most 1,232 bytes with EDNS, however much it allows', async () => {
    const asked = (name: string, bytes: number) =>
      reply(ask(name, TXT, { counts: [1, 0, 0, 1], rest: opt(bytes) }))
    const big = await asked('big.example.com', 4_096)
    expect(isTruncated(big)).toBe(false)
    expect(big.readUInt16BE(6)).toBe(1)
    expect(big.subarray(-11)).toEqual(opt(1_232))
    expect(isTruncated(await asked('huge.example.com', 4_096))).toBe(true)
    // Less than 512 counts as 512, RFC 6891.
    expect(isTruncated(await asked('big.example.com', 100))).toBe(true)
    const small = await reply(ask('example.com', A, { counts: [1, 0, 0, 1], rest: opt(0) }))
    expect(isTruncated(small)).toBe(false)
  })

  test('gets BADVERS for a later EDNS version', async () => {
    const answer = await reply(ask('example.com', A, { counts: [1, 0, 0, 1], rest: opt(1_232, 1) }))
    expect(rcodeOf(answer)).toBe(0)
    expect(answer.subarray(-11)).toEqual(Buffer.from([0, 0, 41, 4, 0xd0, 1, 0, 0, 0, 0, 0]))
  })

  test('for ANY gets at most one and a half times its own size', async () => {
    for (const name of ['ab.io', 'example.com', 'nothing.example.com', 'many.example.com']) {
      for (const parts of [{}, { counts: [1, 0, 0, 1], rest: opt(4_096) }]) {
        const question = ask(name, ANY, parts)
        expect((await reply(question)).length).toBeLessThanOrEqual(question.length * 1.5)
      }
    }
  })

  test('gets its id and RD flag back, without recursion', async () => {
    const answer = await reply(ask('example.com', A, { id: 0xbeef, flags: 0x0100 }))
    expect(answer.readUInt16BE(0)).toBe(0xbeef)
    expect(answer.readUInt16BE(2)).toBe(0x8500)
    expect((await reply(ask('example.com', A, { flags: 0 }))).readUInt16BE(2)).toBe(0x8400)
  })

  test('cannot transfer a zone', async () => {
    expect(rcodeOf(await reply(ask('example.com', AXFR)))).toBe(5)
  })
})

describe('a message that is not a query', () => {
  test('gets no answer when it is an answer, or has no header', async () => {
    expect(await isSilent(ask('example.com', A, { flags: 0x8000 }))).toBe(true)
    expect(await isSilent(Buffer.from([0x12, 0x34, 1]))).toBe(true)
    expect(await isSilent(Buffer.alloc(0))).toBe(true)
  })

  test('gets NOTIMP for another opcode, and REFUSED for an update', async () => {
    for (const code of [1, 2, 3, 4, 6, 15]) {
      const answer = await reply(ask('example.com', A, { flags: opcodeBits(code) }))
      expect([rcodeOf(answer), (answer.readUInt16BE(2) >> 11) & 15]).toEqual([4, code])
    }
    expect(rcodeOf(await reply(ask('example.com', 6, { flags: opcodeBits(5) })))).toBe(5)
    expect(rcodeOf(await reply(ask('example.com', 253)))).toBe(4)
  })

  const good = ask('example.com', A)
  const label64 = Buffer.concat([Buffer.from([64]), Buffer.alloc(64, 'a'), wireName('example.com')])
  const name256 = wireName(Array.from({ length: 85 }, () => 'aa').join('.'))
  const record = (owner: Buffer, type: number, data: Buffer, length = data.length) =>
    Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 0, length >> 8, length & 255]), data])
  const withRecord = (rest: Buffer, count = 1) => ask('example.com', A, { counts: [1, 0, 0, count], rest })
  test.each<[string, Buffer]>([
    ['no question', Buffer.concat([good.subarray(0, 5), Buffer.from([0]), good.subarray(6)])],
    ['two questions', ask('example.com', A, { counts: [2, 0, 0, 0] })],
    ['a header alone', good.subarray(0, 12)],
    ['a name that is cut off', good.subarray(0, 18)],
    ['a question without its class', good.subarray(0, -1)],
    ['bytes after its end', Buffer.concat([good, Buffer.from([0])])],
    ['a label of 64 octets', ask(label64, A)],
    ['a name of 256 octets', ask(name256, A)],
    ['a name that points to itself', ask(Buffer.from([0xc0, 12]), A)],
    ['a name that points ahead', ask(Buffer.from([1, 97, 0xc0, 40]), A)],
    ['a label of a kind that nobody uses', ask(Buffer.from([0x41, 97, 0]), A)],
    ['fewer records than it says', withRecord(Buffer.alloc(0))],
    ['a record whose name points to itself', withRecord(record(Buffer.from([0xc0, 29]), A, Buffer.alloc(4)))],
    [
      'two records whose names point in a circle',
      withRecord(record(Buffer.from([0xc0, 31, 0xc0, 29]), A, Buffer.alloc(4))),
    ],
    ['a record longer than the message', withRecord(record(Buffer.from([0]), A, Buffer.alloc(4), 500))],
    ['two EDNS records', withRecord(Buffer.concat([opt(512), opt(512)]), 2)],
    ['an EDNS record with a name', withRecord(Buffer.concat([wireName('a'), opt(512).subarray(1)]))],
    ['a signature without its parts', withRecord(record(Buffer.from([0]), 250, Buffer.alloc(4)))],
    ['EDNS as the type it asks for', ask('example.com', OPT)],
  ])('gets FORMERR with %s', async (_what, message) => {
    expect(rcodeOf(await reply(message))).toBe(1)
  })

  test('handles the longest names equally well', async () => {
    expect(rcodeOf(await reply(ask(`${'l'.repeat(63)}.example.com`, A)))).toBe(0)
    const longest = `${`${'a'.repeat(60)}.`.repeat(3)}${'b'.repeat(57)}.example.com`
    expect(wireName(longest).length).toBe(254)
    expect(rcodeOf(await reply(ask(longest, A)))).toBe(3)
  })

  test('may carry an unknown record beside the question', async () => {
    const answer = await reply(withRecord(record(Buffer.from([0]), 99, Buffer.from('anything'))))
    expect([rcodeOf(answer), answer.readUInt16BE(6)]).toEqual([0, 1])
  })
})

describe('before the zones are read', () => {
  test('fails every query temporarily', async () => {
    const early = await startTestDns([['example.com', []]], { isReady: () => false })
    const [answer] = await overUdp(early.port, [ask('example.com', A)])
    expect(rcodeOf(answer)).toBe(2)
    early.close()
  })
})

describe('a cached answer', () => {
  test('is as long for a type whose number differs by the case of a letter', async () => {
    const types = await Promise.all([0x41, 0x61].map((type) => reply(ask('example.com', type))))
    expect(types.map((answer) => answer.readUInt16BE(answer.length >= 29 ? 25 : 0))).toEqual([0x41, 0x61])
  })

  test('repeats the spelling of each question', async () => {
    const names = ['EXAMPLE.com', 'example.COM', 'eXaMpLe.CoM']
    const answers = await Promise.all(names.map((name) => reply(ask(name, A))))
    for (const [at, name] of names.entries())
      expect(answers[at]?.subarray(12, 25).equals(wireName(name))).toBe(true)
  })
})
