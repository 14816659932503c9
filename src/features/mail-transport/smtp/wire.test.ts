import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { inboxOf } from '#test/support/mail-sending.ts'
import { mailFrom, openSmtp, type SmtpClient } from '#test/support/raw-smtp.ts'
import { startReceiver } from '../receiving/serve.ts'
import { watchLineEnds } from './line-ends.ts'

let app: TestApp
let owner: MailOwner
let ada: { id: string; email: string }
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  app = await createTestApp()
  owner = await createMailOwner(app)
  ada = await owner.make({ local: 'ada', domain: (await owner.addDomain()).name })
  receiver = await startReceiver(app.deps, { port: 0 })
})
afterAll(async () => {
  await receiver.stop()
  await app.close()
})
beforeEach(async () => {
  await app.deps.mailboxes.removeBox({ userId: owner.userId, accountId: ada.id })
})

const inbox = () => inboxOf(app, owner, ada.id)
const open = async () => {
  const client = await openSmtp(receiver.port)
  await client.say('EHLO far.test')
  return client
}
const begin = async () => {
  const client = await open()
  for (const line of ['MAIL FROM:<b@far.test>', `RCPT TO:<${ada.email}>`]) await client.say(line)
  expect((await client.say('DATA')).code).toBe(354)
  return client
}
const smuggled = (end: string) =>
  `${mailFrom('b@far.test')}First${end}MAIL FROM:<admin@${ada.email.split('@')[1]}>\r\nRCPT TO:<${ada.email}>\r\nDATA\r\n${mailFrom('admin@far.test', ['Subject: smuggled'])}\r\n.\r\n`

test.each(['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\r', '\r.\r\n', '\r\n.\n', '\r\n\0.\r\n\n', '\r\r\n.\r\n'])(
  'an ambiguous end of data in %j ends the connection, and the message is discarded',
  async (end) => {
    const client = await begin()
    client.write(smuggled(end))
    expect((await client.next()).text).toMatch(/^550 5\.5\.2 A bare (CR|LF)/)
    let last = await client.next()
    while (last.code !== 0) last = await client.next()
    expect(await inbox()).toEqual([])
  },
)

test('a bare LF is found at any chunk boundary', async () => {
  for (const parts of [
    ['x\r', '\ny\n'],
    ['x', '\n'],
    ['a\r\n', '\n'],
    ['x\r', 'y\r\n'],
  ]) {
    const client = await begin()
    for (const part of parts) {
      client.write(part)
      await Bun.sleep(5)
    }
    expect((await client.next()).text).toStartWith('550 5.5.2')
    client.end()
  }
  expect(await inbox()).toEqual([])
})

test('commands that end in a bare LF are not executed', async () => {
  const client = await open()
  client.write('NOOP\n')
  expect((await client.next()).text).toStartWith('550 5.5.2')
  expect((await client.next()).code).toBe(0)
})

test.each([
  'VRFY ada',
  'EXPN all',
  'AUTH PLAIN AGEAYg==',
  'XCLIENT ADDR=1.2.3.4',
  'WIZ x',
  'BDAT 3 LAST',
  'TURN',
])('%s is not offered', async (line) => {
  const client = await open()
  expect((await client.say(line)).code).toBeOneOf([500, 502])
  client.end()
})

test('repeated invalid commands end the connection', async () => {
  const client = await open()
  let answer = await client.say('MAIL FROM:nobody')
  for (let n = 0; n < 25 && answer.code === 501; n += 1) answer = await client.say('MAIL FROM:nobody')
  let isOver = answer.code === 421 || answer.code === 0
  if (!isOver) isOver = (await client.next()).code === 421
  expect(isOver).toBe(true)
})

const refusedAs = async (line: string, lines: string[] = []) => {
  const client = await open()
  for (const each of lines) await client.say(each)
  const answer = await client.say(line)
  client.end()
  return answer
}

test.each([
  'MAIL FROM:<a\0b@far.test>',
  'MAIL FROM:<a@far.test> SIZE=many',
  'MAIL FROM:<a@far.test> BODY=BINARYMIME',
  'MAIL FROM:a@far.test',
  'MAIL FROM:<a@b@far.test>',
  `MAIL FROM:<${'a'.repeat(300)}@far.test>`,
])('%j is invalid input and changes nothing', async (line) => {
  const { code, text } = await refusedAs(line)
  expect([code, text.slice(4, 6)]).toEqual([501, '5.'])
})

