import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { day, hour } from '#shared/time.ts'
import { createTestApp, findPlan, type Reply, type TestApp } from '#test/support/app.ts'
import { createFileOwner, multipart } from '#test/support/files.ts'
import { maxKeys } from './stored-answers.ts'

let app: TestApp
let customer: { cookie: string; id: string }
let other: { cookie: string; id: string }
let administrator: { cookie: string; id: string }
let starter: { id: string; price: number }
let counter = 0

beforeAll(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
  other = await app.addCustomer()
  administrator = await app.addAdministrator()
  starter = await findPlan(app, 'Starter')
})
afterAll(() => app.close())

const freshKey = () => Bun.randomUUIDv7()
const freshDomain = () => `shop-${Bun.randomUUIDv7()}.example.com`
const bodyOf = (domain: string, amount: unknown = 99) => ({
  planId: starter.id,
  amount,
  paymentMethod: 'credit_card',
  domain,
})

type Sent = { cookie?: string; key: string; path?: string; address?: string }
function post(json: unknown, { key, cookie = customer.cookie, path = '/api/orders', address }: Sent) {
  counter += 1
  const from = address ?? `203.0.113.${counter % 250}`
  return app.request(path, { cookie, json, headers: { 'idempotency-key': key }, address: from })
}
const rows = (userId = customer.id) => {
  const { idempotencyKeys } = app.store.t
  return app.store.read.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
}
const countOrders = () => app.store.read.$count(app.store.t.orders)

describe('a replay', () => {
  test('returns the stored status and body without doing the work again', async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    const first = await post(json, { key })
    app.advance(11 * 60_000)
    const before = await countOrders()
    const again = await post(json, { key })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect(await countOrders()).toBe(before)
  })

  test('of a command returns what the command answered', async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    const order = (await post(json, { key })).body as { id: string }
    const path = `/api/admin/orders/${order.id}/approve`
    const sent = { key: freshKey(), path, cookie: administrator.cookie }
    const first = await post({}, sent)
    const again = await post({}, sent)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(again.body).not.toHaveProperty('alreadyApproved')
  })

  test('works through tRPC too', async () => {
    const [key, json, path] = [freshKey(), bodyOf(freshDomain()), '/api/trpc/orders.create']
    const first = await post(json, { key, path })
    const before = await countOrders()
    app.advance(11 * 60_000)
    const again = await post(json, { key, path })
    expect(again.status).toBe(first.status)
    expect(again.body).toEqual(first.body)
    expect(await countOrders()).toBe(before)
  })

  test('of a refused call returns the refusal, even if the call would be accepted now', async () => {
    const [key, domain] = [freshKey(), freshDomain()]
    const holder = await post(bodyOf(domain), { key: freshKey(), cookie: other.cookie })
    const refused = await post(bodyOf(domain), { key })
    expect(refused.status).toBe(409)
    const { id } = holder.body as { id: string }
    await post({}, { key: freshKey(), cookie: other.cookie, path: `/api/orders/${id}/cancel` })
    const again = await post(bodyOf(domain), { key })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'DOMAIN_IN_USE', fields: { domain: expect.any(String) } })
    expect((await post(bodyOf(domain), { key: freshKey() })).status).toBe(201)
  })

  test('keeps what a refusal adds, but has a request id of its own', async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain(), 98)]
    const [first, again] = [await post(json, { key }), await post(json, { key })]
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'PRICE_CHANGED', currentAmount: 99 })
    const idOf = (reply: Reply) => (reply.body as { requestId: string }).requestId
    expect(idOf(again)).not.toBe(idOf(first))
  })

  test('by somebody who may no longer make the call is refused like the call itself', async () => {
    const former = await app.addAdministrator()
    const { id } = (await post(bodyOf(freshDomain()), { key: freshKey() })).body as { id: string }
    const sent = { key: freshKey(), cookie: former.cookie, path: `/api/admin/orders/${id}/approve` }
    expect((await post({}, sent)).status).toBe(200)
    const { users } = app.store.t
    await app.store.tx((tx) => tx.update(users).set({ isAdmin: false }).where(eq(users.id, former.id)))
    const again = await post({}, sent)
    expect([again.status, again.body]).toMatchObject([403, { code: 'FORBIDDEN' }])
  })

  test('of an invalid input is the same 422', async () => {
    const [key, json] = [freshKey(), bodyOf('no domain')]
    expect((await post(json, { key })).status).toBe(422)
    const again = await post(json, { key })
    expect(again.status).toBe(422)
    expect(again.body).toMatchObject({ fields: { domain: expect.any(String) } })
  })
})

