import { describe, expect, test } from 'bun:test'
import { readAuthors } from '#features/mail-transport/checks/authors.ts'
import { judge } from '#features/mail-transport/checks/rules.ts'
import { describeMessage } from '#features/mail-transport/delivery/describe-message.ts'
import { snippetOf } from '#features/mail-transport/message/one-line.ts'
import { readAttachment, readMessage } from './read-message.ts'

const crlf = (...lines: string[]) => lines.join('\r\n')
const octets = (raw: string) => new Uint8Array(Buffer.from(raw))

/** The results of all readers for a message that arrives in chunks of this many octets. */
async function readAll(bytes: Uint8Array<ArrayBuffer>, pieceBytes: number) {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const description = await describeMessage(pieces)
  const verdict = judge({
    ...description,
    authenticated: { spf: null, dkim: null, dmarc: null, policy: null, proven: [], fields: '' } as never,
    ownDomains: [],
    authors: readAuthors(['a@x.test']),
  })
  const reasons = verdict.kind === 'take' ? verdict.spamReasons : ['refused']
  return {
    list: description.described,
    names: description.possibleNames,
    reasons,
    screen: readMessage(bytes, { remote: false }),
  }
}

/** Reads a message with all readers, which must agree. */
async function agree(raw: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof raw === 'string' ? octets(raw) : raw
  const found = await readAll(bytes, 65_536)
  const inPieces = await readAll(bytes, 3)
  const { list, names, screen } = found
  expect({ ...inPieces.list, threadId: '' }).toEqual({ ...list, threadId: '' })
  expect(inPieces.names).toEqual(names)
  expect(screen.attachments.length).toBe(list.attachmentCount)
  expect(snippetOf(screen.text)).toBe(list.snippet)
  for (const { n, name } of screen.attachments) {
    if (!/^(attachment|message)-\d/.test(name)) expect(names).toContain(name)
    expect(readAttachment(bytes, n)?.name).toBe(name)
  }
  expect(readAttachment(bytes, screen.attachments.length)).toBe(null)
  return found
}

const program = (...head: string[]) =>
  crlf(
    'From: a@x.test',
    'Content-Type: multipart/mixed; boundary=zz',
    '',
    '--zz',
    '',
    'see file',
    '--zz',
    ...head,
    '',
    'TVo=',
    '--zz--',
    '',
  )
const disposition = (parameters: string) =>
  program('Content-Type: application/octet-stream', `Content-Disposition: attachment; ${parameters}`)

