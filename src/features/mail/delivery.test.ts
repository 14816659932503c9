import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Socket } from 'bun'
import PostalMime from 'postal-mime'
import { jobLeaseMs } from '#db/jobs.ts'
import { readEnv } from '#env'
import { startWorker } from '#server/jobs/jobs.ts'
import { day, hour, minute, second } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { createEmlMailer } from './drivers/eml-mailer.ts'
import { createSmtpMailer } from './drivers/smtp-mailer.ts'
import { sending } from './jobs.ts'
import { sendMail } from './send-mail.ts'
import type { Letter } from './template.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const asha = 'asha@example.com'
const letter: Letter = { kind: 'test', subject: 'नमस्ते', paragraphs: ['Hello'] }
const put = (portal = app, { to = asha, ...fields }: Partial<Letter & { to: string }> = {}) =>
  portal.store.tx((tx) => sendMail(tx, portal.deps, () => ({ ...letter, ...fields }), { email: to }))
const rows = () => app.store.read.select().from(app.store.t.mails)
const jobRows = () => app.store.read.select().from(app.store.t.jobs)

/** A minimal mail server: accepts everything while it is willing, and stores what it receives. */
function startSmtp() {
  const smtp = { isWilling: true, received: [] as string[], port: 0, stop: () => {} }
  type State = { inData: boolean; text: string }
  const answer = (socket: Socket<State>, line: string) => {
    const { data } = socket
    if (data.inData) {
      if (line !== '.') data.text += `${line}\n`
      else {
        data.inData = false
        smtp.received.push(data.text)
        socket.write('250 kept\r\n')
      }
      return
    }
    if (/^data/i.test(line)) {
      data.inData = true
      socket.write('354 go on\r\n')
    } else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
    else if (/^mail/i.test(line) && !smtp.isWilling) socket.write('451 not now\r\n')
    else socket.write('250 yes\r\n')
  }
  const server = Bun.listen<State>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { inData: false, text: '' }
        socket.write('220 stub\r\n')
      },
      data(socket, bytes) {
        for (const line of bytes.toString().split('\r\n').slice(0, -1)) answer(socket, line)
      },
    },
  })
  smtp.port = server.port
  smtp.stop = () => server.stop(true)
  return smtp
}

test('without a mail server a mail is written to a file that only its owner can read, and counts as sent', async () => {
  const id = await put()
  await app.work()
  await app.work()
  const folder = `${app.dataDir}/outbox`
  expect(readdirSync(folder)).toEqual([`${id}.eml`])
  const text = readFileSync(`${folder}/${id}.eml`, 'utf8')
  expect(text).toContain('To: asha@example.com')
  expect(text).toMatch(/Subject: =\?UTF-8\?/)
  expect(text).toContain('text/html')
  expect(statSync(`${folder}/${id}.eml`).mode & 0o077).toBe(0)
  expect(await rows()).toMatchObject([
    { id, status: 'sent', attempts: 1, sentAt: app.deps.now(), isFile: true, lastError: null },
  ])
  expect(await jobRows()).toEqual([])
})

test('subject and sender are displayed exactly as written', async () => {
  const name = 'Rao, "Meera" & Sons <all>'
  const env = { ...app.deps.env, COMPANY_NAME: name }
  const portal = await createTestApp({ store: app.store, env, mailer: createEmlMailer(`${app.dataDir}/eml`) })
  const subjects = [
    '=?utf-8?Q?fake?=',
    'Re: =?utf-8?B?ZmFrZQ==?= now',
    '=?iso-8859-1?q?a?= =?utf-8?q?b?=',
    `=?utf-8?Q?${'long_'.repeat(20)}?=`,
    '=?utf-8?Q?नमस्ते?=',
    'now =? means',
  ]
  for (const subject of subjects) {
    const id = await put(portal, { subject })
    await portal.work()
    const read = await PostalMime.parse(readFileSync(`${app.dataDir}/eml/${id}.eml`))
    expect([read.subject, read.from?.name]).toEqual([subject, name])
  }
  expect(() => readEnv({ COMPANY_NAME: '=?utf-8?Q?fake?=' })).toThrow(/COMPANY_NAME: must not contain =\?/)
})

