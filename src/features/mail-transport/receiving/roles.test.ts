import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { countUse } from '#db/limits.ts'
import { readEnv } from '#env'
import { hour, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { createFakeTransport, enqueue, inboxOf } from '#test/support/mail-sending.ts'
import { mailFrom, openSmtp, type SentMail } from '#test/support/raw-smtp.ts'
import { startReceiver } from './serve.ts'

const fake = createFakeTransport()
let app: TestApp
let owner: MailOwner
let receiver: Awaited<ReturnType<typeof startReceiver>>
let name: string
let domainId: string

const start = async (settings: Record<string, string>) => {
  const env = { ...readEnv({ DATA_DIR: makeTestFolder(), ...settings }), NODE_ENV: 'test' }
  const started = await createTestApp({ env, mailTransport: fake.transport })
  return { started, listening: await startReceiver(started.deps, { port: 0 }) }
}
beforeAll(async () => {
  const { started, listening } = await start({
    CONTACT_EMAIL: 'office@company.test',
    MAIL_HOST: 'Mail.Portal.test',
  })
  app = started
  receiver = listening
})
afterAll(async () => {
  await receiver.stop()
  await app.close()
})
beforeEach(async () => {
  fake.sent.splice(0)
  owner = await createMailOwner(app, 'Enterprise')
  const domain = await owner.addDomain()
  name = domain.name
  domainId = domain.id
})

const say = async (mail: Partial<SentMail> & Pick<SentMail, 'to'>, port = receiver.port) => {
  const client = await openSmtp(port)
  const { text } = await client.send({ raw: mailFrom('Bob <bob@far.test>'), ...mail })
  client.end()
  return text.slice(0, 9)
}
const work = async () => {
  for (let round = 0; round < 4; round += 1) await app.work()
}
const left = async () => {
  await work()
  return fake.sent.splice(0).map(({ recipient }) => recipient)
}
const setUser = (change: Record<string, unknown>) =>
  app.store.tx((tx) => tx.update(tx.t.users).set(change).where(eq(tx.t.users.id, owner.userId)))
const emailOfOwner = async () => {
  const { users } = app.store.t
  const [row] = await app.store.read
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, owner.userId))
  return row?.email ?? ''
}
const inboxes = (...accounts: { id: string }[]) =>
  Promise.all(accounts.map(async ({ id }) => (await inboxOf(app, owner, id)).length))