describe('an idempotency key', () => {
  test('is bound to its body: another body is 422', async () => {
    const key = freshKey()
    await post(bodyOf(freshDomain()), { key })
    const before = await countOrders()
    const reply = await post(bodyOf(freshDomain()), { key })
    expect(reply.status).toBe(422)
    expect(await countOrders()).toBe(before)
  })

  test('is scoped to its user', async () => {
    const key = freshKey()
    const mine = await post(bodyOf(freshDomain()), { key })
    const theirs = await post(bodyOf(freshDomain()), { key, cookie: other.cookie })
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect((mine.body as { id: string }).id).not.toBe((theirs.body as { id: string }).id)
  })

  test('is scoped to its path', async () => {
    const key = freshKey()
    const { id } = (await post(bodyOf(freshDomain()), { key })).body as { id: string }
    const cancelled = await post({}, { key, path: `/api/orders/${id}/cancel` })
    expect(cancelled.status).toBe(200)
    expect(cancelled.body).toMatchObject({ status: 'cancelled' })
  })

  test('is kept for 24 hours and is then free again', async () => {
    const [key, domain] = [freshKey(), freshDomain()]
    const first = await post(bodyOf(domain, 98), { key })
    app.advance(day - 1)
    expect((await post(bodyOf(domain), { key })).status).toBe(422)
    app.advance(1)
    const after = await post(bodyOf(domain), { key })
    expect([first.status, after.status]).toEqual([409, 201])
    await app.work()
    app.advance(2 * day)
    await app.work()
    expect(await rows()).toEqual([])
  })

  test('has at most 255 characters', async () => {
    expect((await post(bodyOf(freshDomain()), { key: 'k'.repeat(255) })).status).toBe(201)
    expect((await post(bodyOf(freshDomain()), { key: 'k'.repeat(256) })).status).toBe(422)
    expect((await post(bodyOf(freshDomain()), { key: 'k'.repeat(10_000) })).status).toBe(422)
  })

  test('is optional: an empty one counts as none', async () => {
    const domain = freshDomain()
    expect((await post(bodyOf(domain), { key: '' })).status).toBe(201)
    expect((await post(bodyOf(domain), { key: '' })).status).toBe(200)
  })
})