test('a mail is marked as automatic, with a Message-ID in the portal’s own domain', async () => {
  const smtp = startSmtp()
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`)
  const origin = () => 'https://portal.example.com'
  const byFile = await createTestApp({
    store: app.store,
    origin,
    mailer: createEmlMailer(`${app.dataDir}/eml`),
  })
  const bySmtp = await createTestApp({ store: app.store, origin, mailer })
  try {
    const first = await put(byFile)
    await byFile.work()
    const second = await put(bySmtp)
    await bySmtp.work()
    const file = readFileSync(`${app.dataDir}/eml/${first}.eml`, 'utf8')
    for (const [id, text] of [
      [first, file],
      [second, smtp.received[0]],
    ]) {
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
      expect(text).toMatch(new RegExp(`^Message-ID: <${id}@portal\\.example\\.com>\r?$`, 'm'))
    }
  } finally {
    await mailer.stop?.()
    smtp.stop()
  }
})

test.each([
  ['in plain ASCII', ['One', 'Two']],
  ['in another script', ['नमस्ते '.repeat(40)]],
])('every line of a mail file %s ends in CRLF', async (_, paragraphs) => {
  const id = await put(app, { paragraphs })
  await app.work()
  const text = readFileSync(`${app.dataDir}/outbox/${id}.eml`, 'latin1')
  expect(text.split('\r\n').length).toBeGreaterThan(10)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a mail that the server rejects stays queued, is retried, and is sent once', async () => {
  const smtp = startSmtp()
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`)
  const portal = await createTestApp({ store: app.store, mailer })
  try {
    smtp.isWilling = false
    const id = await put(portal)
    await portal.work()
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1, lastError: expect.any(String) }])
    expect(JSON.stringify(await rows())).not.toContain('not now')
    smtp.isWilling = true
    await portal.work()
    expect(smtp.received).toEqual([])
    portal.advance(30 * second)
    await portal.work()
    await portal.work()
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2, isFile: false, lastError: null }])
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toContain(`<${id}@`)
  } finally {
    await mailer.stop?.()
    smtp.stop()
  }
})

test('an unreachable mail server causes retries with growing delays and then failure, without blocking other mails', async () => {
  const sent: string[] = []
  const mailer = {
    ...app.deps.mailer,
    async send({ to }: { to: string }) {
      if (to === asha) throw new Error('connect ECONNREFUSED 10.1.2.3')
      sent.push(to)
    },
  }
  const portal = await createTestApp({ store: app.store, mailer })
  const failing = await put(portal)
  await put(portal, { to: 'ravi@example.com' })
  for (const wait of [0, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour]) {
    portal.advance(wait)
    await portal.work()
  }
  expect(sent).toEqual(['ravi@example.com'])
  const row = (await rows()).find(({ id }) => id === failing)
  expect(row).toMatchObject({ status: 'failed', attempts: 6 })
  expect(row?.lastError).not.toContain('10.1.2.3')
  expect(await jobRows()).toEqual([])
  expect(portal.logged.join('\n')).not.toContain(asha)
})

test('a mail queued while the clock ran three days ahead is sent once the clock is set back', async () => {
  app.advance(3 * day)
  const id = await put()
  app.advance(-3 * day)
  await app.work()
  expect(await rows()).toMatchObject([{ id, status: 'sent' }])
})

test('neither a subject nor an address can add a header', async () => {
  const id = await put(app, {
    subject: 'a\r\nBcc: everybody@example.com',
    to: 'asha@example.com\r\nBcc: x@example.com',
  })
  await app.work()
  expect(await rows()).toMatchObject([{ id, status: 'sent' }])
  const text = readFileSync(`${app.dataDir}/outbox/${id}.eml`, 'utf8')
  expect(text).not.toMatch(/^Bcc:/m)
})

test('mails are sent one at a time, oldest first', async () => {
  const sent: string[] = []
  const mailer = { ...app.deps.mailer, send: async ({ to }: { to: string }) => void sent.push(to) }
  const portal = await createTestApp({ store: app.store, mailer })
  const readers = ['a@example.com', 'b@example.com', 'c@example.com']
  for (const to of readers) await put(portal, { to })
  await portal.work()
  expect(sent).toEqual(readers)
})