/** Part headers whose attachment has this exact name in the web inbox. */
const shownPrograms: [head: string[], name: string][] = [
  ['filename="invoice.exe"', 'invoice.exe'],
  ['filename=invoice.exe', 'invoice.exe'],
  ['FILENAME=invoice.EXE', 'invoice.EXE'],
  ['filename = "invoice.exe"', 'invoice.exe'],
  ['filename*0="invoice.e"; filename*1="xe"', 'invoice.exe'],
  ['filename*1="xe"; filename*0="invoice.e"', 'invoice.exe'],
  ['filename*1="invoice."; filename*2="exe"', 'invoice.exe'],
  ["filename*0*=utf-8''invoice%2E; filename*1=exe", 'invoice.exe'],
  ["filename*0*=utf-8'en'inv; filename*1*=oice%2ee; filename*2=xe", 'invoice.exe'],
  ["filename*=utf-8''invoice%2Eexe", 'invoice.exe'],
  ["filename*=iso-8859-1'de'B%FCcher.exe", 'Bücher.exe'],
  ['filename*=invoice%2Eexe', 'invoice.exe'],
  ["filename=invoice.pdf; filename*=utf-8''invoice.exe", 'invoice.exe'],
  ['filename="=?utf-8?Q?invoice=2Eexe?="', 'invoice.exe'],
  ['filename="=?utf-8?B?aW52b2ljZS5l?= =?utf-8?B?eGU=?="', 'invoice.exe'],
  ['filename="in\\voice.e\\xe"', 'invoice.exe'],
  ['filename="=?utf-7?Q?invoice+AC4-exe?="', 'invoice.exe'],
  ["filename*=utf-16le''i%00n%00.%00e%00x%00e%00", 'in.exe'],
  ['filename=(a comment) invoice.exe', 'invoice.exe'],
  ['(a; comment=x) filename="invoice.exe" (another)', 'invoice.exe'],
  ['filename(which)="invoice.exe"', 'invoice.exe'],
  ['filename="invoice\u202efdp.exe"', 'invoicefdp.exe'],
  ['filename="invoice.e\u200bxe"', 'invoice.exe'],
  ['\r\n\tfilename="invoice.exe"', 'invoice.exe'],
  ['filename="invoice.exe', 'invoice.exe'],
  ['filename="my invoice.exe"', 'my invoice.exe'],
  ['filename=my invoice.exe', 'my invoice.exe'],
  [`filename="${'a'.repeat(900)}.exe"`, `${'a'.repeat(196)}.exe`],
  ['filename=disk.img', 'disk.img'],
  ['filename=update.msixbundle', 'update.msixbundle'],
  ['x; filename=invoice.exe', 'invoice.exe'],
].map(([parameters = '', name = '']): [string[], string] => [
  ['Content-Type: application/octet-stream', `Content-Disposition: attachment; ${parameters}`],
  name,
])
shownPrograms.push(
  [['Content-Type: application/octet-stream; name=invoice.exe'], 'invoice.exe'],
  [['Content-Type: (hi) application/octet-stream; name="invoice.exe"'], 'invoice.exe'],
  [['Content-Type: application / octet-stream; name="invoice.exe"'], 'invoice.exe'],
  [["Content-Type: application/octet-stream; name*=utf-8''invoice%2Eexe"], 'invoice.exe'],
  [['Content-Type: image/png; name=invoice.exe', 'Content-ID: <logo>'], 'invoice.exe'],
  [
    ['Content-Disposition: inline; filename=invoice.exe', 'Content-ID: <logo>', 'Content-Type: x/y'],
    'invoice.exe',
  ],
  [['Content-Type: text/plain; name=invoice.js'], 'invoice.js'],
  [['Content-Type: text/html', 'Content-Disposition: inline; filename=invoice.hta'], 'invoice.hta'],
  [['content-disposition : attachment; filename=invoice.exe'], 'invoice.exe'],
  [['Content-Disposition:attachment;filename=invoice.exe'], 'invoice.exe'],
  [['Content-Disposition: =?utf-8?Q?x?=; filename=invoice.exe', 'Content-Type: a/b'], 'invoice.exe'],
  [['Content-Type: nonsense; name=invoice.exe', 'Content-Disposition: attachment'], 'invoice.exe'],
)

describe('an executable with a disguised name is spam under the displayed name', () => {
  test.each(shownPrograms)('%j', async (head, name) => {
    const { screen, reasons } = await agree(program(...head))
    expect(screen.attachments.map((each) => each.name)).toEqual([name])
    expect(reasons).toEqual([expect.stringContaining(name.slice(0, 50))])
  })
})