test.each([
  '"a b"',
  '"a\\"b"',
  '<script>',
  'a..b',
  '.a',
  'a.',
  'a\tb',
  'a\u200bb',
  '../../etc',
  '%00',
  'a\x1b[31mb',
])('the local part %j is rejected', async (local) => {
  const { code } = await refusedAs(`RCPT TO:<${local}@${ada.email.split('@')[1]}>`, [
    'MAIL FROM:<b@far.test> SMTPUTF8',
  ])
  expect(code).toBeOneOf([501, 550, 500])
  expect(await inbox()).toEqual([])
})

test('non-ASCII addresses need SMTPUTF8, and are stored as given', async () => {
  const line = Buffer.from('MAIL FROM:<jürgen@far.test>', 'utf8').toString('utf8')
  expect((await refusedAs(line)).text).toStartWith('553 5.6.7')
  const client = await openSmtp(receiver.port)
  const raw = mailFrom('jürgen@far.test', ['Subject: Grüße'])
  const answer = await client.send({
    from: 'jürgen@far.test',
    to: ada.email,
    raw,
    parameters: ' SMTPUTF8 BODY=8BITMIME',
  })
  expect(answer.code).toBe(250)
  client.end()
  const [text = ''] = await inbox()
  expect(text).toStartWith('Return-Path: <jürgen@far.test>\r\n')
  expect(text).toContain('with UTF8SMTP id')
  expect(text).toEndWith(raw)
})

test('unnecessary quotes of a local part are ignored', async () => {
  const client = await open()
  await client.say('MAIL FROM:<b@far.test>')
  const domain = ada.email.split('@')[1]
  expect((await client.say(`RCPT TO:<"ada"@${domain}>`)).code).toBe(250)
  expect((await client.say(`RCPT TO:<"postmaster"@${domain}>`)).code).toBe(250)
  expect((await client.say(`RCPT TO:<"a,da"@${domain}>`)).code).toBeGreaterThan(499)
  client.end()
})

test('a sender in A-labels is plain ASCII, and stays in A-labels', async () => {
  for (const [from, parameters] of [
    ['Anna@xn--bcher-kva.example', ''],
    ['Anna@XN--Bcher-KVA.Example', ''],
    ['Anna@BÜCHER。example', ' SMTPUTF8'],
  ] as const) {
    await app.deps.mailboxes.removeBox({ userId: owner.userId, accountId: ada.id })
    const client = await openSmtp(receiver.port)
    const answer = await client.send({ from, to: ada.email, raw: mailFrom('Anna <a@far.test>'), parameters })
    expect([from, answer.code]).toEqual([from, 250])
    client.end()
    expect((await inbox())[0]).toStartWith('Return-Path: <Anna@xn--bcher-kva.example>\r\n')
  }
})

test.each(['a@[192.0.2.1]', 'a@xn--a', 'a@localhost', '"a b"@xn--bcher-kva.example'])(
  'a sender %j in plain ASCII needs no SMTPUTF8',
  async (from) => expect((await refusedAs(`MAIL FROM:<${from}>`)).text).not.toContain('SMTPUTF8'),
)

test('lines of any length and bytes of any kind stay unchanged', async () => {
  const body = Buffer.concat([
    Buffer.from(`${'long'.repeat(5_000)}\r\n`),
    Buffer.from(Array.from({ length: 256 }, (_, n) => n).filter((byte) => byte !== 10 && byte !== 13)),
    Buffer.from('\r\n..two dots\r\n'),
  ])
  const client = await begin()
  client.write(Buffer.concat([Buffer.from(mailFrom('b@far.test', [], '')), body, Buffer.from('.\r\n')]))
  expect((await client.next()).code).toBe(250)
  client.end()
  const box = { userId: owner.userId, accountId: ada.id }
  const [found] = await Array.fromAsync(app.deps.mailboxes.list(box))
  const kept = found && (await app.deps.mailboxes.open(box, 'inbox', found.file))
  const bytes = Buffer.from(await new Response(kept).arrayBuffer()).toString('latin1')
  expect(bytes).toEndWith(body.toString('latin1').replace('\r\n..two', '\r\n.two'))
})

