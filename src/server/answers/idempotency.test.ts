import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { day } from '#shared/time.ts'
import { createTestApp, type Reply } from '#test/support/app.ts'
import { createFileOwner, multipart } from '#test/support/files.ts'
import { freshDomain, freshKey, openKeyedCalls } from '#test/support/keyed-calls.ts'

const { world, bodyOf, post, rows, countOrders } = openKeyedCalls()

describe('a replay', () => {
  test('returns the stored status and body without doing the work again', async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    const first = await post(json, { key })
    world.app.advance(11 * 60_000)
    const before = await countOrders()
    const again = await post(json, { key })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect(await countOrders()).toBe(before)
  })

  test("returns a command's answer", async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    const order = (await post(json, { key })).body as { id: string }
    const path = `/api/admin/orders/${order.id}/approve`
    const sent = { key: freshKey(), path, cookie: world.administrator.cookie }
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
    world.app.advance(11 * 60_000)
    const again = await post(json, { key, path })
    expect(again.status).toBe(first.status)
    expect(again.body).toEqual(first.body)
    expect(await countOrders()).toBe(before)
  })

  test('repeats a refusal, even if the call would be accepted now', async () => {
    const [key, domain] = [freshKey(), freshDomain()]
    const holder = await post(bodyOf(domain), { key: freshKey(), cookie: world.other.cookie })
    const refused = await post(bodyOf(domain), { key })
    expect(refused.status).toBe(409)
    const { id } = holder.body as { id: string }
    await post({}, { key: freshKey(), cookie: world.other.cookie, path: `/api/orders/${id}/cancel` })
    const again = await post(bodyOf(domain), { key })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'DOMAIN_IN_USE', fields: { domain: expect.any(String) } })
    expect((await post(bodyOf(domain), { key: freshKey() })).status).toBe(201)
  })

  test('keeps the details of a refusal, but has its own request id', async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain(), 98)]
    const [first, again] = [await post(json, { key }), await post(json, { key })]
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'PRICE_CHANGED', currentAmount: 99 })
    const idOf = (reply: Reply) => (reply.body as { requestId: string }).requestId
    expect(idOf(again)).not.toBe(idOf(first))
  })

  test('by a caller who has lost access is refused like the call itself', async () => {
    const former = await world.app.addAdministrator()
    const { id } = (await post(bodyOf(freshDomain()), { key: freshKey() })).body as { id: string }
    const sent = { key: freshKey(), cookie: former.cookie, path: `/api/admin/orders/${id}/approve` }
    expect((await post({}, sent)).status).toBe(200)
    const { users } = world.app.store.t
    await world.app.store.tx((tx) => tx.update(users).set({ isAdmin: false }).where(eq(users.id, former.id)))
    const again = await post({}, sent)
    expect([again.status, again.body]).toMatchObject([403, { code: 'FORBIDDEN' }])
  })

  test('repeats the 422 of an invalid input', async () => {
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
    const theirs = await post(bodyOf(freshDomain()), { key, cookie: world.other.cookie })
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

  test('expires after 24 hours and can be reused', async () => {
    const [key, domain] = [freshKey(), freshDomain()]
    const first = await post(bodyOf(domain, 98), { key })
    world.app.advance(day - 1)
    expect((await post(bodyOf(domain), { key })).status).toBe(422)
    world.app.advance(1)
    const after = await post(bodyOf(domain), { key })
    expect([first.status, after.status]).toEqual([409, 201])
    await world.app.work()
    world.app.advance(2 * day)
    await world.app.work()
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

test('lets one of several concurrent duplicates run; the others get 409 and may be replayed', async () => {
  const [key, json] = [freshKey(), bodyOf(freshDomain())]
  const before = await countOrders()
  const replies = await Promise.all(Array.from({ length: 10 }, () => post(json, { key })))
  // A duplicate that arrives after the first has finished gets its answer.
  const [carriedOut, ...replayed] = replies.filter(({ status }) => status === 201)
  for (const { body } of replayed) expect(body).toEqual(carriedOut?.body)
  const refused = replies.filter(({ status }) => status === 409)
  expect(refused).not.toEqual([])
  expect(refused.length + replayed.length).toBe(9)
  expect(await countOrders()).toBe(before + 1)
  expect((await post(json, { key })).status).toBe(201)
})

test('concurrent duplicates on two nodes that share a store run once', async () => {
  const node = await createTestApp({ store: world.app.store })
  const [key, json] = [freshKey(), bodyOf(freshDomain())]
  const before = await countOrders()
  const options = { cookie: world.customer.cookie, json, headers: { 'idempotency-key': key } }
  const replies = await Promise.all([post(json, { key }), node.request('/api/orders', options)])
  for (const { status } of replies) expect([201, 409]).toContain(status)
  expect(replies.some(({ status }) => status === 201)).toBe(true)
  expect(await countOrders()).toBe(before + 1)
})

test('a key does not affect an upload: the second attempt fails because the name is taken', async () => {
  const owner = await createFileOwner(world.app)
  const send = (fields: Record<string, string>) =>
    world.app.request('/api/files', {
      cookie: owner.cookie,
      headers: { 'idempotency-key': 'one upload' },
      body: multipart({ serviceId: owner.serviceId, ...fields }, [{ name: 'a.txt', bytes: 'abc' }]),
    })
  const statuses = [await send({}), await send({}), await send({ conflict: 'replace' })]
  expect(statuses.map(({ status }) => status)).toEqual([201, 409, 201])
  expect((await owner.list()).map(({ fileName }) => fileName)).toEqual(['a.txt'])
})
