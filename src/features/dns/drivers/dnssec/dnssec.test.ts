import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  ask,
  dig,
  hasDig,
  overUdp,
  rcodeOf,
  startTestDns,
  type TestDns,
  wireName,
  zoneOf,
} from '#test/support/dns.ts'
import { createValidator, hasDelv, hasLdns, testKeys, verifyZone } from '#test/support/dnssec.ts'
import { hasNsd, startNsd } from '#test/support/nsd.ts'
import { until } from '#test/support/until.ts'
import { describeDs, describeKey } from './describe.ts'
import { makeZoneKeys } from './keys.ts'

const lines = [
  '@ NS ns1.example.net',
  '@ A 192.0.2.1',
  '@ MX 10 mail.example.com',
  '@ CAA 0 issue "letsencrypt.org"',
  'mail A 192.0.2.25',
  'mail AAAA 2001:db8::25',
  'www CNAME example.com',
  'shop CNAME shop.example.org',
  'gone CNAME nothing.example.org',
  'plain CNAME www.plain.example',
  'away CNAME example.invalid',
  'a.b.c A 192.0.2.3',
  '*.wild A 192.0.2.9',
  '*.wild MX 10 mail.example.com',
  'host.wild TXT itself',
  '*.alias CNAME mail.example.com',
  '*.lost CNAME nothing.example.com',
  'sub NS ns.sub.example.com',
  'sub NS ns.outside.net',
  'ns.sub A 192.0.2.53',
  'deep NS ns1.example.net',
  `long TXT ${'x'.repeat(900)}`,
]
const ds = describeDs('example.com', testKeys.ksk)
const otherKeys = makeZoneKeys()

let server: TestDns
beforeAll(async () => {
  server = await startTestDns([['plain.example', ['www A 198.51.100.2']]], {
    secondaries: new Set(['127.0.0.1']),
  })
  server.zones.set(zoneOf('example.com', lines, 7, testKeys))
  server.zones.set(zoneOf('example.org', ['shop A 198.51.100.1'], 7, otherKeys))
  server.zones.set(zoneOf('deep.example.com', ['@ A 192.0.2.77'], 7))
})
afterAll(() => {
  server.close()
  expect(server.failures).toEqual([])
})

const asks = (...args: string[]) => dig(server.port, ...args)
const typesOf = (section: string[]) => section.map((line) => line.split(' ')[3] ?? '')
const coveredBy = (section: string[]) =>
  section.flatMap((line) => / IN RRSIG (\w+) /.exec(line)?.[1] ?? []).sort()