describe('stored answers stay small:', () => {
  const long = 'a'.repeat(900 * 1_024)
  const makeProject = async (cookie: string) =>
    (await app.request('/api/projects', { cookie, json: { name: 'Site' } })).body as { id: string }
  const makeFile = async (cookie: string, key: string) => {
    const { id } = await makeProject(cookie)
    const json = { projectId: id, name: 'index.html', type: 'html', content: long }
    const send = () => post(json, { key, cookie, path: '/api/projects/files' })
    return { send, first: await send() }
  }
  const keptLength = async (userId: string) =>
    (await rows(userId)).reduce((sum, { answer }) => sum + (answer?.length ?? 0), 0)

  test('a long answer is read again for a replay, and only its id is stored', async () => {
    const { cookie, id } = await app.addCustomer()
    const { first, send } = await makeFile(cookie, freshKey())
    expect(await keptLength(id)).toBeLessThan(1_000)
    const again = await send()
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(again.text).toBe(first.text)
    const path = `/api/projects/files/${(first.body as { id: string }).id}`
    await app.request(path, { method: 'PUT', cookie, json: { content: 'short' } })
    expect((await send()).body).toMatchObject({ content: 'short', version: 2 })
    await app.request(path, { method: 'DELETE', cookie })
    expect((await send()).status).toBe(404)
  })

  test('a long answer that cannot be read again is stored as a hash, and the change is not made twice', async () => {
    const { cookie, id } = await app.addCustomer()
    const { first, send } = await makeFile(cookie, freshKey())
    const [row] = await rows(id)
    if (!row) throw new Error('no row')
    const answer = app.deps.secrets.seal('#0123', `idempotency_keys:answer:${id}:${row.key}`)
    await app.store.tx((tx) => tx.update(tx.t.idempotencyKeys).set({ answer }))
    const again = await send()
    expect([first.status, again.status]).toEqual([201, 409])
    expect(again.body).toMatchObject({ answerStatus: 201, answerSha256: '0123' })
    const { projectFiles } = app.store.t
    expect(await app.store.read.$count(projectFiles, eq(projectFiles.userId, id))).toBe(1)
  })

  test('30 keyed calls that answer 900 kB each leave less than 100 kB', async () => {
    const { cookie, id } = await app.addCustomer()
    const { first } = await makeFile(cookie, freshKey())
    const { id: fileId } = first.body as { id: string }
    const path = `/api/projects/files/${fileId}`
    await app.request(path, { method: 'PUT', cookie, json: { content: `${long}b` } })
    for (let i = 0; i < 30; i += 1) {
      const { status } = await post(
        {},
        {
          key: freshKey(),
          cookie,
          path: `${path}/versions/1/restore`,
        },
      )
      expect(status).toBe(200)
    }
    expect((await rows(id)).length).toBeGreaterThan(30)
    expect(await keptLength(id)).toBeLessThan(100_000)
  })

  test('only the newest keys of a user are kept, and nobody else loses any', async () => {
    const [one, another] = [await app.addCustomer(), await app.addCustomer()]
    const at = { createdAt: app.deps.now(), expiresAt: new Date(app.deps.now().getTime() + day) }
    const many = ({ id: userId }: { id: string }) =>
      Array.from({ length: maxKeys }, (_, i) => ({ userId, key: `old ${i}`, bodyHash: 'x', ...at }))
    await app.store.tx((tx) => tx.insert(tx.t.idempotencyKeys).values(many(one)))
    await app.store.tx((tx) => tx.insert(tx.t.idempotencyKeys).values(many(another)))
    app.advance(1_000)
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    const first = await post(json, { key, cookie: one.cookie })
    expect((await rows(one.id)).length).toBeLessThanOrEqual(maxKeys)
    expect(await rows(another.id)).toHaveLength(maxKeys)
    expect((await post(json, { key, cookie: one.cookie })).text).toBe(first.text)
  })
})

test('of concurrent duplicates one is carried out, and the others get 409 and may be replayed', async () => {
  const [key, json] = [freshKey(), bodyOf(freshDomain())]
  const before = await countOrders()
  const replies = await Promise.all(Array.from({ length: 10 }, () => post(json, { key })))
  // Whoever comes so late that the first is answered already gets its answer.
  const [carriedOut, ...replayed] = replies.filter(({ status }) => status === 201)
  for (const { body } of replayed) expect(body).toEqual(carriedOut?.body)
  const refused = replies.filter(({ status }) => status === 409)
  expect(refused).not.toEqual([])
  expect(refused.length + replayed.length).toBe(9)
  expect(await countOrders()).toBe(before + 1)
  expect((await post(json, { key })).status).toBe(201)
})

test('concurrent duplicates on two nodes sharing a store are carried out once', async () => {
  const node = await createTestApp({ store: app.store })
  const [key, json] = [freshKey(), bodyOf(freshDomain())]
  const before = await countOrders()
  const options = { cookie: customer.cookie, json, headers: { 'idempotency-key': key } }
  const replies = await Promise.all([post(json, { key }), node.request('/api/orders', options)])
  for (const { status } of replies) expect([201, 409]).toContain(status)
  expect(replies.some(({ status }) => status === 201)).toBe(true)
  expect(await countOrders()).toBe(before + 1)
})

