import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { after, day, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { createFakeTransport, inboxOf } from '#test/support/mail-sending.ts'
import { mailFrom, openSmtp, type SentMail, type SmtpClient } from '#test/support/raw-smtp.ts'
import { until } from '#test/support/until.ts'
import { usualLimits } from './sender-limits.ts'
import { startReceiver } from './serve.ts'

let app: TestApp
let owner: MailOwner
let domain: { id: string; name: string }
let ada: { id: string; email: string }
let receiver: Awaited<ReturnType<typeof startReceiver>>
let fake: ReturnType<typeof createFakeTransport>

beforeEach(async () => {
  fake = createFakeTransport()
  app = await createTestApp({ mailTransport: fake.transport })
  owner = await createMailOwner(app)
  domain = await owner.addDomain()
  ada = await owner.make({ local: 'ada', domain: domain.name })
  receiver = await startReceiver(app.deps, { port: 0 })
})
afterEach(async () => {
  await receiver.stop()
  await app.close()
})

const deliver = async (mail: Partial<SentMail> = {}) => {
  const client = await openSmtp(receiver.port)
  const answer = await client.send({ to: ada.email, raw: mailFrom('Bob <bob@far.test>'), ...mail })
  client.end()
  return answer
}
const codeOf = async (mail: Partial<SentMail>) => (await deliver(mail)).text.slice(0, 9)
const messages = () => app.store.read.select().from(app.store.t.emailMessages)
const accountRow = async (id = ada.id) => {
  const { emailAccounts: a } = app.store.t
  const [row] = await app.store.read.select().from(a).where(eq(a.id, id))
  if (!row) throw new Error('no account')
  return row
}
const changeAccount = (change: Record<string, unknown>, id = ada.id) =>
  app.store.tx((tx) => tx.update(tx.t.emailAccounts).set(change).where(eq(tx.t.emailAccounts.id, id)))

test('a message is stored unchanged in the inbox, with its trace fields on top', async () => {
  const raw = mailFrom(
    'Bob <bob@far.test>',
    ['Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?='],
    '.dot\r\n..\r\nEnd.\r\n',
  )
  expect((await deliver({ raw })).code).toBe(250)
  const [text = ''] = await inboxOf(app, owner, ada.id)
  expect(text).toStartWith('Return-Path: <stranger@far.test>\r\nReceived: from far.test ([127.0.0.1])\r\n')
  expect(text).toContain(`\tfor <${ada.email}>;`)
  expect(text).toContain('Authentication-Results: portal.test;')
  expect(text).toEndWith(raw)
  expect(await messages()).toMatchObject([
    {
      accountId: ada.id,
      folder: 'inbox',
      fromName: 'Bob',
      fromAddress: 'bob@far.test',
      subject: 'Grüße',
      snippet: '.dot .. End.',
      sizeBytes: Buffer.byteLength(text),
      isSeen: false,
    },
  ])
  expect(await accountRow()).toMatchObject({
    messagesReceived: 1,
    spamBlocked: 0,
    usedBytes: Buffer.byteLength(text),
  })
  expect((await owner.stats()).totalEmails).toBe(1)
})

test('an open screen is notified of new mail', async () => {
  const heard: unknown[] = []
  app.deps.events.subscribe((event) => void heard.push(event))
  await deliver()
  expect(heard).toContainEqual({ userId: owner.userId, kind: 'email', id: ada.id, status: 'mail' })
})

test('only mail to known addresses is accepted, and nothing is relayed', async () => {
  expect(await codeOf({ to: `nobody@${domain.name}` })).toBe('550 5.1.1')
  expect(await codeOf({ to: 'somebody@elsewhere.test' })).toBe('550 5.7.1')
  expect(await codeOf({ to: `ada%elsewhere.test@${domain.name}` })).toBe('550 5.1.1')
  expect(await codeOf({ to: `@elsewhere.test:nobody@${domain.name}` })).toBe('550 5.1.1')
  expect(await messages()).toEqual([])
})

test('an address with a plus tag reaches its account, in any case', async () => {
  expect((await deliver({ to: `ADA+shop@${domain.name.toUpperCase()}` })).code).toBe(250)
  expect(await messages()).toHaveLength(1)
})

test('a suspended address is rejected, and one of a suspended service is deferred', async () => {
  await owner.must('PUT', `${owner.account(ada.id)}/status`, { status: 'suspended' })
  expect(await codeOf({})).toBe('550 5.2.1')
  await owner.must('PUT', `${owner.account(ada.id)}/status`, { status: 'active' })
  await app.store.tx((tx) => tx.update(tx.t.userServices).set({ status: 'suspended' }))
  expect(await codeOf({})).toBe('450 4.2.1')
  expect(await messages()).toEqual([])
})

test('a full mailbox defers, and a message larger than the mailbox is rejected', async () => {
  await changeAccount({ quota: 10, usedBytes: 10 * 1_048_576 })
  expect(await codeOf({})).toBe('452 4.2.2')
  await changeAccount({ usedBytes: 10 * 1_048_576 - 100 })
  expect(await codeOf({ parameters: ' SIZE=5000' })).toBe('452 4.2.2')
  // Messages without a declared size are measured.
  expect(await codeOf({})).toBe('452 4.2.2')
  expect(await codeOf({ parameters: ' SIZE=11000000' })).toBe('552 5.2.2')
  expect(await codeOf({ parameters: ' SIZE=99000000' })).toBe('552 5.3.4')
  expect(await messages()).toEqual([])
})

test('an oversized message is rejected at its end, and the connection continues', async () => {
  const client = await openSmtp(receiver.port)
  const line = `${'x'.repeat(998)}\r\n`
  const raw = mailFrom('Bob <bob@far.test>', [], line.repeat(26_500))
  expect((await client.send({ to: ada.email, raw })).text).toStartWith('552 5.3.4')
  expect((await client.send({ to: ada.email, raw: mailFrom('bob@far.test') })).code).toBe(250)
  client.end()
  expect(await messages()).toHaveLength(1)
}, 300_000)

test('several recipients get one file and a row each, and one account gets one message', async () => {
  const ben = await owner.make({ local: 'ben', domain: domain.name })
  const to = [ada.email, ben.email, `ada+again@${domain.name}`]
  expect((await deliver({ to })).code).toBe(250)
  const [first, second, ...more] = await messages()
  expect(more).toEqual([])
  expect([first?.accountId, second?.accountId].toSorted()).toEqual([ada.id, ben.id].toSorted())
  expect(await inboxOf(app, owner, ada.id)).toEqual(await inboxOf(app, owner, ben.id))
})

test('more than a hundred recipients are deferred to the next message', async () => {
  const client = await openSmtp(receiver.port)
  await client.say('EHLO far.test')
  await client.say('MAIL FROM:<stranger@far.test>')
  for (let n = 0; n < 100; n += 1)
    expect((await client.say(`RCPT TO:<ada+${n}@${domain.name}>`)).code).toBe(250)
  expect((await client.say(`RCPT TO:<ada+last@${domain.name}>`)).text).toStartWith('452 4.5.3')
  client.end()
})

test('mail for a forwarding is sent, and mail for a mailbox with a copy is sent and stored', async () => {
  const far = await owner.make({
    local: 'far',
    domain: domain.name,
    type: 'forwarding',
    forwardTo: ['x@far.test'],
  })
  await owner.must('PUT', `${owner.account(ada.id)}/forwarding`, {
    forwardTo: ['y@far.test'],
    keepCopy: true,
  })
  expect((await deliver({ to: [far.email, ada.email] })).code).toBe(250)
  await app.work()
  expect(fake.sent.map(({ recipient }) => recipient).toSorted()).toEqual(['x@far.test', 'y@far.test'])
  expect(await inboxOf(app, owner, ada.id)).toHaveLength(1)
  expect((await accountRow(far.id)).messagesReceived).toBe(1)
})

test('a bounce of a forwarded message reaches the original sender, and a forged one does not', async () => {
  const far = await owner.make({
    local: 'far',
    domain: domain.name,
    type: 'forwarding',
    forwardTo: ['x@far.test'],
  })
  await deliver({ to: far.email })
  await app.work()
  const { sender = '' } = fake.sent[0] ?? {}
  expect(sender).toStartWith('SRS0=')
  expect((await deliver({ from: '', to: sender })).code).toBe(250)
  await app.work()
  expect(fake.sent.at(-1)?.recipient).toBe('stranger@far.test')
  expect(await codeOf({ from: '', to: sender.replace(/=[a-z2-7]{8}=/, '=aaaaaaaa=') })).toBe('550 5.1.1')
})

test('a message that was here before, or passed fifty servers, is a mail loop', async () => {
  const raw = mailFrom('bob@far.test', [`Delivered-To: ${ada.email}`])
  expect(await codeOf({ raw })).toBe('554 5.4.6')
  const hops = Array.from({ length: 51 }, () => 'Received: from a by b; Fri, 20 Nov 2026 06:30:00 +0000')
  expect(await codeOf({ raw: mailFrom('bob@far.test', hops) })).toBe('554 5.4.6')
})

test('a message delivered to the same address in another notation is a mail loop', async () => {
  const place = { name: 'bücherei', tld: 'com', serviceId: owner.serviceId }
  await owner.must('POST', '/api/domains/register', place)
  const { email: to } = await owner.make({ local: 'info', domain: 'bücherei.com' })
  const names = ['bücherei.com', 'BÜCHEREI.com.', 'bu\u0308cherei。com', 'XN--BCHEREI-N2A.com']
  for (const name of names) {
    const raw = mailFrom('bob@far.test', [`Delivered-To: Info@${name}`])
    expect([name, await codeOf({ raw, to })]).toEqual([name, '554 5.4.6'])
  }
})

test.each(['PORTAL.test', 'portal.test.', 'portal。test', '"portal.test."'])(
  'results in this server’s name, written as %s, are removed',
  async (name) => {
    await deliver({ raw: mailFrom('bob@far.test', [`Authentication-Results: ${name}; dkim=pass`]) })
    const [text = ''] = await inboxOf(app, owner, ada.id)
    expect(text).not.toContain('dkim=pass')
  },
)

test('forged results in this server’s name and an outside Return-Path are removed', async () => {
  const feigned = ['Authentication-Results: portal.test; dkim=pass', 'Return-Path: <x@y.test>']
  await deliver({
    raw: mailFrom('bob@far.test', [...feigned, 'Authentication-Results: mx.far.test; spf=pass']),
  })
  const [text = ''] = await inboxOf(app, owner, ada.id)
  expect(text).not.toContain('dkim=pass')
  expect(text).not.toContain('x@y.test')
  expect(text).toContain('Authentication-Results: mx.far.test; spf=pass')
})

test('greylisting defers an unknown sender for five minutes, once', async () => {
  const at = app.deps.now()
  await app.store.tx((tx) =>
    tx.insert(tx.t.emailDomains).values({
      userId: owner.userId,
      domainId: domain.id,
      greylisting: true,
      dkimSelector: 's',
      dkimPrivateKey: 'k',
      dkimPublicKey: 'p',
      createdAt: at,
      updatedAt: at,
    }),
  )
  expect(await codeOf({})).toBe('451 4.7.1')
  app.advance(minute)
  expect(await codeOf({})).toBe('451 4.7.1')
  app.advance(5 * minute)
  expect((await deliver()).code).toBe(250)
  expect((await deliver()).code).toBe(250)
  expect(await codeOf({ from: 'another@far.test' })).toBe('451 4.7.1')
})

test('an executable attachment sends a message to the spam folder, counted, and it is deleted after thirty days', async () => {
  const raw = mailFrom(
    'bob@far.test',
    ['Content-Type: multipart/mixed; boundary=b'],
    '--b\r\n\r\nHi\r\n--b\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename="bill.pdf.exe"\r\n\r\nx\r\n--b--\r\n',
  )
  expect((await deliver({ raw })).code).toBe(250)
  expect(await messages()).toMatchObject([
    {
      folder: 'spam',
      attachmentCount: 1,
      snippet: 'Hi',
      spamReasons: ['It has an executable file attached: bill.pdf.exe'],
    },
  ])
  expect(await accountRow()).toMatchObject({ messagesReceived: 1, spamBlocked: 1 })
  app.advance(31 * day)
  await app.work()
  expect(await messages()).toEqual([])
  expect(await accountRow()).toMatchObject({ usedBytes: 0, spamBlocked: 1 })
})

test('the test text of spam filters sends a message to the spam folder, with the reason', async () => {
  const text = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'
  expect((await deliver({ raw: mailFrom('bob@far.test', [], `${text}\r\n`) })).code).toBe(250)
  expect(await messages()).toMatchObject([
    { folder: 'spam', spamReasons: ['It contains the test text for spam filters (GTUBE).'] },
  ])
})

test('spam is not forwarded', async () => {
  const far = await owner.make({
    local: 'far',
    domain: domain.name,
    type: 'forwarding',
    forwardTo: ['x@far.test'],
  })
  expect(await codeOf({ to: far.email, raw: 'Subject: no sender\r\n\r\nx\r\n' })).toBe('550 5.7.1')
  await app.work()
  expect(fake.sent).toEqual([])
  expect(await accountRow(far.id)).toMatchObject({ messagesReceived: 0, spamBlocked: 1 })
})

test('mail forwarded by another local domain is judged for the domain of its final mailbox', async () => {
  const eve = await createMailOwner(app)
  const [first, second] = [await eve.addDomain(), await eve.addDomain()]
  const sent = { type: 'forwarding', forwardTo: [ada.email] }
  const last = await eve.make({ local: 'all', domain: second.name, ...sent })
  const one = await eve.make({ local: 'all', domain: first.name, ...sent, forwardTo: [last.email] })
  const raw = mailFrom(`Boss <boss@${domain.name}>`)
  for (const to of [last.email, one.email]) {
    expect((await deliver({ to, raw })).code).toBe(250)
    for (let hops = 0; hops < 3; hops += 1) await app.work()
    expect((await messages()).at(-1)).toMatchObject({
      ...{ accountId: ada.id, folder: 'spam', spf: expect.any(String) },
      spamReasons: ['It claims to come from your own domain, but is not authenticated.'],
    })
  }
  expect((await deliver({ to: one.email })).code).toBe(250)
  for (let hops = 0; hops < 3; hops += 1) await app.work()
  expect((await messages()).at(-1)).toMatchObject({ accountId: ada.id, folder: 'inbox', spamReasons: null })
})

test('a file without a row gets one, and a row without a file is removed, after any interruption', async () => {
  await deliver()
  const [row] = await messages()
  if (!row) throw new Error('no message')
  const used = (await accountRow()).usedBytes
  await app.store.tx(async (tx) => {
    await tx.delete(tx.t.emailMessages)
    await tx.update(tx.t.emailAccounts).set({ usedBytes: 0, messagesReceived: 0 })
  })
  app.advance(2 * minute)
  await app.work()
  expect(await messages()).toMatchObject([{ file: row.file, subject: 'Greetings', threadId: row.threadId }])
  expect(await accountRow()).toMatchObject({ usedBytes: used, messagesReceived: 1 })
  await app.deps.mailboxes.remove({ userId: owner.userId, accountId: ada.id }, 'inbox', row.file)
  await app.work()
  expect(await messages()).toEqual([])
  expect((await accountRow()).usedBytes).toBe(0)
})

test('flags and folders that a mail program changed are seen', async () => {
  await deliver()
  const [row] = await messages()
  if (!row) throw new Error('no message')
  const box = { userId: owner.userId, accountId: ada.id }
  await app.deps.mailboxes.mark(box, 'inbox', row.file, { isSeen: true, isAnswered: false, isFlagged: true })
  await app.deps.mailboxes.move(box, row.file, { from: 'inbox', to: 'trash' })
  await app.work()
  expect(await messages()).toMatchObject([{ id: row.id, folder: 'trash', isSeen: true, isFlagged: true }])
})

test('the box of a removed account is deleted', async () => {
  const box = { userId: owner.userId, accountId: crypto.randomUUID() }
  await app.deps.mailboxes.deliver(box, 'inbox', (async function* () {})())
  const { utimesSync } = await import('node:fs')
  const long = after(app.deps.now(), -day)
  utimesSync(`${app.dataDir}/mail/${box.accountId}`, long, long)
  await deliver()
  await app.work()
  expect(await app.deps.mailboxes.stamp(box)).toBe('')
  expect(await inboxOf(app, owner, ada.id)).toHaveLength(1)
})

test('a client that asks for too many unknown addresses is blocked', async () => {
  await receiver.stop()
  const limits = { ...usualLimits, unknown: 3, slowMs: 0, isFree: () => false }
  receiver = await startReceiver(app.deps, { port: 0, limits })
  for (const name of ['a', 'b', 'c']) expect(await codeOf({ to: `${name}@${domain.name}` })).toBe('550 5.1.1')
  const refused = await openSmtp(receiver.port, { isGreeted: false })
  expect((await refused.next()).code).toBe(421)
  refused.end()
  app.advance(11 * minute)
  expect((await deliver()).code).toBe(250)
})

test('connections per network are limited, and others still connect', async () => {
  await receiver.stop()
  receiver = await startReceiver(app.deps, {
    port: 0,
    limits: { ...usualLimits, isFree: () => false },
    places: { total: 6, perAddress: 2, perNetwork: 3, reserved: 2 },
  })
  const open: SmtpClient[] = []
  const codeFrom = async (localAddress: string) => {
    const client = await openSmtp(receiver.port, { isGreeted: false, localAddress })
    open.push(client)
    return (await client.next()).code
  }
  const codes: number[] = []
  for (const host of ['1.1', '1.1', '1.1', '1.2', '1.3', '2.1', '2.2', '3.1', '4.1', '5.1'])
    codes.push(await codeFrom(`127.0.${host}`))
  expect(codes).toEqual([220, 220, 421, 220, 421, 220, 421, 220, 220, 421])
  open[0]?.end()
  await until('a free place', async () => (await codeFrom('127.0.5.1')) === 220)
  for (const client of open) client.end()
})

test.each<[string, (client: SmtpClient) => Promise<unknown>]>([
  ['is cut', async (client) => client.end()],
  ['says goodbye', (client) => client.say('QUIT')],
  [
    'breaks a handshake off',
    async (client) => {
      await client.say('STARTTLS')
      client.end()
    },
  ],
  [
    'sends no handshake after STARTTLS',
    async (client) => {
      await client.say('STARTTLS')
      client.write('NOOP\r\n'.repeat(100))
    },
  ],
  [
    'ends in the middle of a message',
    async (client) => {
      for (const line of ['MAIL FROM:<b@far.test>', `RCPT TO:<${ada.email}>`, 'DATA']) await client.say(line)
      client.write('Subject: x\r\n')
      client.end()
    },
  ],
])('a connection that %s frees its slot', async (_, finish) => {
  await receiver.stop()
  const places = { total: 1, perAddress: 1, perNetwork: 1, reserved: 0 }
  receiver = await startReceiver(app.deps, { port: 0, places })
  const client = await openSmtp(receiver.port)
  await client.say('EHLO far.test')
  await finish(client)
  await until('a free place', async () => {
    const next = await openSmtp(receiver.port, { isGreeted: false })
    const { code } = await next.next()
    next.end()
    return code === 220
  })
})