describe('an executable that only some mail programs recognise is spam', () => {
  test.each([
    'filename="invoice.exe "; x',
    'filename="invoice.exe."',
    'filename="invoice.exe:Zone"; x=invoice.exe; filename=invoice.exe',
    'filename="invoice.exe\0.pdf"',
    'filename="invoice%2Eexe"',
    'filename=invoice.pdf; filename=invoice.exe',
    'filename=invoice.exe; filename=invoice.pdf',
    "filename=invoice.exe; filename*=utf-8''invoice.pdf",
    'filename=invoice.exe junk',
    'filename="invoice."exe',
    'filename="invoice" ".exe"',
    "filename='invoice.exe'",
    'filename=invoice.(really)exe',
    'filename=invoice.exe(really)',
    'filename="invoice.exe(really)"',
    'filename*0="invoice.pdf"; filename*0="invoice.exe"',
    'filename*0=invoice; filename*2=.exe',
    'filename="=?utf-8?Q?invoice?=.exe"',
    'filename="invoice.ｅｘｅ"',
    'filename="invoice.exe::$DATA"',
    'x="filename=invoice.exe"',
    'name=invoice.exe',
  ])('with the parameters %j', async (parameters) => {
    expect((await agree(disposition(parameters))).reasons.join()).toContain('executable file')
  })

  test.each([
    [
      'a second Content-Disposition',
      ['Content-Disposition: attachment; filename=a.pdf', 'Content-Disposition: attachment; filename=a.exe'],
    ],
    ['a second Content-Type', ['Content-Type: a/b; name=a.pdf', 'Content-Type: a/b; name=a.exe']],
    ['the other field', ['Content-Type: a/b; name=a.exe', 'Content-Disposition: attachment; filename=a.pdf']],
    ['no semicolon', ['Content-Disposition: attachment filename=a.exe']],
    ['a comma', ['Content-Disposition: attachment, filename=a.exe']],
    ['a field as a word', ['Content-Disposition: =?utf-8?Q?attachment=3B_filename=3D=22a.exe=22?=']],
    ['Content-Location', ['Content-Type: a/b', 'Content-Location: files/a.exe']],
  ])('with %s', async (_, head) => {
    expect((await agree(program(...head))).reasons.join()).toContain('executable file')
  })

  const inner = ['Content-Disposition: attachment; filename=a.exe', '', 'x']
  const mixed = 'Content-Type: multipart/mixed; boundary='
  test.each([
    ['behind the end of the parts', [`${mixed}b`, '', '--b', '', 'x', '--b--', '--b', ...inner]],
    ['before the first part', [`${mixed}b`, '', '--c', ...inner, '--b', '', 'x', '--b--']],
    [
      'behind a delimiter with an end of its own',
      [`${mixed}b`, '', '--b', '', 'x', '--bb', ...inner, '--b--'],
    ],
    ['in a message of text', ['Content-Type: text/plain', '', '--b', ...inner]],
    ['in a message with another type first', ['Content-Type: text/plain', `${mixed}b`, '', '--b', ...inner]],
    ['in parts without a boundary', ['Content-Type: multipart/mixed', '', '--b', ...inner]],
    ['in a message within', ['Content-Type: message/rfc822', '', `${mixed}b`, '', '--b', ...inner]],
    [
      'in a message that is attached',
      [
        `${mixed}q`,
        '',
        '--q',
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment',
        '',
        `${mixed}b`,
        '',
        '--b',
        ...inner,
        '--q--',
      ],
    ],
    [
      'in the head of a message that is attached',
      [
        `${mixed}q`,
        '',
        '--q',
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment',
        '',
        ...inner,
        '--q--',
      ],
    ],
    [
      'in an encoded message',
      [
        'Content-Type: message/rfc822',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(crlf(`${mixed}b`, '', '--b', ...inner)).toString('base64'),
      ],
    ],
    [
      'in parts that are encoded as a whole',
      [
        `${mixed}b`,
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(crlf('--b', ...inner, '--b--')).toString('base64'),
      ],
    ],
    ['as uuencoded text', ['', 'see', 'begin 644 a.exe', '#0V%T', 'end']],
  ])('%s', async (_, lines) => {
    expect((await agree(crlf('From: a@x.test', ...lines, ''))).reasons.join()).toContain('executable file')
  })
})

