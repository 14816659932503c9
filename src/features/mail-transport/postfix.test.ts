import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { inboxOf } from '#test/support/mail-sending.ts'
import { hasPostfix, type Postfix, startPostfix } from '#test/support/postfix.ts'
import { mailFrom, openSmtp } from '#test/support/raw-smtp.ts'
import { until } from '#test/support/until.ts'
import { startReceiver } from './receiving/serve.ts'
import { createRelay } from './sending/transports/relay.ts'

const withPostfix = hasPostfix ? test : test.skip

let app: TestApp
let owner: MailOwner
let receiver: Awaited<ReturnType<typeof startReceiver>>
let postfix: Postfix
let relayPort = 0
let ada: { id: string; email: string }
let domain: string

beforeAll(async () => {
  if (!hasPostfix) return
  // Postfix is configured before the domain exists: names of test domains are only known after their registration.
  const relay = {
    ...createRelay('smtp://127.0.0.1:9', () => 'portal.test'),
    send: (...call: Parameters<ReturnType<typeof createRelay>['send']>) =>
      createRelay(`smtp://127.0.0.1:${relayPort}`, () => 'portal.test').send(...call),
  }
  app = await createTestApp({ mailTransport: relay })
  owner = await createMailOwner(app)
  domain = (await owner.addDomain()).name
  ada = await owner.make({ local: 'ada', domain })
  receiver = await startReceiver(app.deps, { port: 0 })
  postfix = await startPostfix({ [domain]: receiver.port })
  relayPort = postfix.port
}, 300_000)
afterAll(async () => {
  if (!hasPostfix) return
  await receiver.stop()
  await app.close()
  await postfix.stop()
})

const handToPostfix = async (to: string, raw: string, from = 'bob@far.test') => {
  const client = await openSmtp(postfix.port)
  const answer = await client.send({ from, to, raw })
  client.end()
  return answer.code
}
const arrived = (words: string) =>
  until(`a message with "${words}" in the mailbox of Postfix`, async () =>
    (await postfix.messages()).find((text) => text.includes(words)),
  )

withPostfix(
  'Postfix delivers a message to the inbox over TLS, with dots and long lines unchanged',
  async () => {
    const body = `..two dots\r\n.\u00e4\r\n${'x'.repeat(990)}\r\n`
    expect(
      await handToPostfix(ada.email, mailFrom('Bob <bob@far.test>', ['Subject: From Postfix'], body)),
    ).toBe(250)
    const text = await until('a message in the inbox', async () => (await inboxOf(app, owner, ada.id))[0])
    expect(text).toContain('by portal.test with ESMTPS id')
    expect(text).toEndWith(body)
  },
)

withPostfix('an unknown address is rejected, and Postfix tells the sender why', async () => {
  expect(await handToPostfix(`nobody-here@${domain}`, mailFrom('bob@far.test'))).toBe(250)
  const report = await arrived(`nobody-here@${domain}`)
  expect(report).toContain('Status: 5.1.1')
  expect(report).toContain('No such address here.')
})

withPostfix('a message written in the web inbox is sent through Postfix', async () => {
  await owner.must('POST', `${owner.account(ada.id)}/send`, {
    to: ['bob@far.test'],
    subject: 'To Postfix',
    text: '.hidden\nGrüße',
  })
  await app.work()
  const text = await arrived('Subject: To Postfix')
  expect(text).toStartWith(`Return-Path: <${ada.email}>`)
  expect(text).toContain('Delivered-To: bob@far.test')
})

withPostfix('a rejection by Postfix arrives as a report in the sender’s inbox', async () => {
  await owner.must('POST', `${owner.account(ada.id)}/send`, {
    to: ['nobody@far.test'],
    subject: 'Nobody',
    text: 'Hello',
  })
  const report = await until('a report in the inbox', async () => {
    await app.work()
    return (await inboxOf(app, owner, ada.id)).find((text) => text.includes('report-type=delivery-status'))
  })
  expect(report).toContain('Final-Recipient: rfc822; nobody@far.test')
  expect(report).toContain('Access denied')
})

withPostfix('a bounce by Postfix of a forwarded message reaches the original sender', async () => {
  const far = await owner.make({
    local: 'far',
    domain,
    type: 'forwarding',
    forwardTo: [`gone@${domain}x.test`],
  })
  const client = await openSmtp(receiver.port)
  const raw = mailFrom('carol@far.test', ['Subject: Round trip'])
  expect((await client.send({ from: 'carol@far.test', to: far.email, raw })).code).toBe(250)
  client.end()
  const report = await until('a report of Postfix at its sender', async () => {
    await app.work()
    return (await postfix.messages()).find((text) => text.includes('Round trip') && text.includes('carol@'))
  })
  expect(report).toContain('Delivered-To: carol@far.test')
})
