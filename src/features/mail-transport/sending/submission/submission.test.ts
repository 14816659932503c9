import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readEnv } from '#env'
import { maxHeadBytes } from '#features/mailboxes/contract/rules.ts'
import type { Running } from '#server/feature.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { createFakeTransport } from '#test/support/mail-sending.ts'
import { openSecureSmtp, openSmtp, type SmtpClient } from '#test/support/raw-smtp.ts'
import { startSubmission } from './server.ts'

let app: TestApp
let owner: MailOwner
let fake: ReturnType<typeof createFakeTransport>
let account: { id: string; email: string; oneTimePassword: string | null }
let domain: string
let running: Running
const clients: SmtpClient[] = []

beforeEach(async () => {
  fake = createFakeTransport()
  const env = { ...readEnv({ DATA_DIR: makeTestFolder(), MAIL_SUBMISSION_PORT: 'auto' }), NODE_ENV: 'test' }
  app = await createTestApp({ env, mailTransport: fake.transport })
  owner = await createMailOwner(app)
  domain = (await owner.addDomain()).name
  account = await owner.make({ local: 'ada', domain })
  running = await startSubmission(app.deps)
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.end()
  await running.stop?.()
  await app.close()
})

const port = () => app.deps.mailPorts.submission ?? 0
const passwordOf = () => account.oneTimePassword ?? ''
const plain = (name: string, password: string) =>
  `AUTH PLAIN ${Buffer.from(`\0${name}\0${password}`).toString('base64')}`

async function open(): Promise<SmtpClient> {
  const client = await openSecureSmtp(port())
  clients.push(client)
  await client.say('EHLO far.test')
  return client
}

async function signedIn(name = account.email, password = passwordOf()): Promise<SmtpClient> {
  const client = await open()
  const answer = await client.say(plain(name, password))
  if (answer.code !== 235) throw new Error(answer.text)
  return client
}

const message = (fields: string[], body = 'Hi.') => `${[...fields, '', body].join('\r\n')}\r\n`
const own = () => [`From: Ada <${account.email}>`, 'To: <bob@far.test>', 'Subject: Hello']
const rows = () => app.store.read.select().from(app.store.t.emailQueue)

test('a password is not accepted before TLS', async () => {
  const client = await openSmtp(port())
  clients.push(client)
  await client.say('EHLO far.test')
  const answer = await client.say(plain(account.email, passwordOf()))
  expect(answer.code).toBe(538)
  expect((await client.say(`MAIL FROM:<${account.email}>`)).code).toBe(530)
})

test('nothing is sent without a password or with a wrong one', async () => {
  const client = await open()
  expect((await client.say(`MAIL FROM:<${account.email}>`)).code).toBe(530)
  expect(await client.say(plain(account.email, 'wrong'))).toMatchObject({ code: 535 })
  expect(await client.say(plain('nobody@far.test', 'wrong'))).toMatchObject({ code: 535 })
  expect((await client.say(`MAIL FROM:<${account.email}>`)).code).toBe(530)
})

test('after five wrong passwords even the right one must wait', async () => {
  for (let n = 0; n < 5; n += 1) {
    const client = await open()
    expect((await client.say(plain(account.email, `wrong ${n}`))).code).toBe(535)
  }
  const client = await open()
  expect((await client.say(plain(account.email, passwordOf()))).code).toBe(454)
})

test('a submitted message is sent signed by its sender, with Message-ID and Date, without Bcc', async () => {
  const client = await signedIn()
  const answer = await client.send({
    from: account.email,
    to: ['bob@far.test', 'Carl@Far.Test'],
    raw: message([...own(), 'Bcc: <carl@far.test>'], '.dot\r\n..dots'),
  })
  expect(answer).toMatchObject({ code: 250 })
  expect(answer.text).toStartWith('250 2.0.0 ')
  await app.work()
  expect(fake.sent.map(({ recipient }) => recipient).toSorted()).toEqual(['Carl@far.test', 'bob@far.test'])
  const raw = fake.sent[0]?.raw ?? ''
  expect(raw).not.toContain('Bcc')
  expect(raw).toMatch(/^Received: by \S+ with ESMTPSA id /)
  expect(raw).toMatch(new RegExp(`\r\nMessage-ID: <[0-9a-f-]+@${domain}>\r\n`))
  expect(raw).toMatch(/\r\nDate: \w{3}, \d\d \w{3} 2026 /)
  expect(raw).toEndWith('\r\n\r\n.dot\r\n..dots\r\n')
})