describe('parts are found in every notation of the boundary', () => {
  test.each([
    'multipart/mixed; boundary=zz',
    'multipart/mixed; boundary="zz"',
    'MULTIPART/Mixed; BOUNDARY=zz',
    '(hi) multipart/mixed; boundary=zz',
    'multipart/mixed (hi); (b=c) boundary=zz (x)',
    'multipart / mixed ; boundary = zz',
    'multipart/mixed boundary=zz',
    'multipart/mixed; boundary=zz; boundary=yy',
    'multipart/mixed; boundary=yy; boundary=zz',
    'multipart/mixed; boundary*0=z; boundary*1=z',
    "multipart/mixed; boundary*=us-ascii''z%7A",
    'multipart/mixed; boundary="zz',
    'multipart/mixed; boundary="zz "',
    'multipart/mixed; boundary="z\\z"',
    "multipart/mixed; boundary='zz'",
    'multipart/mixed; boundary="=?us-ascii?Q?zz?="',
    'multipart/mixed;\r\n boundary=zz',
    'multipart/unheard-of; boundary=zz',
  ])('%j', async (type) => {
    const raw = program('Content-Disposition: attachment; filename="a.exe"').replace(
      'multipart/mixed; boundary=zz',
      type,
    )
    const { list, screen, reasons } = await agree(raw)
    expect(screen.attachments.map(({ name }) => name)).toEqual(['a.exe'])
    expect([list.snippet, reasons.length]).toEqual(['see file', 1])
  })

  test.each([
    ['blanks behind a delimiter', (raw: string) => raw.replaceAll('--zz\r\n', '--zz \t\r\n')],
    ['line feeds alone', (raw: string) => raw.replaceAll('\r\n', '\n')],
    ['no end', (raw: string) => raw.replace('\r\n--zz--\r\n', '')],
    ['no empty line in a head', (raw: string) => raw.replace('a.exe\r\n\r\n', 'a.exe\r\n')],
  ])('with %s', async (_, change) => {
    const { screen } = await agree(change(program('Content-Disposition: attachment; filename=a.exe')))
    expect(screen.attachments.map(({ name }) => name)).toEqual(['a.exe'])
  })
})

const honest = (...head: string[]) => agree(program(...head))
test.each([
  'filename="example.com for you.pdf"',
  'filename="setup.exe.txt"',
  'filename="js.pdf"',
  'filename*0="prices of example.com"; filename*1=" in May.pdf"',
  'filename="prices (example.com).pdf"',
  'filename="invoice(1).pdf"',
  "filename*=utf-8''%E0%A4%A8%E0%A4%BE%E0%A4%AE.txt",
])('a harmless name is not taken for an executable: %j', async (parameters) => {
  expect((await agree(disposition(parameters))).reasons).toEqual([])
})

test('parts embedded in the text are not listed, all others are', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')
  const related = (html: string) =>
    crlf(
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      html,
      '--b',
      'Content-Type: image/png; name=logo.png',
      'Content-ID: <logo@x>',
      'Content-Transfer-Encoding: base64',
      '',
      png,
      '--b--',
    )
  const count = async (html: string) => (await agree(related(html))).list.attachmentCount
  expect(await count('<p>Hi<img src="cid:logo@x">')).toBe(0)
  expect(await count('<p>Hi<img src="cid:other">')).toBe(1)
  expect(await count('<p>Hi<!--<img src="cid:logo@x">-->')).toBe(1)
  expect((await honest('Content-Type: text/plain')).list.attachmentCount).toBe(0)
  expect((await honest('Content-Type: text/calendar')).list.attachmentCount).toBe(1)
})

