import { expect, test } from 'bun:test'
import { zoneOf } from '#test/support/dns.ts'
import { differenceOf, rrSetsOf } from './rr-sets.ts'

const setsOf = (...lines: string[]) => rrSetsOf(zoneOf('example.com', lines))
const textsOf = (...lines: string[]) =>
  setsOf(...lines).flatMap(({ name, type, records }) =>
    records.map(({ content }) => `${name} ${type} ${content}`),
  )

test('writes records in PowerDNS’s format', () => {
  expect(
    textsOf(
      '@ MX 10 mail.example.net',
      '_sip._tcp SRV 5 10 5060 sip.example.net',
      'six AAAA 2001:DB8:0:0:1::1',
      'six AAAA ::',
      'six AAAA 1:0:0:2:0:0:0:3',
      'six AAAA 1:0:2:3:4:5:6:7',
      'caa CAA 0 issue "a\\"b"',
      '* TXT é"\\',
      'to CNAME six.example.com',
      'none SRV 0 0 0 .',
    ).sort(),
  ).toEqual(
    [
      'example.com. SOA ns1.example.net. hostmaster.example.com. 7 3600 600 1209600 300',
      'example.com. NS ns1.example.net.',
      'example.com. NS ns2.example.net.',
      'example.com. MX 10 mail.example.net.',
      '_sip._tcp.example.com. SRV 5 10 5060 sip.example.net.',
      'six.example.com. AAAA 2001:db8::1:0:0:1',
      'six.example.com. AAAA ::',
      'six.example.com. AAAA 1:0:0:2::3',
      'six.example.com. AAAA 1:0:2:3:4:5:6:7',
      'caa.example.com. CAA 0 issue "a\\"b"',
      '*.example.com. TXT "\\195\\169\\"\\\\"',
      'to.example.com. CNAME six.example.com.',
      'none.example.com. SRV 0 0 0 .',
    ].sort(),
  )
})

test('sends only the differences, deletions first', () => {
  const before = setsOf('www A 192.0.2.1', 'www A 192.0.2.2', 'turn A 192.0.2.3', 'same TXT x')
  const after = setsOf('www A 192.0.2.2', 'www A 192.0.2.1', 'turn CNAME www.example.com', 'same TXT x')
  expect(differenceOf(before, before)).toEqual([])
  expect(differenceOf(before, after)).toEqual([
    { name: 'turn.example.com.', type: 'A', changetype: 'DELETE', records: [] },
    {
      name: 'turn.example.com.',
      type: 'CNAME',
      ttl: 300,
      changetype: 'REPLACE',
      records: [{ content: 'www.example.com.', disabled: false }],
    },
  ])
})

test('corrects a set with another TTL or a disabled record', () => {
  const wanted = setsOf('www A 192.0.2.1').filter(({ type }) => type === 'A')
  const slower = wanted.map((set) => ({ ...set, ttl: 60 }))
  const off = wanted.map((set) => ({
    ...set,
    records: set.records.map(({ content }) => ({ content, disabled: true })),
  }))
  for (const present of [slower, off])
    expect(differenceOf(present, wanted)).toMatchObject([{ changetype: 'REPLACE', ttl: 300 }])
})
