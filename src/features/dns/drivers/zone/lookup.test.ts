import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { dig, hasDig, startTestDns, type TestDns, zoneOf } from '#test/support/dns.ts'

const soa = 'example.com. 300 IN SOA ns1.example.net. hostmaster.example.com. 7 3600 600 1209600 300'
const long = 'ü'.repeat(400)

/** Runs `dig` against the zones. */
describe.if(hasDig)('the name server', () => {
  let server: TestDns
  const asks = (...args: string[]) => dig(server.port, ...args)
  beforeAll(async () => {
    server = await startTestDns([
      [
        'example.com',
        [
          '@ NS ns1.example.net',
          '@ NS ns2.example.net',
          '@ A 192.0.2.1',
          '@ MX 10 mail.example.com',
          '@ TXT v=spf1 "quoted" \\ ~all',
          '@ CAA 0 issue "letsencrypt.org; a=\\"b\\""',
          'mail A 192.0.2.25',
          'mail AAAA 2001:db8::25',
          'mapped AAAA ::ffff:192.0.2.1',
          'www CNAME example.com',
          'shop CNAME shop.example.org',
          'gone CNAME nothing.example.org',
          'away CNAME example.invalid',
          'ring CNAME ring2.example.com',
          'ring2 CNAME ring.example.com',
          '_sip._tcp SRV 10 5 5060 mail.example.com',
          `long TXT ${long}`,
          'a.b.c A 192.0.2.3',
          '*.wild A 192.0.2.9',
          '*.alias CNAME mail.example.com',
          'host.wild TXT itself',
          'sub NS ns.sub.example.com',
          'sub NS ns.outside.net',
          'ns.sub A 192.0.2.53',
          'ns.sub AAAA 2001:db8::53',
        ],
      ],
      ['example.org', ['shop A 198.51.100.1']],
      ['deep.example.com', ['@ A 192.0.2.77']],
    ])
  })
  afterAll(() => server.close())

  test('answers a query for a name with authority and without recursion', async () => {
    const reply = await asks('mail.example.com', 'A')
    expect(reply).toMatchObject({
      status: 'NOERROR',
      flags: ['qr', 'aa'],
      answer: ['mail.example.com. 300 IN A 192.0.2.25'],
      authority: [],
    })
    expect((await asks('+recurse', 'mail.example.com', 'A')).flags).toEqual(['qr', 'aa', 'rd'])
  })

  test.each([
    ['mail.example.com AAAA', 'mail.example.com. 300 IN AAAA 2001:db8::25'],
    ['mapped.example.com AAAA', 'mapped.example.com. 300 IN AAAA ::ffff:192.0.2.1'],
    ['example.com MX', 'example.com. 300 IN MX 10 mail.example.com.'],
    ['example.com CAA', 'example.com. 300 IN CAA 0 issue "letsencrypt.org; a=\\"b\\""'],
    ['example.com TXT', 'example.com. 300 IN TXT "v=spf1 \\"quoted\\" \\\\ ~all"'],
    ['_sip._tcp.example.com SRV', '_sip._tcp.example.com. 300 IN SRV 10 5 5060 mail.example.com.'],
    ['www.example.com CNAME', 'www.example.com. 300 IN CNAME example.com.'],
  ])('answers %s', async (question, answer) => {
    expect((await asks(...question.split(' '))).answer).toEqual([answer])
  })

  test('answers with all records of a set, and with an SOA that has the serial of the zone', async () => {
    expect((await asks('example.com', 'NS')).answer.sort()).toEqual([
      'example.com. 300 IN NS ns1.example.net.',
      'example.com. 300 IN NS ns2.example.net.',
    ])
    expect((await asks('example.com', 'SOA')).answer).toEqual([soa.replace('300', '3600')])
  })

  test('splits a long text into whole characters, of 255 octets at most', async () => {
    const [answer = ''] = (await asks('long.example.com', 'TXT')).answer
    const strings = [...answer.matchAll(/"([^"]*)"/g)].map(([, text = '']) =>
      text.replaceAll(/\\(\d{3})/g, '.'),
    )
    expect(strings.map(({ length }) => length)).toEqual([254, 254, 254, 38])
  })

  test('preserves the spelling of the query', async () => {
    const reply = await asks('MaiL.eXample.COM', 'A')
    expect(reply.question).toStartWith(';MaiL.eXample.COM.')
    expect(reply.answer).toEqual(['MaiL.eXample.COM. 300 IN A 192.0.2.25'])
    expect((await asks('mAIL.Example.com', 'A')).answer).toEqual(['mAIL.Example.com. 300 IN A 192.0.2.25'])
  })

  test('follows aliases across its zones', async () => {
    expect((await asks('www.example.com', 'A')).answer).toEqual([
      'www.example.com. 300 IN CNAME example.com.',
      'example.com. 300 IN A 192.0.2.1',
    ])
    expect((await asks('shop.example.com', 'A')).answer).toEqual([
      'shop.example.com. 300 IN CNAME shop.example.org.',
      'shop.example.org. 300 IN A 198.51.100.1',
    ])
    const away = await asks('away.example.com', 'A')
    expect(away).toMatchObject({ status: 'NOERROR', authority: [] })
    expect(away.answer).toEqual(['away.example.com. 300 IN CNAME example.invalid.'])
  })

  test('returns the negative SOA of the zone in which the alias target would be', async () => {
    const reply = await asks('gone.example.com', 'A')
    expect(reply).toMatchObject({ status: 'NXDOMAIN', flags: ['qr', 'aa'] })
    expect(reply.authority[0]).toStartWith('example.org. 300 IN SOA ')
  })

  test('stops at an alias loop', async () => {
    expect((await asks('ring.example.com', 'A')).answer).toEqual([
      'ring.example.com. 300 IN CNAME ring2.example.com.',
      'ring2.example.com. 300 IN CNAME ring.example.com.',
    ])
  })

  test('distinguishes a missing name from a name without the requested type', async () => {
    expect(await asks('nothing.example.com', 'A')).toMatchObject({ status: 'NXDOMAIN', authority: [soa] })
    const other = await asks('mail.example.com', 'TXT')
    expect(other).toMatchObject({ status: 'NOERROR', answer: [], authority: [soa] })
  })

  test('treats a name as existing when a name below it does', async () => {
    for (const name of ['b.c.example.com', 'c.example.com', '_tcp.example.com'])
      expect(await asks(name, 'A')).toMatchObject({ status: 'NOERROR', answer: [], authority: [soa] })
  })

  test('applies a wildcard to missing names only', async () => {
    expect((await asks('any.wild.example.com', 'A')).answer).toEqual([
      'any.wild.example.com. 300 IN A 192.0.2.9',
    ])
    expect((await asks('x.y.wild.example.com', 'A')).answer).toEqual([
      'x.y.wild.example.com. 300 IN A 192.0.2.9',
    ])
    expect((await asks('*.wild.example.com', 'A')).answer).toEqual(['*.wild.example.com. 300 IN A 192.0.2.9'])
    expect(await asks('any.wild.example.com', 'MX')).toMatchObject({ status: 'NOERROR', answer: [] })
    expect(await asks('host.wild.example.com', 'A')).toMatchObject({ status: 'NOERROR', answer: [] })
    expect(await asks('below.host.wild.example.com', 'A')).toMatchObject({ status: 'NXDOMAIN' })
    expect((await asks('any.alias.example.com', 'A')).answer).toEqual([
      'any.alias.example.com. 300 IN CNAME mail.example.com.',
      'mail.example.com. 300 IN A 192.0.2.25',
    ])
  })

  test('refers to the servers of a delegated name, with the glue addresses', async () => {
    for (const name of ['sub.example.com', 'www.sub.example.com']) {
      const reply = await asks(name, 'A')
      expect(reply).toMatchObject({ status: 'NOERROR', flags: ['qr'], answer: [] })
      expect(reply.authority).toEqual([
        'sub.example.com. 300 IN NS ns.sub.example.com.',
        'sub.example.com. 300 IN NS ns.outside.net.',
      ])
      expect(reply.additional).toEqual([
        'ns.sub.example.com. 300 IN A 192.0.2.53',
        'ns.sub.example.com. 300 IN AAAA 2001:db8::53',
      ])
    }
    expect(await asks('sub.example.com', 'DS')).toMatchObject({ flags: ['qr', 'aa'], authority: [soa] })
  })

  test('answers from the closest enclosing zone', async () => {
    expect((await asks('deep.example.com', 'A')).answer).toEqual(['deep.example.com. 300 IN A 192.0.2.77'])
    expect((await asks('x.deep.example.com', 'A')).authority[0]).toStartWith('deep.example.com. ')
  })

  test('refuses unknown names, other classes and version queries', async () => {
    expect(await asks('example.net', 'A')).toMatchObject({ status: 'REFUSED', flags: ['qr'], answer: [] })
    expect(await asks('.', 'NS')).toMatchObject({ status: 'REFUSED' })
    expect(await asks('com', 'A')).toMatchObject({ status: 'REFUSED' })
    expect(await asks('notexample.com', 'A')).toMatchObject({ status: 'REFUSED' })
    expect(await asks('version.bind', 'TXT', 'CH')).toMatchObject({ status: 'REFUSED' })
  })

  test('answers only NS queries for an unverified name', async () => {
    const waiting = await startTestDns([['example.com', ['www CNAME wanted.example', '@ A 192.0.2.1']]])
    const asked = (...args: string[]) => dig(waiting.port, ...args)
    const [zone, inside] = [zoneOf('wanted.example', []), zoneOf('shop.example.com', [])]
    for (const each of [zone, inside]) waiting.zones.setAwaited(each)
    expect((await asked('wanted.example', 'NS')).answer.sort()).toEqual([
      'wanted.example. 3600 IN NS ns1.example.net.',
      'wanted.example. 3600 IN NS ns2.example.net.',
    ])
    expect(await asked('wanted.example', 'A')).toMatchObject({ status: 'NOERROR', answer: [] })
    expect((await asked('_portal-challenge.wanted.example', 'TXT')).status).toBe('REFUSED')
    expect((await asked('+tcp', 'wanted.example', 'AXFR')).text).toContain('Transfer failed')
    expect(await asked('www.example.com', 'A')).toMatchObject({ status: 'NOERROR', authority: [] })
    expect((await asked('shop.example.com', 'NS')).status).toBe('NXDOMAIN')
    waiting.zones.removeAwaited(zone)
    expect((await asked('wanted.example', 'NS')).status).toBe('REFUSED')
    waiting.close()
  })

  test('answers ANY with one small record', async () => {
    for (const way of ['+tcp', '+notcp'])
      expect((await asks(way, 'example.com', 'ANY')).answer).toEqual([
        'example.com. 86400 IN HINFO "RFC8482" ""',
      ])
  })

  test('stops serving a removed zone, and serves a changed one immediately', async () => {
    const changing = await startTestDns([['example.com', ['@ A 192.0.2.1']]])
    expect((await dig(changing.port, 'example.com', 'A')).answer).toHaveLength(1)
    changing.zones.remove('\x07example\x03com')
    expect((await dig(changing.port, 'example.com', 'A')).status).toBe('REFUSED')
    changing.close()
  })
})
