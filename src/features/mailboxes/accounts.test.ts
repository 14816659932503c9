import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Activity } from '#features/activity/contract.ts'
import { day, hour } from '#shared/time.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createMailOwner, type MailOwner } from '#test/support/email.ts'

let app: TestApp
let owner: MailOwner
let domain: { id: string; name: string }
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createMailOwner(app)
  domain = await owner.addDomain()
})

const setService = (id: string, values: Record<string, unknown>) =>
  app.store.tx((tx) => tx.update(tx.t.userServices).set(values).where(eq(tx.t.userServices.id, id)))
const rowOf = async (id: string) => {
  const { emailAccounts: a } = app.store.t
  const [row] = await app.store.read.select().from(a).where(eq(a.id, id))
  return row
}
const mailbox = (local = 'anna') => owner.make({ local, domain: domain.name })

describe('a new account', () => {
  test('is an active mailbox of 1024 MB; its password is shown once and stored as a hash', async () => {
    const { status, body } = await owner.create({ local: ' Anna ', domain: domain.name.toUpperCase() })
    expect([status, body]).toMatchObject([
      201,
      {
        email: `anna@${domain.name}`,
        type: 'mailbox',
        status: 'active',
        isActive: true,
        reason: null,
        used: 0,
        quota: 1024,
        forwardTo: [],
        keepCopy: false,
        serviceId: owner.serviceId,
        domainId: domain.id,
        service: { id: owner.serviceId, plan: { name: 'Business' } },
      },
    ])
    const { id, oneTimePassword } = body as { id: string; oneTimePassword: string }
    expect(oneTimePassword).toMatch(/^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/)
    const row = await rowOf(id)
    expect(row?.passwordHash).toStartWith('$argon2id$')
    expect(await Bun.password.verify(oneTimePassword, row?.passwordHash ?? '')).toBe(true)
    expect(await owner.list()).toEqual([expect.not.objectContaining({ oneTimePassword: expect.anything() })])
    expect(app.logged.join('\n')).not.toContain(oneTimePassword)
  })

  test.each(['forwarding', 'alias'])(
    'has no password and waits for a target when its type is %s',
    async (type) => {
      const made = await owner.make({ local: type, domain: domain.name, type })
      expect(made).toMatchObject({ type, status: 'pending', isActive: false, oneTimePassword: null })
      expect(made.reason).toBe('Add a destination in Forwarding to start.')
      const aimed = await owner.make({
        local: 'aimed',
        domain: domain.name,
        type,
        forwardTo: ['me@partner.example'],
      })
      expect(aimed).toMatchObject({ status: 'active', forwardTo: ['me@partner.example'], reason: null })
    },
  )

  test.each([
    '',
    '   ',
    'a'.repeat(65),
    'anna@shop',
    '.anna',
    'anna.',
    'a..b',
    '-anna',
    'anna_',
    'änna',
    'an na',
    'anna\r\nRCPT TO:<x@y.example>',
    'anna\0',
    '../anna',
    "anna'--",
  ])('is rejected for the local part %p', async (local) => {
    const { status, body } = await owner.create({ local, domain: domain.name })
    expect([status, body]).toMatchObject([422, { code: 'INVALID', fields: { local: expect.any(String) } }])
    expect(await owner.list()).toEqual([])
  })

  test.each(['a', 'a'.repeat(64), 'a.b_c-d', '0'])('is created for the local part %p', async (local) => {
    expect((await owner.create({ local, domain: domain.name })).status).toBe(201)
  })

  test('is NOT_FOUND for another customer’s domain and for an unknown domain', async () => {
    const other = await createMailOwner(app)
    for (const name of [domain.name, 'nobody-has-it.com', 'not a name'])
      expect((await other.create({ local: 'anna', domain: name })).status).toBe(404)
  })

  test('conflicts with an existing address of any type', async () => {
    await mailbox()
    const again = await owner.create({ local: 'ANNA', domain: domain.name, type: 'alias' })
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'CONFLICT', fields: { local: `anna@${domain.name} already exists.` } },
    ])
  })

  test('requires a session and an active service', async () => {
    const wish = { local: 'anna', domain: domain.name }
    expect((await app.request('/api/email/accounts', { json: wish })).status).toBe(401)
    const { cookie } = await app.addCustomer()
    const refused = await app.request('/api/email/accounts', { json: wish, cookie, method: 'POST' })
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'NO_ACTIVE_SERVICE' }])
  })

  test('belongs to the service of its domain, which must be active', async () => {
    await insertActiveService(app, owner.userId)
    expect((await mailbox()).serviceId).toBe(owner.serviceId)
    await setService(owner.serviceId, { status: 'suspended' })
    const refused = await owner.create({ local: 'berta', domain: domain.name })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'WRONG_STATE' }])
  })

  test('beyond the plan’s mailbox limit is rejected with that limit; aliases do not count', async () => {
    const small = await createMailOwner(app, 'Starter')
    const { name } = await small.addDomain()
    const make = (local: string, type = 'mailbox') => small.create({ local, domain: name, type })
    let made = 0
    for (; made < 50; made += 1) if ((await make(`box-${made}`)).status !== 201) break
    const refused = await make('one-more')
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'LIMIT_REACHED', limit: made, used: made },
    ])
    expect(refused.text).toContain(made === 1 ? '1 mailbox' : `${made} mailboxes`)
    expect((await make('sales', 'alias')).status).toBe(201)
    expect((await small.call('DELETE', small.account((await small.list()).at(-1)?.id ?? ''))).status).toBe(
      200,
    )
    expect((await make('one-more')).status).toBe(201)
  })

  test('requested twenty times in parallel is created once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => owner.create({ local: 'anna', domain: domain.name, type: 'alias' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  })
})