test('the log has the failed mail and an error code, but not the server’s reply', async () => {
  const refused = Object.assign(new Error(`550 no such user ${asha}`), { code: 'EENVELOPE' })
  const mailer = { ...app.deps.mailer, send: () => Promise.reject(refused) }
  const portal = await createTestApp({ store: app.store, mailer })
  const id = await put(portal)
  await portal.work()
  expect(portal.logged.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'job failed', kind: 'mail.send', job: id, attempts: 1, code: 'EENVELOPE' },
  ])
  expect(portal.logged.join()).not.toContain(asha)
})

test('the text of a mail with a sign-in link is deleted once the mail is sent', async () => {
  await put(app, { kind: 'auth.reset' })
  await put(app, { kind: 'order.received' })
  expect((await rows()).map(({ text }) => text.includes('Hello'))).toEqual([true, true])
  await app.work()
  const kept = (await rows()).map(({ kind, text, html }) => [kind, text !== '', html !== ''])
  expect(kept.sort()).toEqual([
    ['auth.reset', false, false],
    ['order.received', true, true],
  ])
})

test('a mail being sent when the portal stops stays queued, and the attempt does not count', async () => {
  const begun = Promise.withResolvers<void>()
  const hang = () => {
    begun.resolve()
    return new Promise<void>(() => {})
  }
  const ctx = { ...app.deps, mailer: { ...app.deps.mailer, send: hang } }
  const id = await put()
  const worker = startWorker(ctx, { handlers: [sending], tasks: [] })
  await begun.promise
  await worker.stop()
  expect(await rows()).toMatchObject([{ id, status: 'queued', attempts: 0 }])
  expect(await jobRows()).toMatchObject([{ id, status: 'queued', attempts: 0, leaseHolder: null }])
  await app.work()
  expect(await rows()).toMatchObject([{ id, status: 'sent', attempts: 1 }])
})

test('a mail handed over within a second of the portal stopping counts as sent', async () => {
  const gate = Promise.withResolvers<void>()
  let isBegun = false
  const send = () => {
    isBegun = true
    return gate.promise
  }
  const ctx = { ...app.deps, mailer: { ...app.deps.mailer, send } }
  const id = await put()
  const worker = startWorker(ctx, { handlers: [sending], tasks: [] })
  await until('the mail in hand', () => isBegun)
  const stopped = worker.stop()
  gate.resolve()
  await stopped
  expect(await rows()).toMatchObject([{ id, status: 'sent', attempts: 1 }])
})

test('a mail whose worker dies is sent by the next worker with the same Message-ID', async () => {
  const smtp = startSmtp()
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`)
  const isGone = Promise.withResolvers<never>()
  let isBegun = false
  const dying = {
    ...mailer,
    async send(each: Parameters<typeof mailer.send>[0]) {
      await mailer.send(each)
      isBegun = true
      return isGone.promise
    },
  }
  const id = await put()
  const worker = startWorker({ ...app.deps, mailer: dying }, { handlers: [sending], tasks: [] })
  try {
    await until('the mail in hand', () => isBegun)
    app.advance(jobLeaseMs)
    const next = await createTestApp({ store: app.store, mailer })
    next.advance(jobLeaseMs)
    await next.work()
    expect(await rows()).toMatchObject([{ id, status: 'sent', attempts: 1 }])
    const [first, second] = smtp.received.map((text) => /^Message-ID: .*$/im.exec(text)?.[0])
    expect(first).toContain(id)
    expect(second).toBe(first)
  } finally {
    void worker.stop()
    await mailer.stop?.()
    smtp.stop()
  }
})

test('a mail that crashes the process at every attempt is marked as failed', async () => {
  const id = await put()
  const { jobs } = app.store.t
  await app.store.tx((tx) =>
    tx.update(jobs).set({ status: 'running', fence: 25, attempts: 3, leaseUntil: app.deps.now() }),
  )
  await app.work()
  expect(await rows()).toMatchObject([
    {
      id,
      status: 'failed',
      attempts: 3,
      lastError: 'The mail server did not accept the mail. The portal ended each time while this ran.',
    },
  ])
  expect(await jobRows()).toEqual([])
})