test('another customer’s address is rejected as sender, in the envelope and in the message', async () => {
  const stranger = await createMailOwner(app)
  const other = await stranger.make({ local: 'eve', domain: (await stranger.addDomain()).name })
  const sibling = await owner.make({ local: 'bob', domain })
  const signed = await signedIn()
  for (const foreign of [other.email, sibling.email, `nobody@${domain}`, 'ceo@bank.test', '']) {
    expect([foreign, (await signed.say(`MAIL FROM:<${foreign}>`)).code]).toEqual([foreign, 553])
  }
  const forged = [
    ['From: <ceo@bank.test>'],
    [`From: <${account.email}>, <ceo@bank.test>`],
    [`From: <${account.email}>`, 'From: <ceo@bank.test>'],
    [`From: <${account.email}>`, 'FROM : <ceo@bank.test>'],
    [`From: <${account.email}>`, 'Sender: <ceo@bank.test>'],
    [`From: "${account.email}" <ceo@bank.test>`],
    [`From: list: <${account.email}>, <ceo@bank.test>;`],
    ['From: undisclosed:;'],
    ['Subject: without'],
    [`From: <${account.email}>\r\n\tceo@bank.test`],
  ]
  const client = await signedIn()
  for (const fields of forged) {
    const answer = await client.send({ from: account.email, to: 'bob@far.test', raw: message(fields) })
    expect([fields, [550, 553, 554].includes(answer.code)]).toEqual([fields, true])
  }
  expect(await rows()).toEqual([])
})

test('an early rejection is reported at the end of the message, and the connection continues', async () => {
  const client = await signedIn()
  for (const body of ['Hi.', 'long '.repeat(60_000)]) {
    for (const line of [`MAIL FROM:<${account.email}>`, 'RCPT TO:<bob@far.test>', 'DATA'])
      expect((await client.say(line)).code).toBeLessThan(400)
    client.write(`From: <ceo@bank.test>\r\n\r\n${body}\r\n`)
    await Bun.sleep(50)
    expect((await client.say('.')).code).toBe(553)
  }
  expect(
    (
      await client.send({
        from: account.email,
        to: 'bob@far.test',
        raw: message([`From: <${account.email}>`]),
      })
    ).code,
  ).toBe(250)
})

test('a tag and an alias of the mailbox are valid senders', async () => {
  await owner.make({ local: 'sales', domain, type: 'alias', forwardTo: [account.email] })
  for (const from of [`ada+news@${domain}`, `sales@${domain}`]) {
    const client = await signedIn()
    const answer = await client.send({ from, to: 'bob@far.test', raw: message([`From: <${from}>`]) })
    expect([from, answer.code]).toEqual([from, 250])
  }
})

const ascii = 'xn--bcher-post-9db.com'
test.each([
  ['in letters, with SMTPUTF8', 'bücher-post.com', ' SMTPUTF8'],
  ['in A-labels, with SMTPUTF8', ascii, ' SMTPUTF8'],
  ['in A-labels, without it', ascii, ''],
  ['in capital A-labels, without it', ascii.toUpperCase(), ''],
  ['in letters, without it, as some programs do', 'bücher-post.com', ''],
])('a sender %s is valid', async (_, written, parameters) => {
  const { serviceId } = owner
  await owner.must('POST', '/api/domains/register', { name: 'bücher-post', tld: 'com', serviceId })
  const box = await owner.make({ local: 'ada', domain: ascii })
  const client = await signedIn(`ada@${written}`, box.oneTimePassword ?? '')
  expect((await client.say(`MAIL FROM:<ada@${written}>${parameters}`)).code).toBe(250)
  await client.say('RCPT TO:<bob@far.test>')
  await client.say('DATA')
  const raw = message(['From: Ada <ada@bücher-post.com>', 'To: <bob@far.test>'])
  expect((await client.say(`${raw}.`)).code).toBe(250)
  expect(await rows()).toMatchObject([{ sender: `ada@${ascii}` }])
})