describe('the offered domains', () => {
  test('are the customer’s own active ones, newest first', async () => {
    const second = await owner.addDomain()
    expect(await owner.offered()).toEqual(
      [second, domain].map(({ id, name }) => ({
        id,
        name,
        serviceId: owner.serviceId,
        isExample: false,
        isMailOn: false,
      })),
    )
  })

  test('are three examples that receive no mail when the customer has no domain', async () => {
    const bare = await createMailOwner(app)
    const names = (await bare.offered()).map(({ name, id, isExample }) => [name, id, isExample])
    expect(names).toEqual([
      ['example.com', null, true],
      ['example.org', null, true],
      ['example.net', null, true],
    ])
    const made = await bare.make({ local: 'anna', domain: 'example.com' })
    expect(made).toMatchObject({ domainId: null, status: 'active', serviceId: bare.serviceId })
    expect(made.reason).toBe('This address uses an example domain, so it receives no mail.')
    expect((await bare.create({ local: 'anna', domain: 'example.com' })).status).toBe(409)
    const other = await createMailOwner(app)
    expect((await other.create({ local: 'anna', domain: 'example.com' })).status).toBe(201)
    expect((await owner.create({ local: 'anna', domain: 'example.com' })).status).toBe(404)
  })

  test('show an IDN in Unicode and accept both forms', async () => {
    const { id } = await owner.must<{ id: string }>('POST', '/api/domains/register', {
      name: `bücher-${Bun.randomUUIDv7().slice(-6)}`,
      tld: 'com',
      serviceId: owner.serviceId,
    })
    const shown = (await owner.offered()).find((each) => each.id === id)
    expect(shown?.name).toStartWith('bücher-')
    const made = await owner.make({ local: 'anna', domain: shown?.name })
    expect(made.email).toBe(`anna@${shown?.name}`)
    expect((await rowOf(made.id))?.email).toStartWith('anna@xn--')
  })
})

describe('the status of an account', () => {
  const set = (id: string, status: unknown) => owner.call('PUT', `${owner.account(id)}/status`, { status })

  test('switches between suspended and active, and isActive follows', async () => {
    const { id } = await mailbox()
    expect((await set(id, 'suspended')).body).toMatchObject({ status: 'suspended', isActive: false })
    expect((await set(id, 'suspended')).body).toMatchObject({ status: 'suspended' })
    expect((await set(id, 'active')).body).toMatchObject({ status: 'active', isActive: true })
  })

  test('cannot be active without a target', async () => {
    const { id } = await owner.make({ local: 'sales', domain: domain.name, type: 'forwarding' })
    expect((await set(id, 'active')).status).toBe(409)
    expect((await set(id, 'suspended')).status).toBe(200)
    expect((await set(id, 'active')).status).toBe(409)
  })

  test.each(['pending', 'deleted', '', null, 1])('cannot be set to %p', async (status) => {
    const { id } = await mailbox()
    expect((await set(id, status)).status).toBe(422)
    expect((await owner.list())[0]?.status).toBe('active')
  })
})