describe.if(hasDelv)('a validator that trusts the DS record', () => {
  let validator: Awaited<ReturnType<typeof createValidator>>
  beforeAll(async () => {
    validator = await createValidator('example.com', ds.text)
  })
  const validate = (...question: string[]) => validator.validate(server.port, ...question)

  test.each([
    ['example.com', 'A'],
    ['example.com', 'SOA'],
    ['example.com', 'NS'],
    ['example.com', 'MX'],
    ['example.com', 'CAA'],
    ['example.com', 'DNSKEY'],
    ['example.com', 'CDS'],
    ['example.com', 'CDNSKEY'],
    ['example.com', 'NSEC'],
    ['example.com', 'ANY'],
    ['MaiL.Example.COM', 'AAAA'],
    ['a.b.c.example.com', 'A'],
    ['long.example.com', 'TXT'],
    ['www.example.com', 'A'],
    ['any.wild.example.com', 'A'],
    ['x.y.wild.example.com', 'MX'],
    ['*.wild.example.com', 'A'],
    ['any.alias.example.com', 'A'],
  ])('trusts the answer for %s %s', async (name, type) => {
    const { verdicts, failure } = await validate(name, type)
    expect(failure).toBeNull()
    expect(verdicts.length).toBeGreaterThan(0)
    for (const verdict of verdicts) expect(verdict).toBe('fully validated')
  })

  test.each([
    ['a name before all others', '!.example.com', 'A', 'nxdomain'],
    ['a name after all others', 'zzz.example.com', 'A', 'nxdomain'],
    ['a name below one that exists', 'below.mail.example.com', 'A', 'nxdomain'],
    ['a name of several labels', 'x.y.z.example.com', 'A', 'nxdomain'],
    ['a name with a zero byte', '\\000.example.com', 'A', 'nxdomain'],
    ['a name with the highest byte', '\\255\\255.mail.example.com', 'A', 'nxdomain'],
    ['a name where no wildcard reaches', 'below.host.wild.example.com', 'A', 'nxdomain'],
    ['a type that a name does not have', 'mail.example.com', 'TXT', 'nxrrset'],
    ['a type that the zone itself does not have', 'example.com', 'TXT', 'nxrrset'],
    ['a type that an alias target does not have', 'www.example.com', 'TXT', 'nxrrset'],
    ['a name that exists by those below it', 'c.example.com', 'A', 'nxrrset'],
    ['a wildcard that exists by its own name alone', 'wild.example.com', 'A', 'nxrrset'],
    ['a type that a wildcard does not have', 'any.wild.example.com', 'TXT', 'nxrrset'],
    ['a name that another name hides from a wildcard', 'host.wild.example.com', 'A', 'nxrrset'],
    ['the end of an alias that a wildcard has', 'x.lost.example.com', 'A', 'nxdomain'],
    ['keys of a name that other servers answer for', 'sub.example.com', 'DS', 'nxrrset'],
    ['keys of a zone without DNSSEC that is here too', 'deep.example.com', 'DS', 'nxrrset'],
  ])('trusts the absence of %s', async (_what, name, type, kind) => {
    const { verdicts, failure } = await validate(name, type)
    expect(failure).toBe(`ncache ${kind}`)
    for (const verdict of verdicts) expect(verdict).toEndWith('fully validated')
    expect(verdicts.length).toBeGreaterThan(0)
  })

  test('trusts each part of an alias with the keys of its own zone', async () => {
    const { records } = await validate('shop.example.com', 'A')
    expect(records[0]).toBe('shop.example.com. 300 IN CNAME shop.example.org.'.replace(' IN', ''))
    const { answer } = await asks('+dnssec', 'shop.example.com', 'A')
    expect(answer.map((line) => line.split(' ').slice(0, 5).join(' '))).toEqual([
      'shop.example.com. 300 IN CNAME shop.example.org.',
      'shop.example.com. 300 IN RRSIG CNAME',
      'shop.example.org. 300 IN A 198.51.100.1',
      'shop.example.org. 300 IN RRSIG A',
    ])
    const other = await createValidator('example.org', describeDs('example.org', otherKeys.ksk).text)
    const end = await other.validate(server.port, 'shop.example.org', 'A')
    expect(end.verdicts).toEqual(['fully validated'])
    const gone = await other.validate(server.port, 'nothing.example.org', 'A')
    expect(gone.verdicts).toEqual(['negative response, fully validated'])
  })

  test('does not trust the keys of another zone', async () => {
    const stranger = await createValidator('example.com', describeDs('example.com', otherKeys.ksk).text)
    const { verdicts, failure } = await stranger.validate(server.port, 'example.com', 'A')
    expect([verdicts, failure]).toEqual([[], expect.stringMatching(/no valid|broken trust chain/)])
  })

  test.if(hasLdns)('is drill as well', async () => {
    for (const question of [
      ['example.com', 'A'],
      ['any.wild.example.com', 'A'],
      ['mail.example.com', 'TXT'],
    ])
      expect(await validator.chase(server.port, ...question)).toContain('Chase successful')
  })

  test.if(hasNsd)('trusts a secondary', async () => {
    const nsd = await startNsd(
      () => `zone:
  name: "example.com"
  zonefile: "example.com.zone"
  request-xfr: AXFR 127.0.0.1@${server.port} NOKEY
`,
    )
    try {
      await until('the zone', async () => (await dig(nsd.port, 'example.com', 'SOA')).answer.length > 0)
      for (const question of [
        ['example.com', 'A'],
        ['any.wild.example.com', 'A'],
        ['nothing.example.com', 'A'],
        ['c.example.com', 'A'],
      ]) {
        const { verdicts } = await validator.validate(nsd.port, ...question)
        expect(verdicts.at(-1)).toEndWith('fully validated')
      }
    } finally {
      await nsd.stop()
    }
  })
})