describe('mail for the postmaster and the abuse desk of a domain', () => {
  test('goes to the oldest mailbox that accepts mail, in every notation of the address', async () => {
    await owner.make({ local: 'far', domain: name, type: 'forwarding', forwardTo: ['x@far.test'] })
    const first = await owner.make({ local: 'first', domain: name })
    const second = await owner.make({ local: 'second', domain: name })
    for (const to of [`postmaster@${name}`, `Abuse@${name.toUpperCase()}`, `POSTMASTER+spam@${name}`])
      expect([to, await say({ to })]).toEqual([to, '250 2.0.0'])
    expect(await inboxes(first, second)).toEqual([3, 0])
    await owner.must('PUT', `${owner.account(first.id)}/status`, { status: 'suspended' })
    expect(await say({ to: `abuse@${name}` })).toBe('250 2.0.0')
    await owner.must('DELETE', owner.account(first.id))
    expect(await say({ to: `abuse@${name}` })).toBe('250 2.0.0')
    expect(await inboxes(first, second)).toEqual([3, 2])
    for (const local of ['hostmaster', 'postmasters', 'my+postmaster', 'abuse.desk'])
      expect(await say({ to: `${local}@${name}` })).toBe('550 5.1.1')
  })

  test('goes to the account of that name while it accepts mail, else to the oldest mailbox', async () => {
    const first = await owner.make({ local: 'first', domain: name })
    const own = await owner.make({ local: 'postmaster', domain: name })
    await owner.make({ local: 'abuse', domain: name, type: 'alias', forwardTo: [own.email] })
    for (const to of [`postmaster@${name}`, `abuse@${name}`, `postmaster+x@${name}`])
      expect(await say({ to })).toBe('250 2.0.0')
    await work()
    expect(await inboxes(first, own)).toEqual([0, 3])
    await owner.must('PUT', `${owner.account(own.id)}/status`, { status: 'suspended' })
    expect(await say({ to: `postmaster@${name}` })).toBe('250 2.0.0')
    expect(await inboxes(first, own)).toEqual([1, 3])
  })

  test('goes to the customer while the domain has no mailbox, in the name of the domain, and a bounce comes back', async () => {
    expect(await say({ to: `postmaster@${name}`, from: 'bob@far.test' })).toBe('250 2.0.0')
    await work()
    const [sent, ...more] = fake.sent.splice(0)
    expect(more).toEqual([])
    expect(sent?.recipient).toBe(await emailOfOwner())
    expect(sent?.sender).toMatch(new RegExp(`^SRS0=.*=far\\.test=bob@${name}$`))
    expect(sent?.raw).toStartWith(`Delivered-To: postmaster@${name}\r\n`)
    expect(await say({ from: '', to: sent?.sender ?? '' })).toBe('250 2.0.0')
    expect(await left()).toEqual(['bob@far.test'])
    // Mail that returns by its new address is not forwarded again.
    expect(await say({ to: `postmaster@${name}`, raw: sent?.raw ?? '' })).toBe('554 5.4.6')
    expect(await left()).toEqual([])
  })

  test('goes to the customer also while their service accepts no mail, and from a customer here', async () => {
    const first = await owner.make({ local: 'first', domain: name })
    const { userServices: s } = app.store.t
    await app.store.tx((tx) => tx.update(s).set({ status: 'suspended' }).where(eq(s.id, owner.serviceId)))
    expect(await say({ to: `abuse@${name}` })).toBe('250 2.0.0')
    const neighbour = await createMailOwner(app)
    const account = await neighbour.make({ local: 'eve', domain: (await neighbour.addDomain()).name })
    await enqueue(app, neighbour, { account, to: [`Abuse@${name}`] })
    expect(await left()).toEqual([await emailOfOwner(), await emailOfOwner()])
    expect(await inboxes(first)).toEqual([0])
  })

  test('goes to the last verified address, and to the operator when the customer has no reachable one', async () => {
    const email = await emailOfOwner()
    await setUser({ email: 'typo@far.test', emailKey: `typo@${name}`, verifiedEmail: email })
    expect(await say({ to: `abuse@${name}` })).toBe('250 2.0.0')
    expect(await left()).toEqual([email])
    await setUser({ email: `postmaster@${name}`, emailKey: `postmaster@${name}`, verifiedEmail: null })
    expect(await say({ to: `postmaster@${name}` })).toBe('250 2.0.0')
    await setUser({ email: `nobody@${name}` })
    expect(await say({ to: `abuse@${name}` })).toBe('250 2.0.0')
    expect(await left()).toEqual(['office@company.test', 'office@company.test'])
  })

  test('is greylisted and rate limited, and spam is not forwarded', async () => {
    const hit = { key: `mail-role:abuse@${name}`, windowMs: hour, now: app.deps.now() }
    await app.store.tx(async (tx) => {
      for (let n = 0; n < 59; n += 1) await countUse(tx, hit)
    })
    expect(await say({ to: `abuse@${name}` })).toBe('250 2.0.0')
    expect(await say({ to: `abuse+more@${name}` })).toBe('451 4.7.1')
    expect(await left()).toHaveLength(1)
    expect(await say({ to: `postmaster@${name}`, raw: 'Subject: no sender\r\n\r\nx\r\n' })).toBe('550 5.7.1')
    const at = app.deps.now()
    await app.store.tx((tx) =>
      tx.insert(tx.t.emailDomains).values({
        userId: owner.userId,
        domainId,
        greylisting: true,
        dkimSelector: 's',
        dkimPrivateKey: 'k',
        dkimPublicKey: 'p',
        createdAt: at,
        updatedAt: at,
      }),
    )
    expect(await say({ to: `postmaster@${name}` })).toBe('451 4.7.1')
    app.advance(6 * minute)
    expect(await say({ to: `postmaster@${name}` })).toBe('250 2.0.0')
    expect(await left()).toHaveLength(1)
  })

  test('is rejected for an unknown domain', async () => {
    expect(await say({ to: 'postmaster@elsewhere.test' })).toBe('550 5.7.1')
  })
})

describe('mail for the postmaster of the server itself', () => {
  test('goes to the operator, without a domain or at a name of the server', async () => {
    for (const to of [
      'Postmaster',
      'abuse@MAIL.portal.test',
      'postmaster+x@mail.portal.test',
      'abuse@portal.test',
    ]) {
      expect([to, await say({ to })]).toEqual([to, '250 2.0.0'])
      expect(await left()).toEqual(['office@company.test'])
    }
    expect(await say({ to: 'info@mail.portal.test' })).toBe('550 5.7.1')
    expect(await say({ to: 'abuse' })).toBe('501 5.1.3')
  })

  test('is rejected without an operator, or when the operator has the same address', async () => {
    for (const settings of [{}, { CONTACT_EMAIL: 'postmaster@portal.test' }]) {
      const { started, listening } = await start(settings)
      expect(await say({ to: 'postmaster' }, listening.port)).toBe('550 5.1.1')
      expect(await say({ to: 'abuse@portal.test' }, listening.port)).toBe('550 5.1.1')
      await listening.stop()
      await started.close()
    }
  })
})
