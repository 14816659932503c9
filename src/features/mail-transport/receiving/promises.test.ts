import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { maxHeadBytes } from '#features/mailboxes/contract/rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { createFakeTransport, inboxOf } from '#test/support/mail-sending.ts'
import { mailFrom, openSmtp, type SentMail } from '#test/support/raw-smtp.ts'
import { startReceiver } from './serve.ts'

let app: TestApp
let owner: MailOwner
let receiver: Awaited<ReturnType<typeof startReceiver>>
const fake = createFakeTransport()

beforeAll(async () => {
  app = await createTestApp({ mailTransport: fake.transport })
  owner = await createMailOwner(app, 'Enterprise')
  receiver = await startReceiver(app.deps, { port: 0 })
})
afterAll(async () => {
  await receiver.stop()
  await app.close()
})

const deliver = async (mail: Partial<SentMail> & Pick<SentMail, 'to'>) => {
  const client = await openSmtp(receiver.port)
  const answer = await client.send({ raw: mailFrom('Bob <bob@far.test>'), ...mail })
  client.end()
  return answer
}

test('an oversized header, in one field or many, is rejected permanently, and the connection continues', async () => {
  const { name } = await owner.addDomain()
  const { email } = await owner.make({ local: 'ada', domain: name })
  const client = await openSmtp(receiver.port)
  for (const fields of [
    [`X-Long: ${'a'.repeat(1_000_000)}`],
    Array.from({ length: 5_000 }, (_, at) => `X-${at}: ${'a'.repeat(60)}`),
  ]) {
    const answer = await client.send({ to: email, raw: mailFrom('bob@far.test', fields) })
    expect(answer.text).toStartWith('552 5.3.4')
  }
  expect((await client.send({ to: email, raw: mailFrom('bob@far.test') })).code).toBe(250)
  client.end()
})

test('a message with a header section of the maximum size is forwarded', async () => {
  const { name } = await owner.addDomain()
  const far = { domain: name, type: 'forwarding', forwardTo: ['x@far.test'] }
  const { email } = await owner.make({ local: 'far', ...far })
  const filled = (octets: number) =>
    mailFrom('bob@far.test', [
      ...Array.from({ length: 2_000 }, () => `X-Line: ${'a'.repeat(90)}`),
      `X-Last: ${'b'.repeat(octets)}`,
    ])
  const missing = maxHeadBytes + 2 - filled(0).indexOf('\r\n\r\n') - 4
  expect((await deliver({ to: email, raw: filled(missing) })).code).toBe(250)
  expect((await deliver({ to: email, raw: filled(missing + 1) })).text).toStartWith('552 5.3.4')
  await app.work()
  const [sent, ...more] = fake.sent.splice(0)
  expect([sent?.recipient, more]).toEqual(['x@far.test', []])
})

test('two customers who forward to each other and keep copies have one each, without a report', async () => {
  const other = await createMailOwner(app)
  const [here, there] = [await owner.addDomain(), await other.addDomain()]
  const ada = await owner.make({ local: 'ada', domain: here.name })
  const eve = await other.make({ local: 'eve', domain: there.name })
  const to = (forwardTo: string) => ({ forwardTo: [forwardTo], keepCopy: true })
  await owner.must('PUT', `${owner.account(ada.id)}/forwarding`, to(eve.email))
  await other.must('PUT', `${other.account(eve.id)}/forwarding`, to(ada.email))
  expect((await deliver({ to: ada.email })).code).toBe(250)
  for (let round = 0; round < 4; round += 1) await app.work()
  expect(await inboxOf(app, owner, ada.id)).toHaveLength(1)
  expect(await inboxOf(app, other, eve.id)).toHaveLength(1)
  expect(fake.sent).toEqual([])
})

test('two customers who forward to each other without copies form a loop, and the sender gets a report', async () => {
  const other = await createMailOwner(app)
  const [here, there] = [await owner.addDomain(), await other.addDomain()]
  const ada = await owner.make({ local: 'ada', domain: here.name })
  const eve = await other.make({ local: 'eve', domain: there.name })
  await owner.must('PUT', `${owner.account(ada.id)}/forwarding`, { forwardTo: [eve.email] })
  await other.must('PUT', `${other.account(eve.id)}/forwarding`, { forwardTo: [ada.email] })
  expect((await deliver({ to: ada.email })).code).toBe(250)
  for (let round = 0; round < 6; round += 1) await app.work()
  expect(fake.sent.map(({ recipient }) => recipient)).toEqual(['stranger@far.test'])
  expect(fake.sent[0]?.raw).toContain('Status: 5.4.6')
})

