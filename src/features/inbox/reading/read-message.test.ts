import { afterAll, describe, expect, test } from 'bun:test'
import { mailOf } from '#test/support/mailbox.ts'
import { createMessageReader } from './message-reader.ts'

const reader = createMessageReader()
afterAll(() => reader.close())

const encode = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => reader.read(encode(text), { remote: false })
const unshown = 'This message cannot be shown here. You can download the original.'
const multipart = 'Content-Type: multipart/mixed; boundary=a\r\n\r\n'

describe('a hostile message', () => {
  test.each([
    ['a million parts', multipart + '--a\r\n\r\n'.repeat(1_000_000)],
    ['millions of lines', `Content-Type: text/plain\r\n\r\n${'a\n'.repeat(3_000_000)}`],
    ['a head of a megabyte', `X: ${'a'.repeat(1_000_000)}\r\n\r\nHello\r\n`],
    [
      'parts in parts without end',
      Array.from(
        { length: 60 },
        (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
      ).join(''),
    ],
  ])('with %s is not shown, and a text says so', async (_, text) => {
    expect(await read(text)).toMatchObject({ text: unshown, html: null, attachments: [] })
  })

  test('with messages in messages keeps the inner ones as files', async () => {
    const nested = 'Content-Type: message/rfc822\r\n\r\n'.repeat(30)
    const { attachments } = await read(`${nested}Subject: x\r\n\r\nHello\r\n`)
    expect(attachments.map(({ name }) => name)).toEqual(['message-0.eml'])
  })

  test.each([
    ['an unknown character set', 'text/plain; charset=x-nothing', '7bit', 'caf\u00e9'],
    ['UTF-8 that is none', 'text/plain; charset=utf-8', 'quoted-printable', 'caf=E9=FF=00'],
    [
      'UTF-7 with a script in it',
      'text/html; charset=utf-7',
      '7bit',
      '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
    ],
    ['base64 that is none', 'text/plain', 'base64', '!!!! not base64 at all =='],
  ])('claiming %s is read as its actual content', async (_, type, encoding, body) => {
    const found = await read(
      mailOf(`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', body),
    )
    expect(found.text).toBeString()
    expect(found.html ?? '').not.toContain('<script')
  })

  test('lists its attachments with their true names', async () => {
    const part = (name: string) => ['--a', `Content-Disposition: attachment; filename="${name}"`, '', 'x']
    const names = ['invoice\u202Efdp.exe', '../../etc/passwd', '..', 'a'.repeat(300)]
    const found = await read(multipart + mailOf(...names.flatMap(part), '--a--'))
    expect(found.attachments.map(({ name }) => name)).toEqual([
      'invoicefdp.exe',
      '.._.._etc_passwd',
      'attachment-2',
      'a'.repeat(200),
    ])
  })

  test('leaves the next one readable', async () => {
    await Promise.all([read(multipart + '--a\r\n\r\n'.repeat(100_000)), read('\0\0\0'), read('')])
    expect((await read(mailOf('Subject: x', '', 'Hello'))).text.trim()).toBe('Hello')
  })
})

test('a message of 25 MB is read while the portal answers other requests', async () => {
  const line = `${'QUJD'.repeat(19)}\r\n`
  const attachment =
    'Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="x.bin"\r\n\r\n'
  const text = `${multipart}--a\r\n\r\nHello\r\n--a\r\n${attachment}${line.repeat(330_000)}--a--\r\n`
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  const found = await read(text)
  clearInterval(timer)
  expect(found.attachments).toEqual([{ n: 0, name: 'x.bin', type: 'text/plain', size: 330_000 * 57 }])
  expect(ticks).toBeGreaterThan(0)
  const whole = await reader.readAttachment(encode(text), 0)
  expect(whole?.bytes.length).toBe(330_000 * 57)
})
