import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hour, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { createFakeTransport, enqueue, inboxOf } from '#test/support/mail-sending.ts'

let app: TestApp
let owner: MailOwner
let fake: ReturnType<typeof createFakeTransport>
let account: { id: string; email: string }
let domain: string

beforeEach(async () => {
  fake = createFakeTransport()
  app = await createTestApp({ mailTransport: fake.transport })
  owner = await createMailOwner(app)
  domain = (await owner.addDomain()).name
  account = await owner.make({ local: 'ada', domain })
})
afterEach(() => app.close())

const rows = async (recipient?: string) => {
  const { emailQueue: q } = app.store.t
  const all = await app.store.read.select().from(q)
  return recipient === undefined ? all : all.filter((row) => row.recipient === recipient)
}
const send = (to: string[], raw?: string) => enqueue(app, owner, { account, to, ...(raw ? { raw } : {}) })

test('a message is sent once per recipient, with CRLF line ends', async () => {
  await send(['a@far.test', 'b@far.test'])
  await app.work()
  expect(fake.sent.map(({ recipient }) => recipient).toSorted()).toEqual(['a@far.test', 'b@far.test'])
  expect(fake.sent[0]?.raw).toEndWith('\r\n\r\nHi.\r\n')
  expect((await rows()).map(({ status, attempts, isFile }) => [status, attempts, isFile])).toEqual([
    ['sent', 1, false],
    ['sent', 1, false],
  ])
  await app.work()
  expect(fake.sent).toHaveLength(2)
})

test('a permanent rejection of one of fifty recipients is reported immediately, and the others get the message', async () => {
  const to = Array.from({ length: 50 }, (_, n) => `r${n}@far.test`)
  fake.refused.set('r7@far.test', { isFinal: true, status: '5.1.1', said: '550 5.1.1 Who is that?' })
  await send(to)
  await app.work()
  await app.work()
  expect(fake.sent).toHaveLength(49)
  expect(await rows('r7@far.test')).toMatchObject([
    { status: 'failed', attempts: 1, lastError: '550 5.1.1 Who is that?' },
  ])
  const [report = '', ...others] = await inboxOf(app, owner, account.id)
  expect(others).toEqual([])
  expect(report).toContain('Content-Type: multipart/report; report-type=delivery-status')
  expect(report).toContain('Final-Recipient: rfc822; r7@far.test\r\nAction: failed\r\nStatus: 5.1.1\r\n')
  expect(report).toContain('Diagnostic-Code: smtp; 550 5.1.1 Who is that?')
  expect(report).toContain('Auto-Submitted: auto-replied')
  expect(report).toContain('Message-ID: <1@x.test>')
})

test('a deferred message is retried, reported as delayed after four hours, and given up after two days', async () => {
  fake.refused.set('a@far.test', { isFinal: false, status: '4.2.0', said: '450 Come back' })
  await send(['a@far.test'])
  await app.work()
  expect(await rows('a@far.test')).toMatchObject([
    { status: 'queued', attempts: 1, lastError: '450 Come back' },
  ])
  await app.work()
  expect((await rows('a@far.test'))[0]?.attempts).toBe(1)
  let waited = 0
  while ((await rows('a@far.test'))[0]?.status === 'queued' && waited < 72 * hour) {
    const step = waited > 5 * hour ? hour : waited > 10 * minute ? 5 * minute : minute
    app.advance(step)
    waited += step
    await app.work()
    const reports = await inboxOf(app, owner, account.id)
    if (waited < 4 * hour) expect(reports).toEqual([])
    if (waited > 4 * hour + 5 * minute && waited < 40 * hour) {
      expect(reports).toHaveLength(1)
      expect(reports[0]).toContain('Action: delayed')
    }
  }
  expect(waited).toBeGreaterThan(47 * hour)
  expect(waited).toBeLessThan(52 * hour)
  const reports = await inboxOf(app, owner, account.id)
  expect(reports.filter((report) => report.includes('Action: failed'))).toHaveLength(1)
}, 300_000)

test('a message accepted at the third attempt is sent once', async () => {
  fake.refused.set('a@far.test', { isFinal: false, status: '4.2.0', said: '450 Come back' })
  await send(['a@far.test'])
  await app.work()
  app.advance(minute)
  await app.work()
  fake.refused.clear()
  app.advance(4 * minute)
  await app.work()
  expect(fake.sent).toHaveLength(1)
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 3, lastError: null }])
})

test('a local address gets its mail directly, and an unknown one of a mail domain is reported', async () => {
  const bob = await owner.make({ local: 'bob', domain })
  await send([bob.email])
  await app.work()
  expect(fake.sent).toEqual([])
  expect(await inboxOf(app, owner, bob.id)).toHaveLength(1)
})

test('a rejected report causes no further report', async () => {
  const kept = await app.deps.mailQueue.store(
    (async function* () {
      yield Buffer.from('From: <MAILER-DAEMON@x.test>\n\nNo.\n')
    })(),
  )
  fake.refused.set('gone@far.test', { isFinal: true, status: '5.1.1', said: '550 no' })
  await app.store.tx((tx) =>
    app.deps.mailQueue.enqueue(tx, {
      owner: null,
      kind: 'report',
      sender: '',
      recipients: ['gone@far.test'],
      subject: 'Report',
      ...kept,
    }),
  )
  await app.work()
  await app.work()
  expect(await rows()).toMatchObject([{ status: 'failed', kind: 'report' }])
})

test('mail of a suspended account stays queued until the account is active again', async () => {
  await send(['a@far.test'])
  await owner.must('PUT', `/api/email/accounts/${account.id}/status`, { status: 'suspended' })
  await app.work()
  expect(fake.sent).toEqual([])
  expect(await rows()).toMatchObject([{ status: 'queued' }])
  await owner.must('PUT', `/api/email/accounts/${account.id}/status`, { status: 'active' })
  app.advance(minute)
  await app.work()
  expect(fake.sent).toHaveLength(1)
})

test('an address can send to two hundred recipients an hour and no more', async () => {
  const many = (from: number, n: number) => Array.from({ length: n }, (_, i) => `r${from + i}@far.test`)
  await send(many(0, 199))
  await expect(send(many(199, 2))).rejects.toThrow('at most 200 recipients an hour')
  await send(many(199, 1))
  await expect(send(many(200, 1))).rejects.toThrow('at most 200')
  expect(await rows()).toHaveLength(200)
  app.advance(hour + minute)
  await send(many(200, 1))
})

test('unused files are removed after an hour, those of queued mail stay', async () => {
  fake.refused.set('a@far.test', { isFinal: false, status: '4.2.0', said: '450 Come back' })
  await send(['a@far.test'])
  await send(['b@far.test'])
  await app.deps.mailQueue.store((async function* () {})())
  await app.work()
  app.advancePastFiles(2 * hour)
  await app.store.tx((tx) =>
    tx
      .update(tx.t.emailQueue)
      .set({ endedAt: new Date(Date.now() + 10 * minute) })
      .where(eq(tx.t.emailQueue.status, 'sent')),
  )
  await app.work()
  const left = (await Array.fromAsync(app.deps.queueFiles.list())).map(({ file }) => file)
  expect(left).toEqual((await rows('a@far.test')).map(({ file }) => file))
})

test('an interrupted write leaves no file', async () => {
  const broken = (async function* () {
    yield Buffer.from('half')
    throw new Error('gone')
  })()
  await expect(app.deps.mailQueue.store(broken)).rejects.toThrow('gone')
  expect(await Array.fromAsync(app.deps.queueFiles.list())).toEqual([])
})
