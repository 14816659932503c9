import { expect, test } from 'bun:test'
import { describeMessage } from './describe-message.ts'

const describe = (raw: string | Uint8Array) => {
  const bytes = Buffer.from(raw as string)
  // In small chunks, as from the network.
  return describeMessage(async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
  })
}
const lines = (...all: string[]) => all.join('\r\n')

test('non-ASCII text is decoded by RFC 2047, and raw UTF-8 is accepted', async () => {
  const { described } = await describe(
    lines(
      'From: =?iso-8859-1?Q?J=FCrgen?= <j@x.test>',
      'Subject: =?utf-8?B?w5xiZXI=?= uns',
      'To: Ä <a@x.test>, b@x.test',
      '',
      'x',
    ),
  )
  expect(described).toMatchObject({
    fromName: 'Jürgen',
    fromAddress: 'j@x.test',
    subject: 'Über uns',
    toText: 'Ä, b@x.test',
  })
})

test('text for lists and searches is normalised to NFC', async () => {
  const fields = ['From: Se\u0301bastien <s@x.test>', 'To: Rene\u0301 <r@x.test>', 'Subject: Cafe\u0301']
  const { described } = await describe(
    lines(...fields, 'Content-Type: text/plain; charset=utf-8', '', 'de\u0301ja\u0300'),
  )
  expect(described).toMatchObject({
    fromName: 'S\u00e9bastien',
    toText: 'Ren\u00e9',
    subject: 'Caf\u00e9',
    snippet: 'd\u00e9j\u00e0',
  })
})

test('a reply belongs to the conversation of its original', async () => {
  const thread = async (...fields: string[]) => (await describe(lines(...fields, '', ''))).described.threadId
  const first = await thread('Message-ID: <1@x.test>')
  expect(await thread('Message-ID: <2@x.test>', 'In-Reply-To: <1@x.test>')).toBe(first)
  expect(await thread('Message-ID: <3@x.test>', 'References: <1@x.test>', ' <2@x.test>')).toBe(first)
  expect(await thread('Message-ID: <4@x.test>')).not.toBe(first)
})

test('plain text is preferred to HTML, and attachments are counted by name', async () => {
  const { described, attachments } = await describe(
    lines(
      'Content-Type: multipart/mixed; boundary="a b"',
      '',
      'preamble',
      '--a b',
      'Content-Type: multipart/alternative; boundary=in',
      '',
      '--in',
      'Content-Type: text/html',
      '',
      '<style>p{}</style><p>Page &amp; more</p>',
      '--in',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=BC=',
      '=C3=9Fe',
      '--in--',
      '--a b',
      'Content-Type: application/pdf; name="=?utf-8?Q?=C3=BC.pdf?="',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--a b',
      'Content-Type: image/png',
      'Content-ID: <logo>',
      '',
      'x',
      '--a b--',
    ),
  )
  expect(described.snippet).toBe('Grüße')
  expect(attachments).toEqual(['ü.pdf'])
})

test.each([
  ['nothing at all', ''],
  ['no header', '\r\nbody'],
  ['a header without an end', 'Subject: x'],
  ['NUL and control bytes', 'Subject: a\0b\x07\r\nFrom: \0 <a\0@x.test>\r\n\r\n\0\0'],
  [
    'a boundary that never ends',
    lines('Content-Type: multipart/mixed; boundary=a', '', '--a', 'Content-Type: text/plain'),
  ],
  [
    'parts within parts',
    Array.from({ length: 200 }, (_, n) =>
      lines(`Content-Type: multipart/mixed; boundary=b${n}`, '', `--b${n}`, ''),
    ).join(''),
  ],
  ['a charset that is none', lines('Content-Type: text/plain; charset=klingon', '', 'text')],
  ['halves of surrogates', lines('Subject: =?utf-16?B?2AA=?=', '', '')],
])('describing a message with %s does not fail', async (_, raw) => {
  const { described } = await describe(raw)
  for (const value of Object.values(described))
    if (typeof value === 'string') {
      expect(value).not.toMatch(/\p{Cc}/u)
      expect(value.isWellFormed()).toBe(true)
    }
})