describe('forwarding', () => {
  const set = (id: string, body: unknown) => owner.call('PUT', `${owner.account(id)}/forwarding`, body)

  test('activates a waiting account, which waits again without targets', async () => {
    const { id } = await owner.make({ local: 'sales', domain: domain.name, type: 'forwarding' })
    const aimed = await set(id, { forwardTo: ['Me@Partner.Example', 'me@partner.example '] })
    expect(aimed.body).toMatchObject({
      status: 'active',
      forwardTo: ['me@partner.example'],
      keepCopy: false,
    })
    expect((await set(id, { forwardTo: [] })).body).toMatchObject({ status: 'pending', forwardTo: [] })
  })

  test('keeps a copy in the mailbox on request', async () => {
    const { id } = await mailbox()
    const kept = await set(id, { forwardTo: ['me@partner.example'], keepCopy: true })
    expect(kept.body).toMatchObject({ status: 'active', keepCopy: true })
    expect((await set(id, { forwardTo: [] })).body).toMatchObject({ status: 'active', keepCopy: false })
  })

  test('leaves a suspended account suspended', async () => {
    const { id } = await mailbox()
    await owner.call('PUT', `${owner.account(id)}/status`, { status: 'suspended' })
    expect((await set(id, { forwardTo: ['me@partner.example'] })).body).toMatchObject({
      status: 'suspended',
    })
  })

  test('accepts ten addresses and rejects an eleventh', async () => {
    const { id } = await mailbox()
    const many = (count: number) => Array.from({ length: count }, (_, i) => `person${i}@partner.example`)
    expect((await set(id, { forwardTo: many(11) })).status).toBe(422)
    expect((await set(id, { forwardTo: many(10) })).status).toBe(200)
  })

  test('rejects the account’s own address, examples, loops of any length and invalid addresses', async () => {
    const [a, b, c] = [await mailbox('a'), await mailbox('b'), await mailbox('c')]
    expect((await set(a.id, { forwardTo: [a.email] })).text).toContain('cannot forward to itself')
    expect((await set(a.id, { forwardTo: ['x@example.com'] })).text).toContain('is an example')
    expect((await set(a.id, { forwardTo: [b.email] })).status).toBe(200)
    expect((await set(b.id, { forwardTo: [c.email, 'x@partner.example'] })).status).toBe(200)
    const circle = await set(c.id, { forwardTo: ['y@partner.example', a.email] })
    expect([circle.status, circle.body]).toMatchObject([422, { fields: { forwardTo: expect.any(String) } }])
    expect((await owner.list()).find(({ id }) => id === c.id)?.forwardTo).toEqual([])
    for (const forwardTo of [
      'x@partner.example',
      ['nobody'],
      [null],
      ['a@b.example\r\nDATA'],
      [['x']],
      undefined,
    ])
      expect((await set(a.id, { forwardTo })).status).toBe(422)
  })
})

describe('mailbox storage', () => {
  const set = (id: string, quota: unknown) => owner.call('PUT', `${owner.account(id)}/storage`, { quota })
  const use = (id: string, usedBytes: number) =>
    app.store.tx((tx) =>
      tx
        .update(tx.t.emailAccounts)
        .set({ usedBytes })
        .where(and(eq(tx.t.emailAccounts.userId, owner.userId), eq(tx.t.emailAccounts.id, id))),
    )

  test('can be set to any limit not below its current use', async () => {
    const { id } = await mailbox()
    await use(id, 100 * 1_048_576 + 1)
    expect((await set(id, 100)).status).toBe(422)
    expect((await set(id, 101)).body).toMatchObject({ quota: 101, used: 100 + 1 / 1_048_576 })
    for (const quota of [0, -1, 1.5, 1e9, '500', null]) expect((await set(id, quota)).status).toBe(422)
  })

  test('is not rounded in totals', async () => {
    const [a, b] = [await mailbox('a'), await mailbox('b')]
    await use(a.id, 123_456_789)
    await use(b.id, 1)
    expect(await owner.stats()).toEqual({
      totalEmails: 0,
      spamBlocked: 0,
      storageUsed: 123_456_790 / 1_073_741_824,
    })
    await owner.call('DELETE', owner.account(a.id))
    expect((await owner.stats()).storageUsed).toBe(1 / 1_073_741_824)
  })

  test('exists only for mailboxes, as do passwords', async () => {
    const { id } = await owner.make({ local: 'sales', domain: domain.name, type: 'alias' })
    expect((await set(id, 500)).status).toBe(409)
    expect((await owner.call('POST', `${owner.account(id)}/password`)).status).toBe(409)
    expect(
      (await owner.call('POST', `${owner.account(id)}/storage/cleanup`, { olderThanDays: 1 })).status,
    ).toBe(409)
  })
})

test('a new password is shown once and replaces the old one', async () => {
  const { id, oneTimePassword } = await mailbox()
  const { oneTimePassword: fresh } = await owner.must<{ oneTimePassword: string }>(
    'POST',
    `${owner.account(id)}/password`,
  )
  const hash = (await rowOf(id))?.passwordHash ?? ''
  expect(await Bun.password.verify(fresh, hash)).toBe(true)
  expect(await Bun.password.verify(oneTimePassword ?? '', hash)).toBe(false)
})

