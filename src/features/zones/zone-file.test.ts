import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { parseZoneFile } from './contract/zone-file/parse.ts'
import { writeZoneFile } from './contract/zone-file/write.ts'

const zone = 'example.com'
const read = (text: string) => {
  const { records, refused } = parseZoneFile(text, zone)
  return {
    records: records.map(
      ({ name, type, value, priority, ttl }) =>
        `${name} ${ttl} ${type} ${priority === null ? '' : `${priority} `}${value}`,
    ),
    refused: refused.map(({ line, fault }) => `${line}: ${fault}`),
  }
}

describe('a zone file', () => {
  test('is read with its origin, TTL, comments, parentheses, quotes and relative or absolute names', () => {
    const text = [
      '; a comment',
      '$ORIGIN example.com.',
      '$TTL 1h30m',
      '@ IN SOA ns1.example.net. john\\.doe.example.net. (',
      '   2026010101 ; serial',
      '   7200 3600 1209600 300 )',
      '  IN NS ns1.example.net.',
      'www 300 IN A 192.0.2.1',
      '    IN 300 AAAA 2001:db8::1',
      'alias CNAME www',
      '@ MX 10 mail',
      'mail.example.com. A 192.0.2.2',
      '$ORIGIN sub.example.com.',
      'deep TXT "semi;colon" "and \\"quotes\\"" ; not this',
      '_sip._tcp SRV 1 2 5060 @',
      '@ CAA 0 issue "letsencrypt.org"',
    ].join('\r\n')
    expect(read(text)).toEqual({
      records: [
        '@ 5400 NS ns1.example.net',
        'www 300 A 192.0.2.1',
        'www 300 AAAA 2001:db8::1',
        'alias 5400 CNAME www.example.com',
        '@ 5400 MX 10 mail.example.com',
        'mail 5400 A 192.0.2.2',
        'deep.sub 5400 TXT semi;colon\u001fand "quotes"',
        '_sip._tcp.sub 5400 SRV 1 2 5060 sub.example.com',
        'sub 5400 CAA 0 issue "letsencrypt.org"',
      ],
      refused: [],
    })
  })

  test.each([
    ['the TTL of an SOA record', '@ 7200 IN SOA ns1 h 1 2 3 4 600\na A 192.0.2.1', 'a 7200'],
    ['the TTL of a rejected type', '@ IN SOA ns1 h 1 2 3 4 600\nh 7200 HINFO x y\na A 192.0.2.1', 'a 600'],
    ['the TTL of a rejected type without SOA', 'h 7200 HINFO x y\na A 192.0.2.1', 'a 7200'],
    ['the TTL of another class', 'c CH 7200 A 192.0.2.1\nd 7200 CH A 192.0.2.1\na A 192.0.2.1', 'a 7200'],
    ['the TTL of a name outside', 'a.example.net. 7200 A 192.0.2.1\na A 192.0.2.1', 'a 7200'],
    ['the last that was stated', 'x 900 A 192.0.2.1\ny A 192.0.2.1\na A 192.0.2.1', 'a 900'],
    ['the minimum of an SOA record', '@ SOA ns1 h ( 1 2 3 4\n 10m ) ; end\na A 192.0.2.1', 'a 600'],
    [
      '$TTL before any other',
      '$TTL 1h\n@ 7200 SOA n h 1 2 3 4 600\nx 900 A 192.0.2.1\na A 192.0.2.1',
      'a 3600',
    ],
    ['the $TTL before it', '$TTL 1h\nx A 192.0.2.1\n$TTL 2h\na A 192.0.2.1', 'a 7200'],
    ['an hour', 'a A 192.0.2.1', 'a 3600'],
  ])('uses %s for a record without a TTL', (_, text, line) => {
    expect(read(text).records.at(-1)).toBe(`${line} A 192.0.2.1`)
  })

  test('keeps an MX and an SRV record without a host, also when written again', () => {
    const { records } = parseZoneFile('@ MX 0 .\n_imap._tcp SRV 0 0 0 .', zone)
    expect(records.map(({ type, value }) => `${type} ${value}`)).toEqual(['MX .', 'SRV 0 0 .'])
    const written = writeZoneFile({ zone, serial: 1, nameserver: 'ns1.example.net', records })
    expect(written).toContain('@ 3600 IN MX 0 .\n')
    expect(written).toContain('_imap._tcp 3600 IN SRV 0 0 0 .\n')
  })

  test('is read with the root as its origin, and after a byte order mark', () => {
    const text =
      '\uFEFF$ORIGIN .\nexample.com 300 IN A 192.0.2.1\n$ORIGIN example.com.\nwww 300 A 192.0.2.2\n'
    expect(read(text)).toEqual({ records: ['@ 300 A 192.0.2.1', 'www 300 A 192.0.2.2'], refused: [] })
  })

  test('is not read past a record that is too long', () => {
    const long = `t TXT ${'"a" '.repeat(5_000)}`
    expect(read(`${long}\nwww 300 A 192.0.2.2`)).toEqual({
      records: ['www 300 A 192.0.2.2'],
      refused: ['1: A record has at most 16384 characters.'],
    })
    expect(read(`t TXT (\n${'"aaaa"\n'.repeat(4_990)})`).refused[0]).toContain('A record has at most')
  })

  test('drops a duplicate record, and gives a name and type one TTL', () => {
    expect(read('a 300 A 192.0.2.1\na 300 A 192.0.2.1\na 200 A 192.0.2.2\nb 1 A 192.0.2.1').records).toEqual([
      'a 200 A 192.0.2.1',
      'a 200 A 192.0.2.2',
      'b 60 A 192.0.2.1',
    ])
  })

  test.each([
    ['$INCLUDE other.zone', /^1: \$INCLUDE is not supported/],
    ['$GENERATE 1-9 a$ A 192.0.2.$', /^1: \$GENERATE is not supported/],
    ['$TTL soon', /^1: \$TTL/],
    ['a A 192.0.2.1 ; fine\nb HINFO x y', /^2: Records of type HINFO/],
    ['a CH A 192.0.2.1', /^1: The class CH/],
    ['a A 999.0.2.1', /^1: Enter an IPv4/],
    ['a.example.net. A 192.0.2.1', /^1: This name is outside/],
    ['a MX mail', /^1: The value must begin with a priority/],
    ['a TXT "never closed', /^1: A quoted text/],
    ['a TXT (\n"one"', /^1: The \( on this line/],
    ['a TXT "x" )', /^1: A \) has no/],
    ['a TXT "\\999"', /^1: A backslash/],
    ['a TXT "one\\013\\010two"', /^1: Control characters/],
    ['a\\.b TXT "x"', /^1: A name consists/],
    ['a', /^1: A record needs a type/],
    [' A 192.0.2.1', /^1: The first record needs/],
    ['a CNAME b c', /^1: The value must be one name/],
  ])('reports the line number when it rejects the line %p', (text, sentence) => {
    const { records, refused } = read(text)
    expect(refused).toEqual([expect.stringMatching(sentence)])
    expect(records.length).toBeLessThan(2)
  })

  test('reads its own output as the same records', () => {
    const text = [
      '@ 300 NS ns1.example.net.',
      '@ 300 A 192.0.2.1',
      '*.wild 300 CNAME a.example.net.',
      '@ 300 MX 0 mail.example.net.',
      '_a._b 300 SRV 1 2 3 c.example.net.',
      '@ 300 CAA 128 issue ";"',
      `long 300 TXT "${'x'.repeat(254)}ü${'y'.repeat(1_000)}"`,
      `cut 300 TXT "${'x'.repeat(254)}" "${'é'.repeat(200)}" "" "z"`,
      '_http._tcp 300 TXT "txtvers=1" "path=/shop" "note=two  spaces; here"',
      'odd 300 TXT "a \\"b\\" \\\\ ; ( ) नमस्ते"',
    ].join('\n')
    const { records } = parseZoneFile(text, zone)
    const written = writeZoneFile({ zone, serial: 1, nameserver: 'ns1.example.net', records })
    expect(written).toContain('"txtvers=1" "path=/shop" "note=two  spaces; here"')
    expect(parseZoneFile(written, zone)).toMatchObject({ records, refused: [] })
    expect(written).toMatch(/^[ -~\n]*$/)
  })
})