const text = (type: string, body: string | Buffer, encoding = '8bit') =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from(
        crlf('From: a@x.test', `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', ''),
      ),
      Buffer.from(body as string),
    ]),
  )

describe('all readers decode text alike', () => {
  test.each([
    ['US-ASCII that is UTF-8', text('text/plain; charset=us-ascii', 'नमस्ते café'), 'नमस्ते café'],
    ['no charset and UTF-8', text('text/plain', 'café'), 'café'],
    ['an unknown charset and UTF-8', text('text/plain; charset=x-unknown', 'café'), 'café'],
    [
      'US-ASCII that is Windows-1252',
      text('text/plain; charset=ascii', Buffer.from([99, 97, 102, 0xe9])),
      'café',
    ],
    ['ISO 8859-1', text('text/plain; charset=iso-8859-1', Buffer.from([99, 97, 102, 0xe9])), 'café'],
    ['a quoted charset with a comment', text('text/plain; charset="utf-8" (x)', 'café'), 'café'],
    ['UTF-16', text('text/plain; charset=utf-16le', Buffer.from('café', 'utf16le')), 'café'],
    [
      'quoted-printable',
      text('text/plain; charset=utf-8', 'caf=C3=\r\n=A9 a=3Db=', 'quoted-printable'),
      'café a=b',
    ],
    ['a commented encoding', text('text/plain; charset=utf-8', 'Y2Fmw6k=', '(x) Base64'), 'café'],
    ['Base64 in pieces', text('text/plain; charset=utf-8', 'Y2Fmw6k=\r\nIG9rIQ==\r\n', 'base64'), 'café ok!'],
    ['flowed text', text('text/plain; format=flowed; delsp=yes', 'won \r\nder\r\n'), 'wonder'],
    [
      'HTML',
      text('text/html', '<p>&lt;b&gt; &copy; caf&eacute; &#x20B9;5</p><script>x</script>'),
      '<b> © café ₹5',
    ],
    ['a title and a style', text('text/html', '<head><title>T</title><style>p{}</style></head>Hi'), 'Hi'],
    [
      'a line for the list with its filling',
      text(
        'text/html; charset=utf-8',
        '<div style="display:none">Sale&zwnj;&nbsp;&zwnj;&nbsp;&#847;&#8203;&shy;</div><p>He&shy;llo</p>',
      ),
      'Sale Hello',
    ],
    [
      'joined letters',
      text('text/plain; charset=utf-8', 'क्\u200dष 👩\u200d💻 می\u200cخواهم'),
      'क्\u200dष 👩\u200d💻 می\u200cخواهم',
    ],
    ['words far below a style', text('text/html', `<style>${'p{}\r\n'.repeat(20_000)}</style><p>Hi`), 'Hi'],
  ])('%s', async (_, raw, snippet) => {
    const { list, screen } = await agree(raw)
    expect(list.snippet).toBe(snippet)
    expect(screen.text).not.toMatch(/&\w+;/)
  })

  test('HTML is read when the plain text is empty', async () => {
    const { list } = await agree(
      crlf(
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        '',
        ' ',
        '--b',
        'Content-Type: text/html',
        '',
        '<p>Hi',
        '--b--',
      ),
    )
    expect(list.snippet).toBe('Hi')
  })

  test('an attached message is read with its header', async () => {
    const { list, screen } = await agree(
      crlf(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        '',
        'See:',
        '--b',
        'Content-Type: message/rfc822',
        '',
        'From: Lee <lee@x.test>',
        'Subject: =?utf-8?Q?Caf=C3=A9?=',
        'Content-Type: multipart/mixed; boundary=c',
        '',
        '--c',
        '',
        'Hi',
        '--c',
        'Content-Type: a/b; name=a.pdf',
        '',
        'x',
        '--c--',
        '--b--',
      ),
    )
    expect(list.snippet).toBe('See: From: Lee <lee@x.test> Subject: Café Hi')
    expect(screen.attachments.map(({ name }) => name)).toEqual(['a.pdf'])
  })

  test.each([
    ['=?UTF-8?B?4KSq4A==?=\r\n =?UTF-8?B?pLDgpYA=?=', 'परी'],
    ['=?UTF-8?B?4KSq4?= =?UTF-8?B?KSw4KWA?=', 'परी'],
    ['=?utf-8?Q?caf=C3?= =?UTF-8?q?=A9_ok?=', 'café ok'],
    ['a =?utf-8?Q?b?= c', 'a b c'],
    ['=?utf-8?Q?a?= =?iso-8859-1?Q?=E9?=', 'aé'],
    ['=?utf-8*en?Q?a?=', 'a'],
    ['=?us-ascii?Q?caf=C3=A9?=', 'café'],
    ['=?utf-8?Q?Hello?_now?=', 'Hello? now'],
    ['=?iso-2022-jp?B?GyRCJUYlOSVIGyhC?= =?ISO-2022-JP?B?GyRCJUYlOSVIGyhC?=', 'テストテスト'],
    ['=?utf-8?X?a?=', '=?utf-8?X?a?='],
    ['café', 'café'],
  ])('the subject %j', async (subject, read) => {
    expect((await agree(crlf(`Subject: ${subject}`, '', 'x'))).list.subject).toBe(read)
  })

  test('people are the recipients of a reply', async () => {
    const { list, screen } = await agree(
      crlf(
        'From: =?utf-8?Q?J=C3=BCrgen?= (the boss) <j@x.test>',
        'To: "Rao, Meera" <meera@x.test>, Team: a@x.test, =?utf-8?Q?Lee=2C_B?= <b@x.test>;',
        'Reply-To: Support Desk <support@x.test>, "Desk, Help" <help@x.test>',
        '',
        'x',
      ),
    )
    expect([list.fromName, list.fromAddress, list.toText]).toEqual([
      'Jürgen',
      'j@x.test',
      'Rao, Meera, a@x.test, Lee, B',
    ])
    expect(screen.people.to).toEqual([
      { name: 'Rao, Meera', address: 'meera@x.test' },
      { name: '', address: 'a@x.test' },
      { name: 'Lee, B', address: 'b@x.test' },
    ])
    expect(screen.people.replyTo.map(({ address }) => address)).toEqual(['support@x.test', 'help@x.test'])
    expect(screen.replyTo).toBe('Support Desk <support@x.test>, "Desk, Help" <help@x.test>')
  })
})

const gtube = ['XJS*C4JDBQADN1.NSBN3*2IDNEN', 'GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL', 'C.34X'].join('*')
test.each([
  ['plain', text('text/plain', `Hi\r\n\r\n${gtube}\r\n`)],
  ['HTML', text('text/html', `<p>${gtube}</p>`)],
  ['Base64', text('text/plain', Buffer.from(gtube).toString('base64'), 'base64')],
  [
    'quoted-printable',
    text('text/plain', gtube.replace('GTU', 'GTU=\r\n').replaceAll('*', '=2A'), 'quoted-printable'),
  ],
  ['a long', text('text/plain', `${'word\r\n'.repeat(20_000)}${gtube}`)],
  ['a UTF-16', text('text/plain; charset=utf-16le', Buffer.from(gtube, 'utf16le'))],
])('the test text for spam filters is spam in %s text', async (_, raw) => {
  expect((await agree(raw)).reasons).toEqual(['It contains the test text for spam filters (GTUBE).'])
})

const within = (content: string) =>
  `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(content)}\r\n`

test.each([
  ...[1, 2, 3, 6, 12, 13, 14, 20, 39].map((levels) => ['bare', levels] as const),
  ...[1, 2, 3, 4, 5].map((levels) => ['encoded', levels] as const),
])('an executable within %s messages, nested %d deep, is spam', async (kind, levels) => {
  const inner = 'Content-Disposition: attachment; filename=a.exe\r\n\r\nMZ\r\n'
  let raw = inner
  for (let level = 0; level < levels; level += 1)
    raw = kind === 'bare' ? `Content-Type: message/rfc822\r\n\r\n${raw}` : within(raw)
  const { reasons } = await readAll(octets(`From: a@far.test\r\n${raw}`), 65_536)
  expect(reasons.join()).toMatch(/executable file attached: a\.exe|too complex/)
})

test('combined letters and emoji in a name stay intact', async () => {
  for (const name of ['क्\u200dषमा', 'می\u200cخواهم', '👩\u200d💻']) {
    const raw = `From: ${name} <a@far.test>\r\nContent-Disposition: attachment; filename="${name}.pdf"\r\n\r\nx`
    const { list, screen } = await readAll(octets(raw), 65_536)
    expect([list.fromName, screen.attachments[0]?.name]).toEqual([name, `${name}.pdf`])
  }
})

test('a message too complex to read is spam, as it may hide malware', async () => {
  const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(6_000)}`
  const deep = Array.from(
    { length: 60 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  )
  for (const raw of [parts, deep.join(''), `X: ${'a'.repeat(1_000_000)}\r\n\r\nHi`])
    expect((await readAll(octets(raw), 65_536)).reasons.join()).toContain('too complex')
})