describe('a deleted account', () => {
  test('keeps its address for seven days and can be restored unchanged until then', async () => {
    const { id, email } = await mailbox()
    expect((await owner.call('DELETE', owner.account(id))).body).toEqual({ ok: true })
    expect(await owner.list()).toEqual([])
    expect(await owner.deleted()).toMatchObject([{ id, email, type: 'mailbox' }])
    const taken = await owner.create({ local: 'anna', domain: domain.name })
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { fields: { local: expect.stringContaining('Restore it') } },
    ])
    expect((await owner.call('DELETE', owner.account(id))).status).toBe(404)

    const hash = (await rowOf(id))?.passwordHash
    expect((await owner.call('POST', `${owner.account(id)}/undelete`)).body).toMatchObject({
      id,
      status: 'active',
    })
    expect((await rowOf(id))?.passwordHash).toBe(hash ?? '')

    await owner.call('DELETE', owner.account(id))
    app.advance(7 * day + hour)
    expect((await owner.call('POST', `${owner.account(id)}/undelete`)).status).toBe(404)
    expect(await owner.deleted()).toEqual([])
    await app.work()
    expect(await rowOf(id)).toBeUndefined()
    expect((await owner.create({ local: 'anna', domain: domain.name })).status).toBe(201)
  })

  test('is not restored beyond the plan limit', async () => {
    const small = await createMailOwner(app, 'Starter')
    const { name } = await small.addDomain()
    const first = await small.make({ local: 'first', domain: name })
    await small.call('DELETE', small.account(first.id))
    for (let i = 0; i < 50; i += 1)
      if ((await small.create({ local: `box-${i}`, domain: name })).status !== 201) break
    const refused = await small.call('POST', `${small.account(first.id)}/undelete`)
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'LIMIT_REACHED' }])
    expect((await small.deleted())[0]?.id).toBe(first.id)
  })
})

test('no call finds another customer’s account', async () => {
  const { id } = await mailbox()
  const other = await createMailOwner(app)
  const at = other.account(id)
  const replies = await Promise.all([
    other.call('PUT', `${at}/status`, { status: 'suspended' }),
    other.call('PUT', `${at}/forwarding`, { forwardTo: [] }),
    other.call('PUT', `${at}/storage`, { quota: 500 }),
    other.call('POST', `${at}/storage/cleanup`, { olderThanDays: 1 }),
    other.call('POST', `${at}/password`),
    other.call('DELETE', at),
    other.call('POST', `${at}/undelete`),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404))
  expect(await owner.list()).toMatchObject([{ id, status: 'active' }])
})

test('accounts of a suspended service report it, and those of an ended service are removed after thirty days', async () => {
  const { id } = await mailbox()
  await setService(owner.serviceId, { status: 'suspended' })
  expect((await owner.list())[0]?.reason).toContain('is not running')
  await setService(owner.serviceId, { status: 'terminated', updatedAt: app.deps.now() })
  expect(await owner.list()).toEqual([])
  await app.work()
  expect(await rowOf(id)).toBeDefined()
  app.advance(30 * day + hour)
  await app.work()
  expect(await rowOf(id)).toBeUndefined()
})

test('a domain with accounts cannot be removed, and takes its deleted ones with it', async () => {
  const { emailAccounts, domains } = app.store.t
  const { id } = await mailbox()
  // Domains registered with another provider can be removed.
  await app.store.tx((tx) =>
    tx.update(tx.t.domains).set({ registrar: 'external' }).where(eq(domains.id, domain.id)),
  )
  const refused = await owner.call('DELETE', `/api/domains/${domain.id}`)
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('has 1 email account. Delete it first.'),
  ])
  await owner.call('DELETE', owner.account(id))
  expect((await owner.call('DELETE', `/api/domains/${domain.id}`)).status).toBe(200)
  expect(await app.store.read.$count(emailAccounts, eq(emailAccounts.id, id))).toBe(0)
})

test('account changes appear in the activity list', async () => {
  const { id, email } = await mailbox()
  await owner.call('PUT', `${owner.account(id)}/forwarding`, { forwardTo: ['me@partner.example'] })
  await owner.call('DELETE', owner.account(id))
  const { body } = await owner.call('GET', '/api/trpc/activity.list')
  const listed = (body as { result: { data: Activity[] } }).result.data
  expect(
    listed
      .filter(({ kind }) => kind === 'email')
      .map(({ title, subject, detail, href }) => [title, subject, detail, href]),
  ).toEqual([
    ['Deleted email account', email, null, '/email'],
    ['Email forwarding', email, 'Forwards to 1 address.', `/email?account=${id}`],
    ['New email account', email, null, `/email?account=${id}`],
  ])
})
