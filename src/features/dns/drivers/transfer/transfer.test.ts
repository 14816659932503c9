import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ask, dig, hasDig, overUdp, rcodeOf, startTestDns, type TestDns, zoneOf } from '#test/support/dns.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { required } from '#test/support/required.ts'
import { checkzone } from '../../../../../scripts/testing/tools.ts'
import { toName } from '../wire/name.ts'

const secret = 'c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IDEyMzQ='
const key = { name: toName('transfer.key'), secret: Buffer.from(secret, 'base64') }
const signed = ['-y', `hmac-sha256:transfer.key:${secret}`]
const lines = [
  '@ A 192.0.2.1',
  '@ NS ns1.example.net',
  '@ MX 10 mail.example.com',
  'mail AAAA 2001:db8::25',
  '* CNAME example.com',
  '_sip._tcp SRV 10 5 5060 mail.example.com',
  '@ CAA 0 issue ";"',
  'sub NS ns.sub.example.com',
  'ns.sub A 192.0.2.53',
  ...Array.from({ length: 40 }, (_, at) => `long${at} TXT ${'é'.repeat(1_000)}`),
]

const hasCheckzone = checkzone.find() !== null || required.includes('named-checkzone')
if (!hasCheckzone) console.log('transfers are not checked by named-checkzone: apt-get install bind9-utils')

const start = (options: Parameters<typeof startTestDns>[1]) => startTestDns([['example.com', lines]], options)

describe.if(hasDig)('a transfer', () => {
  let byKey: TestDns
  let byAddress: TestDns
  beforeAll(async () => {
    byKey = await start({ key })
    byAddress = await start({ secondaries: new Set(['127.0.0.1']) })
  })
  afterAll(() => {
    byKey.close()
    byAddress.close()
  })
  const transfer = async (server: TestDns, ...args: string[]) =>
    (await dig(server.port, '+noall', '+answer', 'example.com', ...args)).text.trim().split('\n')

  test.if(hasCheckzone)('is a whole zone that named-checkzone accepts', async () => {
    const records = await transfer(byAddress, 'AXFR')
    expect(records).toHaveLength(lines.length + 2)
    expect(records[0]).toContain('SOA')
    expect(records.at(-1)).toBe(records[0])
    const file = join(makeTestFolder(), 'zone')
    await Bun.write(file, `${records.slice(0, -1).join('\n')}\n`)
    const command = [checkzone.find() ?? 'named-checkzone', '-i', 'local', 'example.com', file]
    const child = Bun.spawn(command, { stdout: 'pipe' })
    const said = await new Response(child.stdout).text()
    expect(said).toContain('loaded serial 7')
    expect(said).toContain('OK')
  })

  test('is allowed to a listed IPv4 address by a dual-stack server', async () => {
    const server = await start({ host: '::', secondaries: new Set(['127.0.0.1']) })
    const other = await start({ host: '::', secondaries: new Set(['192.0.2.1']) })
    expect(await transfer(server, 'AXFR')).toHaveLength(lines.length + 2)
    expect((await dig(other.port, 'example.com', 'AXFR')).text).toContain('Transfer failed')
    server.close()
    other.close()
  })

  test('is allowed to a listed address or with the key, and to no other client', async () => {
    expect(await transfer(byKey, ...signed, 'AXFR')).toHaveLength(lines.length + 2)
    expect((await dig(byKey.port, 'example.com', 'AXFR')).text).toContain('Transfer failed')
    const other = await start({})
    expect((await dig(other.port, 'example.com', 'AXFR')).text).toContain('Transfer failed')
    other.close()
  })

  test('is signed with the key in all of its messages', async () => {
    const { text } = await dig(byKey.port, ...signed, 'example.com', 'AXFR')
    expect(text).not.toContain('TSIG could not be validated')
    expect(text).not.toContain('Some TSIG')
    expect(text).toMatch(/XFR size: 51 records \(messages ([2-9]|1\d),/)
  })

  test('sends the SOA alone for the current serial, and the whole zone for an earlier one', async () => {
    expect(await transfer(byAddress, '+tcp', 'IXFR=7')).toHaveLength(1)
    expect(await transfer(byAddress, '+tcp', 'IXFR=6')).toHaveLength(lines.length + 2)
    expect(await transfer(byAddress, '+notcp', '+ignore', 'IXFR=6')).toHaveLength(1)
  })

  test('is refused for an unknown zone', async () => {
    expect((await dig(byAddress.port, 'example.net', 'AXFR')).text).toContain('Transfer failed')
  })

  test('is a snapshot of the zone at its start', async () => {
    const server = await start({ secondaries: new Set(['127.0.0.1']) })
    const before = transfer(server, 'AXFR')
    server.zones.set(zoneOf('example.com', ['@ A 192.0.2.9'], 8))
    const records = await before
    expect([lines.length + 2, 5]).toContain(records.length)
    server.close()
  })
})

describe.if(hasDig)('a signature', () => {
  let server: TestDns
  beforeAll(async () => {
    server = await start({ key })
  })
  afterAll(() => server.close())

  test('is answered with a signature', async () => {
    for (const way of ['+tcp', '+notcp']) {
      const reply = await dig(server.port, way, ...signed, 'example.com', 'A')
      expect(reply).toMatchObject({ status: 'NOERROR', answer: ['example.com. 300 IN A 192.0.2.1'] })
      expect(reply.text).toContain('TSIG PSEUDOSECTION')
      expect(reply.text).not.toContain('WARNING')
    }
  })

  test('with another key or another secret is refused', async () => {
    const by = (name: string, text: string) =>
      dig(server.port, '-y', `hmac-sha256:${name}:${text}`, 'example.com', 'AXFR', '+tcp')
    expect((await by('other.key', secret)).text).toContain('BADKEY')
    expect((await by('transfer.key', 'YW5vdGhlciBzZWNyZXQgb2YgdGhlIHNhbWUgc2l6ZQ==')).text).toContain(
      'BADSIG',
    )
    expect(
      (await dig(server.port, '-y', `hmac-md5:transfer.key:${secret}`, 'example.com', 'A')).text,
    ).toContain('BADKEY')
  })

  test('with a wrong time is refused, and the answer has the server’s time', async () => {
    const late = await start({ key, now: () => new Date(Date.now() + 3_600_000) })
    const { text } = await dig(late.port, ...signed, 'example.com', 'A')
    expect(text).toContain('BADTIME')
    late.close()
  })

  test('does not affect unsigned clients when it is forged', async () => {
    const [answer] = await overUdp(server.port, [ask('example.com', 1)])
    expect([rcodeOf(answer), answer?.readUInt16BE(6)]).toEqual([0, 1])
  })
})
