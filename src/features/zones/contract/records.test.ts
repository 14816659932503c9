import { describe, expect, test } from 'bun:test'
import { readRecord } from './check-record.ts'
import { findClash } from './check-zone.ts'
import type { RecordType, ZoneRecord } from './record-types.ts'
import { readText, writeText } from './values/txt.ts'

const zone = 'example.com'
const read = (
  type: RecordType,
  value: string,
  { name = 'x', priority }: { name?: string; priority?: number } = {},
) => readRecord({ type, name, value, ttl: 300, priority }, zone)

const srv = { name: '_sip._tcp' }

const accepted: [
  type: RecordType,
  written: string,
  stored: string,
  more?: { name?: string; priority?: number },
][] = [
  ['A', '192.0.2.1', '192.0.2.1'],
  ['A', ' 0.0.0.0 ', '0.0.0.0'],
  ['A', '255.255.255.255', '255.255.255.255'],
  ['AAAA', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['AAAA', '::', '::'],
  ['AAAA', '2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['AAAA', '2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['AAAA', '::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['AAAA', '64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['CNAME', 'WWW.Example.NET.', 'www.example.net'],
  ['CNAME', '@', 'example.com'],
  ['CNAME', 's1._domainkey.mailer.example', 's1._domainkey.mailer.example'],
  ['CNAME', 'bücher.example', 'xn--bcher-kva.example'],
  ['CNAME', 'ｂücher\u3002example\uff61', 'xn--bcher-kva.example'],
  ['CNAME', 'ශ්‍රී.example', 'xn--10cl1a0b660p.example'],
  ['MX', 'mail.example.com', 'mail.example.com'],
  ['MX', 'MAIL.example.com.', 'mail.example.com', { priority: 0 }],
  ['MX', '.', '.', { priority: 0 }],
  ['SRV', '0 0 .', '0 0 .', srv],
  ['NS', 'ns1.example.net', 'ns1.example.net'],
  ['SRV', '5 5060 sip.example.com.', '5 5060 sip.example.com', srv],
  ['SRV', '0  443   Host.example.com', '0 443 host.example.com', srv],
  ['TXT', 'v=spf1 -all', 'v=spf1 -all'],
  ['TXT', '"v=spf1 -all"', 'v=spf1 -all'],
  ['TXT', '"one" "two"', 'one\u001ftwo'],
  ['TXT', '"one" "" "two"', 'one\u001f\u001ftwo'],
  ['TXT', `"${'x'.repeat(255)}" "${'x'.repeat(40)}"`, 'x'.repeat(295)],
  ['TXT', `"${'x'.repeat(300)}" "y"`, `${'x'.repeat(255)}\u001f${'x'.repeat(45)}\u001fy`],
  ['TXT', '"say \\"so\\" \\\\"', 'say "so" \\'],
  ['TXT', 'a "quoted" word', 'a "quoted" word'],
  ['TXT', 'नमस्ते', 'नमस्ते'],
  ['TXT', 'x'.repeat(2_048), 'x'.repeat(2_048)],
  ['CAA', '0 issue letsencrypt.org', '0 issue "letsencrypt.org"'],
  [
    'CAA',
    '128 ISSUE "letsencrypt.org; validationmethods=dns-01"',
    '128 issue "letsencrypt.org; validationmethods=dns-01"',
  ],
  ['CAA', '0 issuewild ";"', '0 issuewild ";"'],
  ['CAA', '0 iodef "mailto:security@example.com"', '0 iodef "mailto:security@example.com"'],
]

const refused: [type: RecordType, values: string[], more?: { name: string }][] = [
  [
    'A',
    [
      '',
      '1',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '1.2.3.04',
      '01.2.3.4',
      '1.2.3.4/24',
      '1.2.3.4:80',
      '0x7f.1',
      '::1',
    ],
  ],
  ['A', ['example.com', '1.2.3.a', '1,2,3,4', '1.2.3.4 5.6.7.8', '-1.2.3.4', '1..2.3', '٣.2.3.4']],
  [
    'AAAA',
    [
      '',
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      'g::1',
      '192.0.2.1',
      '[::1]',
      '::1%eth0',
    ],
  ],
  [
    'AAAA',
    ['2001:db8::/32', '::ffff:256.1.1.1', '::1]/x[', 'fe80::1%25eth0', 'example.com', '2001:db8::1 ::2'],
  ],
  [
    'CNAME',
    ['', '.', '..', 'www', '192.0.2.1', '2001:db8::1', 'a..b', '-a.example.net', 'a-.example.net', 'a b.net'],
  ],
  [
    'CNAME',
    [
      'http://a.net',
      'a.net/x',
      'a.net:80',
      'a@b.net',
      '*.example.net',
      `${'x'.repeat(64)}.net`,
      'x.example.com',
    ],
  ],
  ['CNAME', [`${'x.'.repeat(127)}net`, 'a.net\\010', 'a,b.net', 'xn--a.net']],
  [
    'MX',
    [
      '',
      '..',
      '192.0.2.1',
      '2001:db8::1',
      'mail',
      '10 mail.example.com',
      'a_b.example.com',
      'me@example.com',
      'a.1',
    ],
  ],
  [
    'NS',
    [
      '',
      '.',
      '192.0.2.1',
      '::1',
      'ns1',
      'ns_1.example.net',
      'ns1.example.net ns2.example.net',
      '*.example.net',
    ],
  ],
  [
    'SRV',
    [
      '',
      '5060 sip.example.com',
      '1 2 3 sip.example.com',
      'a 5060 b.net',
      '0 65536 b.net',
      '65536 1 b.net',
      '-1 1 b.net',
    ],
    srv,
  ],
  [
    'SRV',
    ['0 443 192.0.2.1', '0 443 ..', '0 443 sip', '0 443', '0 443 a_b.net', '1.5 443 b.net', '0 443 b.net x'],
    srv,
  ],
  ['SRV', ['0 443 sip.example.com'], { name: 'sip' }],
  ['TXT', ['', '""', '"" ""', `${'"x" '.repeat(128)}"x"`, 'x'.repeat(2_049), 'ü'.repeat(1_025)]],
  [
    'CAA',
    [
      '',
      '0',
      '0 issue',
      'issue "letsencrypt.org"',
      '256 issue "a.org"',
      '1 issue "a.org"',
      '0 bogus "a.org"',
      '0 issue "a',
    ],
  ],
  [
    'CAA',
    [
      '0 issue "not a name"',
      '0 iodef "security@example.com"',
      '0 iodef "ftp://a.org"',
      '0 issue a.org b.org',
    ],
  ],
  [
    'CAA',
    [
      '0 __proto__ "a.org"',
      '0 constructor "a.org"',
      '0 contactemail "nobody"',
      `0 issue "${'a'.repeat(256)}"`,
    ],
  ],
]

const badNames: [type: RecordType, names: string[]][] = [
  [
    'TXT',
    [
      'a..b',
      '.',
      'a b',
      'a/b',
      '-a',
      'a-',
      'a*b',
      '*a',
      'a.*',
      '**',
      '*.*',
      '*.@',
      'é\u0300\u200d',
      'x'.repeat(64),
    ],
  ],
  ['TXT', ['www.example.net.', 'example.org.', 'a@b', 'a\\.b', '"a"', 'a;b', `${'x.'.repeat(122)}x`]],
  ['A', ['_dmarc', 'a_b', '*._tcp']],
  ['NS', ['*', '*.a']],
  ['SRV', ['@', '_sip', 'sip._tcp', '_sip.tcp']],
]

const samples: Partial<Record<RecordType, string>> = {
  A: '192.0.2.1',
  NS: 'ns1.example.net',
  SRV: '0 1 a.net',
}

const many: { type: RecordType; value: string; name?: string; field: string }[] = [
  ...refused.flatMap(([type, values, more]) =>
    values.map((value) => ({ type, value, ...more, field: more?.name === 'sip' ? 'name' : 'value' })),
  ),
  ...badNames.flatMap(([type, names]) =>
    names.map((name) => ({ type, value: samples[type] ?? 'x', name, field: 'name' })),
  ),
]

describe('a record', () => {
  const forms = accepted.map(([type, written, stored, more]) => ({ type, written, stored, more }))
  test.each(forms)('is normalized: $type $written', ({ type, written, stored, more }) => {
    expect(read(type, written, more)).toMatchObject({ type, value: stored })
  })

  test.each(many)('is rejected with a message: $type $name $value', ({ type, value, name, field }) => {
    const answer = read(type, value, name === undefined ? {} : { name })
    expect(answer).toMatchObject({ field, fault: expect.stringMatching(/^[A-Z_].*\.$/) })
  })

  test('is rejected in more than a hundred ways', () => expect(many.length).toBeGreaterThan(100))

  test.each([
    ['', '@'],
    ['@', '@'],
    ['example.com', '@'],
    ['EXAMPLE.com.', '@'],
    ['WWW', 'www'],
    ['www.example.com', 'www'],
    ['www.example.com.', 'www'],
    ['*', '*'],
    ['*.a', '*.a'],
    ['_dmarc', '_dmarc'],
    ['a._domainkey', 'a._domainkey'],
    ['bücher', 'xn--bcher-kva'],
  ])('named %p has the name %p in its zone', (name, stored) => {
    expect(read('TXT', 'x', { name })).toMatchObject({ name: stored })
  })

  test.each(['v=spf1 -all', '"hello"', ' led by a space', 'a\\b', '"a" "b"', '"', '\\"'])(
    'keeps its text through writing and reading: %p',
    (text) => expect(readText(writeText(text).trim())).toEqual({ value: text }),
  )

  test('has a priority exactly for MX and SRV', () => {
    expect(read('MX', 'mail.example.com')).toMatchObject({ priority: 10 })
    expect(read('SRV', '0 443 a.net', srv)).toMatchObject({ priority: 0 })
    expect(read('A', '192.0.2.1')).toMatchObject({ priority: null })
    expect(read('A', '192.0.2.1', { priority: 10 })).toMatchObject({ field: 'priority' })
  })
})

describe('a zone', () => {
  const record = (name: string, type: RecordType, value: string): ZoneRecord => ({
    name,
    type,
    value,
    ttl: 300,
    priority: null,
  })
  const [a, cname] = [record('www', 'A', '192.0.2.1'), record('www', 'CNAME', 'a.net')]
  test.each([
    ['two records that are the same', [a, a], 'already'],
    ['another name beside an address', [a, cname], 'cannot share its name'],
    ['two other names for one', [cname, record('www', 'CNAME', 'b.net')], 'cannot share its name'],
    ['another name for itself', [record('@', 'CNAME', 'a.net')], 'cannot be a CNAME'],
    [
      'a mail server that is another name',
      [cname, record('@', 'MX', 'www.example.com')],
      'MX records cannot point',
    ],
    [
      'a service at another name',
      [cname, record('_a._b', 'SRV', '0 1 www.example.com')],
      'SRV records cannot point',
    ],
    [
      'a mail server for a name that takes no mail',
      [record('@', 'MX', '.'), record('@', 'MX', 'mail.example.net')],
      'accepts no mail',
    ],
    ['501 records', Array.from({ length: 501 }, (_, at) => record('a', 'TXT', `${at}`)), '500'],
  ])('cannot have %s', (_, records, sentence) => {
    expect(findClash(records, zone)?.message).toContain(sentence)
  })

  test('may have a wildcard CNAME beside other names', () => {
    expect(findClash([a, record('*', 'CNAME', 'a.net'), record('_x.www', 'CNAME', 'b.net')], zone)).toBeNull()
  })
})

test.each([
  ['shop', 'shop'],
  ['ｓｈｏｐ', 'shop'],
  [' Shop.xn--bcher-kva.example. ', 'shop'],
  ['shop.bücher.example', 'shop'],
  ['shop\u3002BÜCHER\uff0eexample\uff61', 'shop'],
  ['*.Bücher.example', '*'],
  ['bücher.example', '@'],
  ['bücher', 'xn--bcher-kva'],
])('in a zone with letters beyond ASCII, shows %p as %s', (name, stored) => {
  const written = { type: 'A' as const, name, value: '192.0.2.1', ttl: 300 }
  expect(readRecord(written, 'xn--bcher-kva.example')).toMatchObject({ name: stored })
})