test('pipelined commands are answered in order', async () => {
  const client = await openSmtp(receiver.port)
  const each = `MAIL FROM:<b@far.test>\r\nRCPT TO:<no@${ada.email.split('@')[1]}>\r\nRCPT TO:<${ada.email}>\r\nDATA\r\n`
  client.write(`EHLO far.test\r\n${each}`)
  const codes: number[] = []
  for (let n = 0; n < 5; n += 1) codes.push((await client.next()).code)
  expect(codes).toEqual([250, 250, 550, 250, 354])
  client.write(`${mailFrom('b@far.test')}\r\n.\r\nNOOP\r\nQUIT\r\n`)
  expect([(await client.next()).code, (await client.next()).code, (await client.next()).code]).toEqual([
    250, 250, 221,
  ])
  expect(await inbox()).toHaveLength(1)
})

test('a client that disconnects within a message leaves nothing behind', async () => {
  const client = await begin()
  client.write(`${mailFrom('b@far.test')}half of`)
  await Bun.sleep(20)
  client.end()
  await Bun.sleep(100)
  expect(await inbox()).toEqual([])
})

describe('a client that holds its slot', () => {
  let slow: typeof receiver
  beforeAll(async () => {
    slow = await startReceiver(app.deps, { port: 0, pace: { bytes: 100, ms: 500 }, patienceMs: 500 })
  })
  afterAll(() => slow.stop())
  const inData = async () => {
    const client = await openSmtp(slow.port)
    for (const line of ['EHLO far.test', 'MAIL FROM:<b@far.test>', `RCPT TO:<${ada.email}>`, 'DATA'])
      await client.say(line)
    return client
  }
  /** Sends these pieces with pauses until a reply arrives; returns the remaining pieces. */
  const drip = async (client: SmtpClient, pieces: string[]) => {
    let answer: Awaited<ReturnType<SmtpClient['next']>> | null = null
    const answered = client.next().then((said) => {
      answer = said
    })
    for (let piece = pieces.shift(); piece !== undefined && !answer; piece = pieces.shift()) {
      client.write(piece)
      await Bun.sleep(25)
    }
    await answered
    return { answer, left: pieces.length }
  }

  test('with a message below the minimum rate is disconnected, and the message is discarded', async () => {
    const client = await inData()
    client.write(mailFrom('b@far.test', [], ''))
    const { answer, left } = await drip(client, [...'x'.repeat(2_000)])
    expect(answer).toMatchObject({ text: expect.stringMatching(/^421 4\.4\.2 /) })
    expect(left).toBeGreaterThan(0)
    expect((await client.next()).code).toBe(0)
    expect(await inbox()).toEqual([])
  })

  test('with a message above it is served to the end', async () => {
    const client = await inData()
    client.write(mailFrom('b@far.test', [], ''))
    const line = `${'x'.repeat(118)}\r\n`
    const { answer } = await drip(client, [...Array.from({ length: 40 }, () => line), '.\r\n'])
    expect(answer).toMatchObject({ code: 250 })
    expect(await inbox()).toHaveLength(1)
    client.end()
  })

  test('with an unfinished command is disconnected', async () => {
    const client = await openSmtp(slow.port)
    const { answer, left } = await drip(client, [...`EHLO ${'x'.repeat(2_000)}`])
    expect(answer).toMatchObject({ text: expect.stringMatching(/^421 4\.4\.2 /) })
    expect(left).toBeGreaterThan(0)
  })
})

test('plaintext after STARTTLS is not taken for a command', async () => {
  const client: SmtpClient = await open()
  client.write('STARTTLS\r\nMAIL FROM:<b@far.test>\r\n')
  expect((await client.next()).code).toBe(220)
  client.end()
})

test.each([
  [['a\r\nb\r\n'], null],
  [['a\r', '\nb'], null],
  [['', '\r\n'], null],
  [['a\n'], 'LF'],
  [['a\rb'], 'CR'],
  [['a\r', 'b'], 'CR'],
  [['a\r\r\n'], 'CR'],
  [['\r\n\n'], 'LF'],
] as const)('the line ends of %j are valid unless one is bare: %p', (parts, half) => {
  const ends = watchLineEnds()
  const found = parts.map((part) => ends.look(Buffer.from(part)))
  expect(found.find(Boolean) ?? null).toBe(half)
})