describe('nothing is stored for', () => {
  test('a 401: the same key works after sign-in', async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    expect((await post(json, { key, cookie: 'sid=nobody' })).status).toBe(401)
    expect((await post(json, { key })).status).toBe(201)
  })

  test('a 429: the same key works once the hour is over', async () => {
    const address = '198.18.0.9'
    const { cookie } = other
    for (let i = 0; i < 30; i += 1)
      await app.request('/api/orders', { cookie, json: bodyOf(freshDomain()), address })
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    expect((await post(json, { key, address, cookie })).status).toBe(429)
    expect((await post(json, { key, address, cookie })).status).toBe(429)
    app.advance(hour)
    const reply = await post(json, { key, address, cookie })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ status: 'pending' })
  })

  test('a 5xx: the same key works once the fault is fixed, and a failed transaction leaves nothing', async () => {
    const { cookie, id } = await app.addCustomer()
    let isBroken = true
    const failing = {
      ...app.store,
      tx: (async (work) =>
        app.store.tx(async (tx) => {
          const answer = await work(tx)
          if (isBroken && answer !== undefined) throw new Error('the disk said no')
          return answer
        })) as typeof app.store.tx,
    }
    const broken = await createTestApp({ store: failing })
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    const send = () => broken.request('/api/orders', { cookie, json, headers: { 'idempotency-key': key } })
    const before = await countOrders()
    const first = await send()
    expect(first.status).toBe(500)
    expect(first.text).not.toContain('disk')
    expect(await rows(id)).toEqual([])
    expect(await countOrders()).toBe(before)
    isBroken = false
    expect((await send()).status).toBe(201)
    expect(await rows(id)).toHaveLength(1)
  })

  test('a call without a key', async () => {
    const { cookie, id } = await app.addCustomer()
    await app.request('/api/orders', { cookie, json: bodyOf(freshDomain()) })
    expect(await rows(id)).toEqual([])
  })

  test('a password or a sign-in', async () => {
    const json = { currentPassword: 'wrong one here', newPassword: 'another long password' }
    await post(json, { key: freshKey(), path: '/api/user/password', cookie: administrator.cookie })
    const credentials = { emailOrMobile: 'nobody@example.com', password: 'a long enough password' }
    await post(credentials, { key: freshKey(), path: '/api/login', cookie: administrator.cookie })
    const kept = await rows(administrator.id)
    expect(kept.filter(({ status }) => status === 422 || status === 401)).toEqual([])
  })
})

test('a key does not affect an upload: the second attempt is told that the name is taken', async () => {
  const owner = await createFileOwner(app)
  const send = (fields: Record<string, string>) =>
    app.request('/api/files', {
      cookie: owner.cookie,
      headers: { 'idempotency-key': 'one upload' },
      body: multipart({ serviceId: owner.serviceId, ...fields }, [{ name: 'a.txt', bytes: 'abc' }]),
    })
  const statuses = [await send({}), await send({}), await send({ conflict: 'replace' })]
  expect(statuses.map(({ status }) => status)).toEqual([201, 409, 201])
  expect((await owner.list()).map(({ fileName }) => fileName)).toEqual(['a.txt'])
})

test('the stored row reveals nothing: key, body and answer are hashed or sealed, and bound to their place', async () => {
  const { cookie, id } = await app.addCustomer()
  const [key, domain] = ['a-telling-key', freshDomain()]
  await post(bodyOf(domain), { key, cookie })
  const [row] = await rows(id)
  if (!row?.answer) throw new Error('no row')
  const text = JSON.stringify(row)
  for (const clear of [key, domain, 'credit_card', starter.id]) expect(text).not.toContain(clear)
  const place = `idempotency_keys:answer:${id}:${row.key}`
  expect(JSON.parse(app.deps.secrets.open(row.answer, place))).toMatchObject({ domain })
  const elsewhere = `idempotency_keys:answer:${other.id}:${row.key}`
  expect(() => app.deps.secrets.open(row.answer ?? '', elsewhere)).toThrow()
})