describe.if(hasDig)('a signed zone', () => {
  test('signs each set of an answer, and the SOA and NSEC records of a negative answer', async () => {
    const apex = await asks('+dnssec', 'example.com', 'NS')
    expect(coveredBy(apex.answer)).toEqual(['NS'])
    const missing = await asks('+dnssec', 'nothing.example.com', 'A')
    expect(missing).toMatchObject({ status: 'NXDOMAIN', answer: [] })
    expect(coveredBy(missing.authority)).toEqual(['NSEC', 'NSEC', 'SOA'])
    const empty = await asks('+dnssec', 'mail.example.com', 'TXT')
    expect(coveredBy(empty.authority)).toEqual(['NSEC', 'SOA'])
  })

  test('omits DNSSEC records for queries without the DO bit, except by type', async () => {
    for (const [name, type] of [
      ['example.com', 'A'],
      ['nothing.example.com', 'A'],
      ['any.wild.example.com', 'A'],
      ['www.sub.example.com', 'A'],
    ] as const) {
      const { answer, authority, additional } = await asks('+nodnssec', name, type)
      expect(typesOf([...answer, ...authority, ...additional])).not.toContain('RRSIG')
      expect(typesOf([...answer, ...authority, ...additional])).not.toContain('NSEC')
    }
    for (const type of ['DNSKEY', 'CDS', 'CDNSKEY', 'NSEC', 'RRSIG'])
      expect([...new Set(typesOf((await asks('+nodnssec', 'example.com', type)).answer))]).toEqual([type])
    expect((await asks('+nodnssec', '+tcp', 'example.com', 'ANY')).answer).toEqual([
      'example.com. 86400 IN HINFO "RFC8482" ""',
    ])
  })

  test('publishes its keys and the data for the parent’s DS record', async () => {
    const [ksk, zsk] = (['ksk', 'zsk'] as const).map((role) =>
      describeKey('example.com', role, testKeys[role]),
    )
    const spaceless = (line: string) => line.replaceAll(/(?<=DNSKEY( \d+){3} .*) /g, '')
    const keys = (await asks('example.com', 'DNSKEY')).answer.map(spaceless)
    expect(keys).toEqual([ksk?.text ?? '', zsk?.text ?? ''])
    const [same = ''] = (await asks('example.com', 'CDNSKEY')).answer.map(spaceless)
    expect(same.replace('CDNSKEY', 'DNSKEY')).toBe(ksk?.text ?? '')
    const [cds = ''] = (await asks('example.com', 'CDS')).answer
    expect(cds.replaceAll(/(?<=CDS( \d+){3} .*) /g, '').replace('CDS', 'DS')).toBe(ds.text)
    expect(coveredBy((await asks('+dnssec', 'example.com', 'CDS')).answer)).toEqual(['CDS'])
  })

  test('refers to other servers with proof that they are unsigned, and signs none of their records', async () => {
    const { answer, authority, additional, flags } = await asks('+dnssec', 'www.sub.example.com', 'A')
    expect([answer, flags]).toEqual([[], ['qr']])
    expect(typesOf(authority)).toEqual(['NS', 'NS', 'NSEC', 'RRSIG'])
    expect(authority[2]).toEndWith(' NS RRSIG NSEC')
    expect(typesOf(additional)).toEqual(['A'])
  })

  test('leaves UDP answers of a zone without DNSSEC unchanged', async () => {
    const { answer } = await asks('+dnssec', 'plain.example.com', 'A')
    expect(typesOf(answer)).toEqual(['CNAME', 'RRSIG', 'A'])
    const plain = await asks('+dnssec', 'www.plain.example', 'TXT')
    expect(typesOf(plain.authority)).toEqual(['SOA'])
  })

  test('truncates an answer that is too large for a datagram', async () => {
    const { flags, answer } = await asks('+dnssec', '+ignore', '+bufsize=512', 'long.example.com', 'TXT')
    expect([flags.includes('tc'), answer]).toEqual([true, []])
    const whole = await asks('+dnssec', '+tcp', 'long.example.com', 'TXT')
    expect(typesOf(whole.answer)).toEqual(['TXT', 'RRSIG'])
  })

  test('answers every query within a datagram without failing', async () => {
    const labels = ['mail', '*', 'wild', 'c', 'sub', 'www', 'lost', 'gone', '_x', 'z'.repeat(63), '\x7f\0']
    const types = [1, 2, 5, 6, 13, 15, 16, 28, 33, 43, 46, 47, 48, 50, 59, 60, 255, 257, 65_535]
    const wantsDnssec = Buffer.from([0, 0, 41, 4, 208, 0, 0, 128, 0, 0, 0])
    const questions = Array.from({ length: 2_000 }, (_, at) => {
      const own = [at, at >> 2, at >> 4].slice(0, at % 4).map((place) => labels[place % labels.length] ?? '')
      const name = wireName([...own, 'example', at % 7 ? 'com' : 'org'].join('.'))
      return ask(name, types[at % types.length] ?? 1, { id: at, counts: [1, 0, 0, 1], rest: wantsDnssec })
    })
    const answers: Buffer[] = []
    for (let at = 0; at < questions.length; at += 50)
      answers.push(...(await overUdp(server.port, questions.slice(at, at + 50))))
    expect(answers.map((answer) => answer.readUInt16BE(0)).sort((a, b) => a - b)).toEqual(
      questions.map((_, at) => at),
    )
    expect(Math.max(...answers.map(({ length }) => length))).toBeLessThanOrEqual(1_232)
    expect([...new Set(answers.map(rcodeOf))].sort()).toEqual([0, 3])
  })

  test.if(hasLdns)('is transferred with its signatures as a verifiable zone', async () => {
    const { text } = await asks('+noall', '+answer', '+onesoa', 'example.com', 'AXFR')
    const records = text.trim().split('\n')
    const key = describeKey('example.com', 'ksk', testKeys.ksk).text
    expect(await verifyZone(records, key)).toContain('Zone is verified and complete')
    const spoiled = records.map((line) => line.replace('192.0.2.25', '192.0.2.26'))
    expect(await verifyZone(spoiled, key)).not.toContain('Zone is verified and complete')
  })
})