describe('a forwarding loop causes one report, however many paths it has:', () => {
  const forward = (whose: MailOwner, account: { id: string }, forwardTo: string[]) =>
    whose.must('PUT', `${whose.account(account.id)}/forwarding`, { forwardTo })
  const work = async () => {
    for (let round = 0; round < 8; round += 1) await app.work()
  }
  const reports = () => fake.sent.splice(0).map(({ sender, recipient }) => ({ sender, recipient }))
  const once = [{ sender: '', recipient: 'stranger@far.test' }]
  let other: MailOwner
  let here: string
  let there: string
  beforeEach(async () => {
    fake.sent.splice(0)
    other = await createMailOwner(app, 'Enterprise')
    here = (await owner.addDomain()).name
    there = (await other.addDomain()).name
  })

  test('with several tags of one address, which gets one copy', async () => {
    const ada = await owner.make({ local: 'ada', domain: here })
    const eve = await other.make({ local: 'eve', domain: there })
    await forward(
      owner,
      ada,
      [1, 2, 3].map((n) => `eve+${n}@${there}`),
    )
    await forward(
      other,
      eve,
      [1, 2, 3].map((n) => `ada+${n}@${here}`),
    )
    expect((await deliver({ to: ada.email })).code).toBe(250)
    await work()
    expect(reports()).toEqual(once)
    await other.must('PUT', `${other.account(eve.id)}/forwarding`, { forwardTo: [] })
    expect((await deliver({ to: ada.email })).code).toBe(250)
    await work()
    expect(await inboxOf(app, other, eve.id)).toHaveLength(1)
  })

  test('with several addresses', async () => {
    const ada = await owner.make({ local: 'ada', domain: here })
    const ways = await Promise.all(
      ['x', 'y', 'z'].map((local) =>
        other.make({ local, domain: there, type: 'forwarding', forwardTo: [ada.email] }),
      ),
    )
    await forward(
      owner,
      ada,
      ways.map(({ email }) => email),
    )
    expect((await deliver({ to: ada.email })).code).toBe(250)
    await work()
    expect(reports()).toEqual(once)
    // Another message is another loop; one without a sender causes no report.
    expect((await deliver({ to: ada.email })).code).toBe(250)
    expect((await deliver({ from: '', to: ada.email })).code).toBe(250)
    await work()
    expect(reports()).toEqual(once)
  })

  test('with outside servers, which get one report that it came back', async () => {
    const ada = await owner.make({ local: 'ada', domain: here })
    await forward(owner, ada, ['x@out.test', 'y@out.test', 'z@out.test'])
    expect((await deliver({ to: ada.email })).code).toBe(250)
    await work()
    const left = fake.sent.splice(0)
    expect(left.map(({ recipient }) => recipient).toSorted()).toEqual([
      'x@out.test',
      'y@out.test',
      'z@out.test',
    ])
    const answers: string[] = []
    for (const { sender, recipient, raw } of left) {
      const passed = `Received: from portal.test by mx.out.test for <${recipient}>; Fri, 20 Nov 2026 06:30:00 +0000\r\n${raw}`
      answers.push((await deliver({ from: sender, to: `ada+${recipient[0]}@${here}`, raw: passed })).text)
    }
    expect(answers.map((text) => text.slice(0, 9)).toSorted()).toEqual([
      '250 2.0.0',
      '250 2.0.0',
      '554 5.4.6',
    ])
    await work()
    expect(reports()).toEqual([])
  })

  test('and a recipient outside the loop gets the message', async () => {
    const [ada, ben] = [
      await owner.make({ local: 'ada', domain: here }),
      await owner.make({ local: 'ben', domain: here }),
    ]
    const raw = mailFrom('bob@far.test', [`Delivered-To: ${ada.email}`])
    expect((await deliver({ to: [ada.email, ben.email], raw })).code).toBe(250)
    expect([(await inboxOf(app, owner, ada.id)).length, (await inboxOf(app, owner, ben.id)).length]).toEqual([
      0, 1,
    ])
  })
})

test('an address suspended during the transfer does not receive the message', async () => {
  const { name } = await owner.addDomain()
  const { id, email } = await owner.make({ local: 'ada', domain: name })
  const client = await openSmtp(receiver.port)
  for (const line of ['EHLO far.test', 'MAIL FROM:<bob@far.test>', `RCPT TO:<${email}>`, 'DATA'])
    expect((await client.say(line)).code).toBeLessThan(400)
  client.write('Subject: Half\r\n\r\nof it, ')
  await owner.must('PUT', `${owner.account(id)}/status`, { status: 'suspended' })
  expect((await client.say('and the rest.\r\n.')).text).toStartWith('550 5.2.1')
  client.end()
  expect(await inboxOf(app, owner, id)).toEqual([])
})
