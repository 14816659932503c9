import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { mailFrom, openSmtp } from '#test/support/raw-smtp.ts'
import { required } from '#test/support/required.ts'
import { swaks } from '../../../../scripts/testing/tools.ts'
import { startReceiver } from './serve.ts'

const hasSwaks = swaks.find() !== null || required.includes('swaks')
if (!hasSwaks) console.log('the swaks test is skipped: apt-get install swaks libnet-ssleay-perl')

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

const box = () => ({ userId: owner.userId, accountId: ada.id })
const newest = async () => {
  const { emailMessages: m } = app.store.t
  const row = (await app.store.read.select().from(m)).at(-1)
  if (!row) throw new Error('no message')
  const file = await app.deps.mailboxes.open(box(), row.folder, row.file)
  return { row, file }
}

async function run(command: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, said: out + err }
}

test.skipIf(!hasSwaks)(
  'swaks delivers a message with STARTTLS, and gets a rejection for an unknown address',
  async () => {
    const server = ['swaks', '--server', `127.0.0.1:${receiver.port}`, '--from', 'bob@far.test']
    const sent = await run([...server, '--to', ada.email, '-tls', '--body', '.a dot\n..two'])
    expect([sent.code, sent.said]).toEqual([0, expect.stringContaining('TLS started')])
    const { row, file } = await newest()
    expect(await file?.text()).toContain('with ESMTPS id')
    expect(row.snippet).toContain('.a dot ..two')
    const unknown = await run([...server, '--to', `no.${ada.email}`])
    expect([unknown.code, unknown.said]).toEqual([24, expect.stringContaining('550 5.1.1')])
  },
)

const program = `
import smtplib, ssl, sys
from email.message import EmailMessage
port, to = int(sys.argv[1]), sys.argv[2]
message = EmailMessage()
message['From'] = 'Jürgen <bob@far.test>'
message['To'] = to
message['Subject'] = 'Grüße from Python ' + 'long ' * 40
message.set_content('Hellö\\n.\\n..\\n' + 'x' * 2000)
message.add_attachment(bytes(range(256)) * 100, maintype='application', subtype='octet-stream', filename='ü.bin')
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
with smtplib.SMTP('127.0.0.1', port) as client:
    client.starttls(context=context)
    client.send_message(message)
    try:
        client.sendmail('bob@far.test', ['x@other.test'], 'x')
        sys.exit(3)
    except smtplib.SMTPRecipientsRefused as refused:
        print(refused.recipients)
`

test('a message that Python delivers is read unchanged', async () => {
  const path = join(app.dataDir, 'send.py')
  writeFileSync(path, program)
  const { code, said } = await run(['python3', path, String(receiver.port), ada.email])
  expect([code, said]).toEqual([0, expect.stringContaining('5.7.1')])
  const { row } = await newest()
  expect(row).toMatchObject({ fromName: 'Jürgen', fromAddress: 'bob@far.test', attachmentCount: 1 })
  expect(row.subject).toStartWith('Grüße from Python long')
  expect(row.snippet).toStartWith('Hellö . .. xxx')
})

test('a hundred concurrent senders all succeed, and every message is stored once', async () => {
  const before = (await Array.fromAsync(app.deps.mailboxes.list(box()))).length
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const client = await openSmtp(receiver.port)
      const answer = await client.send({ to: ada.email, raw: mailFrom('bob@far.test', [`Subject: ${n}`]) })
      client.end()
      return answer.code
    }),
  )
  expect(answers.filter((code) => code !== 250)).toEqual([])
  expect(await Array.fromAsync(app.deps.mailboxes.list(box()))).toHaveLength(before + 100)
  const { emailMessages: m } = app.store.t
  const subjects = (await app.store.read.select({ subject: m.subject }).from(m)).map(({ subject }) => subject)
  for (let n = 0; n < 100; n += 1) expect(subjects.filter((each) => each === String(n))).toHaveLength(1)
})

test('messages of 24 MB are not held in memory', async () => {
  const line = Buffer.from(`${'x'.repeat(998)}\r\n`)
  const block = Buffer.concat(Array.from({ length: 1_000 }, () => line))
  const send = async () => {
    const client = await openSmtp(receiver.port)
    for (const each of ['EHLO x', 'MAIL FROM:<bob@far.test>', `RCPT TO:<${ada.email}>`, 'DATA'])
      await client.say(each)
    client.write(mailFrom('bob@far.test', [], ''))
    for (let n = 0; n < 24; n += 1) {
      client.write(block)
      await Bun.sleep(1)
    }
    client.write('.\r\n')
    const answer = await client.next()
    client.end()
    return answer.code
  }
  expect(await send()).toBe(250)
  Bun.gc(true)
  const before = process.memoryUsage().rss
  for (let n = 0; n < 4; n += 1) expect(await send()).toBe(250)
  Bun.gc(true)
  // The client runs in this process too.
  expect(process.memoryUsage().rss - before).toBeLessThan(72 * 1_048_576)
}, 300_000)
