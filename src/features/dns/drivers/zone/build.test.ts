import { describe, expect, test } from 'bun:test'
import { record } from '#test/support/dns.ts'
import { nameText, toName } from '../wire/name.ts'
import { buildZone } from './build.ts'
import { toRdata } from './rdata.ts'
import { eachSet } from './zone.ts'

const build = (lines: string[], nameservers = ['ns1.example.net']) =>
  buildZone({
    id: 'id',
    domainName: 'example.com',
    serial: 2 ** 32 + 5,
    nameservers,
    records: lines.map((line) => record(line)),
  })

const data = (line: string) => toRdata(record(line))

describe('the data of a record', () => {
  test.each<[string, string]>([
    ['@ A 192.0.2.1', 'c0000201'],
    ['@ AAAA 2001:db8::1', '20010db8000000000000000000000001'],
    ['@ AAAA ::', '00'.repeat(16)],
    ['@ AAAA ::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
    ['@ AAAA 1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
    ['@ CNAME www.example.com', Buffer.from('\x03www\x07example\x03com\0').toString('hex')],
    ['@ MX 0 .', '000000'],
    ['@ MX 10 a.b', '000a0161016200'],
    ['@ MX 0 .', '000000'],
    ['@ SRV 1 2 3 .', '00010002000300'],
    ['@ CAA 128 issue ";"', '800569737375653b'],
    ['@ TXT ü', '02c3bc'],
  ])('encodes %s as %s', (line, hex) => {
    expect(data(line).toString('hex')).toBe(hex)
  })

  test('encodes an empty text as one empty string, and 255 octets as one string', () => {
    expect(toRdata({ ...record('@ TXT x'), value: '' }).toString('hex')).toBe('00')
    expect(data(`@ TXT ${'x'.repeat(255)}`).length).toBe(256)
    expect(data(`@ TXT ${'x'.repeat(256)}`).length).toBe(258)
  })

  test.each([
    '@ A 192.0.2',
    '@ A 2001:db8::1',
    '@ AAAA 192.0.2.1',
    '@ AAAA fe80::1%eth0',
    '@ CNAME a..b',
    '@ CNAME a b',
    `@ CNAME ${'a'.repeat(64)}.com`,
    `@ CNAME ${'a.'.repeat(130)}com`,
    '@ MX 70000 a.b',
    '@ SRV 1 2 a.b',
    '@ SRV 1 2 70000 a.b',
    '@ CAA 256 issue "x"',
    '@ CAA 0 issue x',
  ])('rejects %s', (line) => {
    expect(() => data(line)).toThrow()
  })
})

describe('a zone', () => {
  test('names the record that prevents serving', () => {
    expect(() => build(['www A x'])).toThrow('A of www: “x” is no IPv4 address')
    expect(() => build(['www CNAME a.b', 'www A 192.0.2.1'])).toThrow('www has a CNAME beside other records')
    expect(() => build(['@ CNAME a.b'])).toThrow('@ has a CNAME beside other records')
    expect(() => build(['www CNAME a.b', 'www CNAME c.d'])).toThrow('www has two CNAMEs')
    expect(() => build([], [])).toThrow('it has no name server')
    expect(() => build([`${'a.'.repeat(122)}a A 192.0.2.1`])).toThrow('is longer than a name may be')
  })

  test('has its serial modulo 2^32', () => {
    const [soa] = [...eachSet(build([]))].filter(({ set }) => set.type === 6)
    expect(soa?.set.data[0]?.readUInt32BE((soa.set.data[0]?.length ?? 0) - 20)).toBe(5)
  })

  test('merges the records of a name and type into one set, with the lowest TTL and no duplicates', () => {
    const records = [
      record('www A 192.0.2.1', 600),
      record('www A 192.0.2.2', 60),
      record('WWW A 192.0.2.1', 300),
    ]
    const rows = { id: 'id', domainName: 'example.com', serial: 1, nameservers: ['ns1.example.net'], records }
    const [www] = [...eachSet(buildZone(rows))].filter(({ name }) => name === toName('www'))
    expect([www?.set.ttl, www?.set.data.length]).toEqual([60, 2])
  })

  test('uses the name servers of the domain only without its own', () => {
    const servers = (lines: string[]) =>
      [...eachSet(build(lines))].filter(({ set }) => set.type === 2).flatMap(({ set }) => set.data)
    expect(servers([]).map((bytes) => nameText(bytes.toString('latin1').slice(0, -1)))).toEqual([
      'ns1.example.net',
    ])
    expect(servers(['@ NS a.b'])).toHaveLength(1)
  })
})