describe('the zone of a domain', () => {
  let app: TestApp
  let cookie: string
  let id: string
  let name: string
  let counter = 0
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const owner = await app.addCustomer()
    cookie = owner.cookie
    await insertActiveService(app, owner.id)
    counter += 1
    const reply = await post('register', { name: `file-${counter}` })
    ;({ id, name } = reply.body as { id: string; name: string })
  })
  const post = (path: string, json: object) => app.request(`/api/domains/${path}`, { cookie, json })
  const send = (zoneFile: string, apply?: boolean) => post(`${id}/dns/import`, { zoneFile, apply })
  const exported = () => app.request(`/api/domains/${id}/dns/export`, { cookie })

  test('is exported as a file that named-checkzone loads', async () => {
    for (const record of [
      { type: 'MX', name: '@', value: 'mail.example.net' },
      { type: 'TXT', name: '@', value: `v=spf1 "odd" \\ ; ${'ü'.repeat(400)}` },
      { type: 'CNAME', name: '*', value: 's1._domainkey.example.net' },
      { type: 'SRV', name: '_sip._tcp', value: '2 5060 sip.example.net', priority: 1 },
      { type: 'CAA', name: '@', value: '0 issue "letsencrypt.org"' },
      { type: 'AAAA', name: 'six', value: '::ffff:192.0.2.1' },
      { type: 'NS', name: 'branch', value: 'ns1.example.net' },
    ])
      expect((await post(`${id}/dns`, record)).status).toBe(201)
    const { status, headers, text } = await exported()
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining(`${name}.zone`),
    ])
    if (!Bun.which('named-checkzone')) return
    const file = join(app.dataDir, 'checked.zone')
    await Bun.write(file, text)
    const checked = Bun.spawnSync(['named-checkzone', name, file])
    expect([checked.exitCode, checked.stdout.toString()]).toEqual([0, expect.stringContaining('OK')])
  })

  test('stays unchanged during an import preview, and matches the file once it is applied', async () => {
    const before = (await exported()).text
    const file = `@ 3600 A 127.0.0.1\nnew 300 A 192.0.2.1\n@ NS ns9.example.net.`
    const seen = await send(file)
    expect([seen.status, seen.body]).toMatchObject([
      200,
      {
        applied: false,
        added: [{ name: 'new' }],
        removed: [{ name: 'api' }, { name: 'www' }],
        kept: 2,
        refused: [],
      },
    ])
    expect((await exported()).text).toBe(before)
    expect((await send(file, true)).body).toMatchObject({ applied: true })
    const { text } = await exported()
    expect(text).toContain('new 300 IN A 192.0.2.1')
    expect(text).toContain('@ 3600 IN NS ns1.localhost.')
    expect(text).not.toContain('ns9')
  })

  test('keeps the strings of a text separate through an import, an edit, an undo and an export', async () => {
    const value = '"txtvers=1" "path=/shop" "note=two  spaces; \\"here\\""'
    await send(`a 300 TXT ${value}`, true)
    const list = async () =>
      (await app.request(`/api/domains/${id}/dns`, { cookie })).body as { id: string; value: string }[]
    const texts = async () =>
      (await list()).map((record) => record.value).filter((text) => text.includes('note'))
    expect(await texts()).toEqual([value])
    const record = (await list()).find((each) => each.value === value)
    const json = { type: 'TXT', name: 'a', value, ttl: 600 }
    await app.request(`/api/domains/${id}/dns/${record?.id}`, { method: 'PUT', cookie, json })
    expect(await texts()).toEqual([value])
    await app.request(`/api/domains/${id}/dns/${record?.id}`, { method: 'DELETE', cookie })
    expect(await texts()).toEqual([])
    const undo = async () => {
      const { body } = await app.request(`/api/domains/${id}/history`, { cookie })
      const change = (body as { id: string; undoneAt: string | null; note: string }[]).find(
        ({ undoneAt, note }) => undoneAt === null && !note.startsWith('Undone'),
      )
      return post(`${id}/history/${change?.id}/undo`, {})
    }
    expect((await undo()).status).toBe(200)
    expect(await texts()).toEqual([value])
    expect((await exported()).text).toContain(`a 600 IN TXT ${value}\n`)
    expect((await undo()).status).toBe(200)
    expect((await exported()).text).toContain(`a 300 IN TXT ${value}\n`)
  })

  test('is previewed with a warning about text that loses its spaces', async () => {
    const file = 'a TXT v=spf1 include:x.net -all\nb TXT "v=spf1 -all"\nc TXT "one" "two"\nd TXT one "two"'
    const { effects } = (await send(file)).body as { effects: string[] }
    expect(effects.filter((effect) => effect.includes('quotes'))).toEqual([
      expect.stringMatching(/^Line 1: The text is not quoted/),
      expect.stringMatching(/^Line 4: /),
    ])
  })

  test('is not changed by an import once it differs from its preview', async () => {
    const file = '@ 3600 A 127.0.0.1'
    const { serial } = (await send(file)).body as { serial: number }
    await post(`${id}/dns`, { type: 'A', name: 'meanwhile', value: '192.0.2.9' })
    const before = (await exported()).text
    const late = await post(`${id}/dns/import`, { zoneFile: file, apply: true, serial })
    expect([late.status, (late.body as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('Preview the changes again'),
    ])
    expect((await exported()).text).toBe(before)
    const again = (await send(file)).body as { serial: number }
    const done = await post(`${id}/dns/import`, { zoneFile: file, apply: true, serial: again.serial })
    expect(done.body).toMatchObject({ applied: true })
  })

  test('is the same after importing its own export, and an undo reverts an import', async () => {
    const before = (await exported()).text
    expect((await send(before, true)).body).toMatchObject({ added: [], removed: [], kept: 4 })
    expect((await exported()).text).toBe(before)
    await send('www 300 A 192.0.2.1', true)
    const { body } = await app.request(`/api/domains/${id}/history`, { cookie })
    const [change] = body as { id: string }[]
    expect((await post(`${id}/history/${change?.id}/undo`, {})).status).toBe(200)
    const withoutSerial = (text: string) => text.replace(/^.* SOA .*$/m, '')
    expect(withoutSerial((await exported()).text)).toBe(withoutSerial(before))
  })

  test.each([
    ['a refused line', 'a A 192.0.2.1\nb A nowhere', 422],
    ['no records', '; nothing', 422],
    ['no text', '', 422],
    ['records that exclude each other', 'a A 192.0.2.1\na CNAME b.net.', 409],
    ['501 records', Array.from({ length: 501 }, (_, at) => `r${at} A 192.0.2.1`).join('\n'), 409],
    ['50,000 lines', 'a A 192.0.2.1\n'.repeat(50_000), 422],
  ])('stays unchanged after a file with %s', async (_, file, status) => {
    const before = (await exported()).text
    const reply = await send(file, true)
    expect([reply.status, reply.body]).toMatchObject([status, { message: expect.stringMatching(/\.$/) }])
    expect((await exported()).text).toBe(before)
  })

  test.each([
    ['alone', '@ NS ns9.example.net.', 422, 'only the name servers of'],
    ['after a SOA record', '@ SOA ns hostmaster 1 2 3 4 5', 422, 'no records'],
    ['blank', ' \n\n', 422, 'no records'],
    [
      'with a CNAME beside others',
      'a A 192.0.2.1\n\na CNAME b.net.\na TXT x',
      409,
      'Lines 1, 3, 4: A CNAME at',
    ],
    ['with a CNAME of the zone', 'b A 192.0.2.1\n@ CNAME b.net.', 409, 'Line 2: '],
    ['with mail to a CNAME', 'a CNAME b.net.\n@ MX 1 a', 409, 'Line 2: a.'],
  ])('rejects a file %s with a reason before anything is applied', async (_, file, status, words) => {
    for (const apply of [false, true])
      expect(await send(file, apply)).toMatchObject({
        status,
        body: { message: expect.stringContaining(words), fields: { zoneFile: expect.any(String) } },
      })
  })

  test('is exported and imported by its owner only, with a session', async () => {
    const other = (await app.addCustomer()).cookie
    const ask = (path: string, asker: string, json?: object) =>
      app.request(`/api/domains/${id}/dns/${path}`, { cookie: asker, ...(json ? { json } : {}) })
    for (const [asker, status] of [
      [other, 404],
      ['', 401],
    ] as const) {
      expect((await ask('export', asker)).status).toBe(status)
      expect((await ask('import', asker, { zoneFile: 'a A 192.0.2.1', apply: true })).status).toBe(status)
    }
  })
})