test('line breaks injected into addresses and fields add no recipients or fields', async () => {
  const client = await signedIn()
  for (const line of [
    `MAIL FROM:<${account.email}\rRCPT TO:<x@far.test>>`,
    `MAIL FROM:<${account.email}> \0X`,
  ]) {
    const answer = await client.say(line)
    expect([0, 500, 501, 503, 550, 553]).toContain(answer.code)
    if (answer.code === 0 || answer.code === 550) break
  }
  const next = await signedIn()
  await next.send({
    from: account.email,
    to: 'bob@far.test',
    raw: message([...own(), 'X-A: 1\r\n b\r\n Bcc: c@far.test', 'bCC : <d@far.test>']),
  })
  await app.work()
  const [sent] = fake.sent
  expect(sent?.raw).not.toMatch(/^bcc/im)
  expect(fake.sent).toHaveLength(1)
})

test.each([
  [-1, 250],
  [0, 250],
  [1, 552],
])('a header section of the limit plus %d octets gets the reply %d', async (more, code) => {
  const line = `X-Line: ${'a'.repeat(90)}`
  const fields = [...own(), ...Array.from({ length: 2_600 }, () => line), 'X-Last: ']
  const octets = Buffer.byteLength(`${fields.join('\r\n')}\r\n`)
  const raw = message([...fields.slice(0, -1), `X-Last: ${'b'.repeat(maxHeadBytes + more - octets)}`])
  const client = await signedIn()
  const answer = await client.send({ from: account.email, to: 'bob@far.test', raw })
  expect([answer.code, answer.text.slice(4, 9)]).toEqual([code, code === 250 ? '2.0.0' : '5.3.4'])
  await app.work()
  expect(fake.sent).toHaveLength(code === 250 ? 1 : 0)
})

test('a suspended account or service cannot submit mail', async () => {
  const client = await signedIn()
  await owner.must('PUT', `/api/email/accounts/${account.id}/status`, { status: 'suspended' })
  expect((await client.say(`MAIL FROM:<${account.email}>`)).code).toBe(550)
  expect((await (await open()).say(plain(account.email, passwordOf()))).code).toBe(535)
  await owner.must('PUT', `/api/email/accounts/${account.id}/status`, { status: 'active' })
  const { userServices: s } = app.store.t
  await app.store.tx((tx) => tx.update(s).set({ status: 'suspended' }))
  expect((await client.say(`MAIL FROM:<${account.email}>`)).code).toBe(550)
})

test('a password change ends what a connection may do', async () => {
  const client = await signedIn()
  await owner.must('POST', `/api/email/accounts/${account.id}/password`, {})
  expect((await client.say(`MAIL FROM:<${account.email}>`)).code).toBe(550)
})

test('more than two hundred recipients an hour are deferred, with a sentence', async () => {
  const many = (from: number) => Array.from({ length: 100 }, (_, n) => `r${from + n}@far.test`)
  for (const from of [0, 100]) {
    const client = await signedIn()
    const answer = await client.send({ from: account.email, to: many(from), raw: message(own()) })
    expect(answer.code).toBe(250)
  }
  const client = await signedIn()
  const answer = await client.send({ from: account.email, to: 'one@far.test', raw: message(own()) })
  expect(answer.text).toStartWith('450 4.7.1 An address can send to at most 200 recipients an hour.')
})

test('an unknown address of a mail domain is rejected immediately, and so is recipient 101', async () => {
  const [{ id } = { id: '' }] = await owner.must<{ id: string }[]>('GET', '/api/domains')
  await owner.must('POST', `/api/domains/${id}/mail`, { apply: true })
  const client = await signedIn()
  await client.say(`MAIL FROM:<${account.email}>`)
  expect(await client.say(`RCPT TO:<nobody@${domain}>`)).toMatchObject({ code: 550 })
  for (let n = 0; n < 100; n += 1) expect((await client.say(`RCPT TO:<r${n}@far.test>`)).code).toBe(250)
  expect(await client.say('RCPT TO:<more@far.test>')).toMatchObject({ code: 452 })
})

test('a message beyond 25 MB is rejected, and the connection continues', async () => {
  const client = await signedIn()
  const big = `${'x'.repeat(998)}\r\n`.repeat(27_000)
  const answer = await client.send({ from: account.email, to: 'bob@far.test', raw: message(own(), big) })
  expect(answer.code).toBe(552)
  expect(await rows()).toEqual([])
  expect((await client.send({ from: account.email, to: 'bob@far.test', raw: message(own()) })).code).toBe(250)
})
