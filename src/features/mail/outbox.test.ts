import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Socket } from 'bun'
import { enqueueMail } from '#db/outbox.ts'
import { day, hour, minute, second } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSmtpMailer } from './drivers/smtp-mailer.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const mail = { to: 'asha@example.com', subject: 'नमस्ते', text: 'Hello\n', html: '<p>Hello</p>', kind: 'test' }
const put = (portal = app, fields: Partial<typeof mail> = {}) =>
  portal.store.tx((tx) => enqueueMail(tx, { ...mail, ...fields, now: portal.deps.now() }))
const rows = () => app.store.read.select().from(app.store.t.mails)

/** A mail server of a few lines: says yes to everything while it is willing, and keeps what it was given. */
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

test('without a mail server a mail becomes one file that only the owner reads, and is sent', async () => {
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
    { id, status: 'sent', attempts: 1, sentAt: app.deps.now(), lastError: null },
  ])
})

test('a mail that the server refuses stays queued, is retried, and is sent once', async () => {
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
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2, lastError: null }])
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toContain(`<${id}@`)
  } finally {
    await mailer.stop?.()
    smtp.stop()
  }
})

test('a mail server that is not there: queued with growing waits, then failed; the others do not wait for it', async () => {
  const sent: string[] = []
  const mailer = {
    ...app.deps.mailer,
    async send({ to }: { to: string }) {
      if (to === mail.to) throw new Error('connect ECONNREFUSED 10.1.2.3')
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
  expect(portal.logged.join('\n')).not.toContain(mail.to)
})

test('a mail of a time when the clock ran three days ahead is sent once it is set back', async () => {
  app.advance(3 * day)
  const id = await put()
  app.advance(-3 * day)
  await app.work()
  expect(await rows()).toMatchObject([{ id, status: 'sent' }])
})

test('a subject or an address cannot add a header', async () => {
  const id = await put(app, {
    subject: 'a\r\nBcc: everybody@example.com',
    to: 'asha@example.com\r\nBcc: x@example.com',
  })
  await app.work()
  expect(await rows()).toMatchObject([{ id, status: 'sent' }])
  const text = readFileSync(`${app.dataDir}/outbox/${id}.eml`, 'utf8')
  expect(text).not.toMatch(/^Bcc:/m)
})
