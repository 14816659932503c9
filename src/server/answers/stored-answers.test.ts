import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { day, hour } from '#shared/time.ts'
import { createTestApp } from '#test/support/app.ts'
import { freshDomain, freshKey, openKeyedCalls } from '#test/support/keyed-calls.ts'
import { maxKeys } from './stored-answers.ts'

const { world, bodyOf, post, rows, countOrders } = openKeyedCalls()

describe('stored answers stay small:', () => {
  const long = 'a'.repeat(900 * 1_024)
  const makeProject = async (cookie: string) =>
    (await world.app.request('/api/projects', { cookie, json: { name: 'Site' } })).body as { id: string }
  const makeFile = async (cookie: string, key: string) => {
    const { id } = await makeProject(cookie)
    const json = { projectId: id, name: 'index.html', type: 'html', content: long }
    const send = () => post(json, { key, cookie, path: '/api/projects/files' })
    return { send, first: await send() }
  }
  const keptLength = async (userId: string) =>
    (await rows(userId)).reduce((sum, { answer }) => sum + (answer?.length ?? 0), 0)

  test('a long answer is read again for a replay; only its id is stored', async () => {
    const { cookie, id } = await world.app.addCustomer()
    const { first, send } = await makeFile(cookie, freshKey())
    expect(await keptLength(id)).toBeLessThan(1_000)
    const again = await send()
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(again.text).toBe(first.text)
    const path = `/api/projects/files/${(first.body as { id: string }).id}`
    await world.app.request(path, { method: 'PUT', cookie, json: { content: 'short' } })
    expect((await send()).body).toMatchObject({ content: 'short', version: 2 })
    await world.app.request(path, { method: 'DELETE', cookie })
    expect((await send()).status).toBe(404)
  })

  test('a long answer that cannot be read again is stored as a hash, and a replay does not repeat the change', async () => {
    const { cookie, id } = await world.app.addCustomer()
    const { first, send } = await makeFile(cookie, freshKey())
    const [row] = await rows(id)
    if (!row) throw new Error('no row')
    const answer = world.app.deps.secrets.seal('#0123', `idempotency_keys:answer:${id}:${row.key}`)
    await world.app.store.tx((tx) => tx.update(tx.t.idempotencyKeys).set({ answer }))
    const again = await send()
    expect([first.status, again.status]).toEqual([201, 409])
    expect(again.body).toMatchObject({ answerStatus: 201, answerSha256: '0123' })
    const { projectFiles } = world.app.store.t
    expect(await world.app.store.read.$count(projectFiles, eq(projectFiles.userId, id))).toBe(1)
  })

  test('30 keyed calls that answer 900 kB each leave less than 100 kB', async () => {
    const { cookie, id } = await world.app.addCustomer()
    const { first } = await makeFile(cookie, freshKey())
    const { id: fileId } = first.body as { id: string }
    const path = `/api/projects/files/${fileId}`
    await world.app.request(path, { method: 'PUT', cookie, json: { content: `${long}b` } })
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

  test("only a user's newest keys are stored, and other users lose none", async () => {
    const [one, another] = [await world.app.addCustomer(), await world.app.addCustomer()]
    const at = { createdAt: world.app.deps.now(), expiresAt: new Date(world.app.deps.now().getTime() + day) }
    const many = ({ id: userId }: { id: string }) =>
      Array.from({ length: maxKeys }, (_, i) => ({ userId, key: `old ${i}`, bodyHash: 'x', ...at }))
    await world.app.store.tx((tx) => tx.insert(tx.t.idempotencyKeys).values(many(one)))
    await world.app.store.tx((tx) => tx.insert(tx.t.idempotencyKeys).values(many(another)))
    world.app.advance(1_000)
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    const first = await post(json, { key, cookie: one.cookie })
    expect((await rows(one.id)).length).toBeLessThanOrEqual(maxKeys)
    expect(await rows(another.id)).toHaveLength(maxKeys)
    expect((await post(json, { key, cookie: one.cookie })).text).toBe(first.text)
  })
})

describe('nothing is stored for', () => {
  test('a 401: the same key works after sign-in', async () => {
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    expect((await post(json, { key, cookie: 'sid=nobody' })).status).toBe(401)
    expect((await post(json, { key })).status).toBe(201)
  })

  test('a 429: the same key works once the hour is over', async () => {
    const address = '198.18.0.9'
    const { cookie } = world.other
    for (let i = 0; i < 30; i += 1)
      await world.app.request('/api/orders', { cookie, json: bodyOf(freshDomain()), address })
    const [key, json] = [freshKey(), bodyOf(freshDomain())]
    expect((await post(json, { key, address, cookie })).status).toBe(429)
    expect((await post(json, { key, address, cookie })).status).toBe(429)
    world.app.advance(hour)
    const reply = await post(json, { key, address, cookie })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ status: 'pending' })
  })

  test('a 5xx: the same key works once the fault is fixed, and a failed transaction stores nothing', async () => {
    const { cookie, id } = await world.app.addCustomer()
    let isBroken = true
    const failing = {
      ...world.app.store,
      tx: (async (work) =>
        world.app.store.tx(async (tx) => {
          const answer = await work(tx)
          if (isBroken && answer !== undefined) throw new Error('the disk said no')
          return answer
        })) as typeof world.app.store.tx,
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
    const { cookie, id } = await world.app.addCustomer()
    await world.app.request('/api/orders', { cookie, json: bodyOf(freshDomain()) })
    expect(await rows(id)).toEqual([])
  })

  test('a password or a sign-in', async () => {
    const json = { currentPassword: 'wrong one here', newPassword: 'another long password' }
    await post(json, { key: freshKey(), path: '/api/user/password', cookie: world.administrator.cookie })
    const credentials = { emailOrMobile: 'nobody@example.com', password: 'a long enough password' }
    await post(credentials, { key: freshKey(), path: '/api/login', cookie: world.administrator.cookie })
    const kept = await rows(world.administrator.id)
    expect(kept.filter(({ status }) => status === 422 || status === 401)).toEqual([])
  })
})

test('the stored row reveals nothing: key, body and answer are hashed or sealed, and bound to their row', async () => {
  const { cookie, id } = await world.app.addCustomer()
  const [key, domain] = ['a-telling-key', freshDomain()]
  await post(bodyOf(domain), { key, cookie })
  const [row] = await rows(id)
  if (!row?.answer) throw new Error('no row')
  const text = JSON.stringify(row)
  for (const clear of [key, domain, 'credit_card', world.starter.id]) expect(text).not.toContain(clear)
  const place = `idempotency_keys:answer:${id}:${row.key}`
  expect(JSON.parse(world.app.deps.secrets.open(row.answer, place))).toMatchObject({ domain })
  const elsewhere = `idempotency_keys:answer:${world.other.id}:${row.key}`
  expect(() => world.app.deps.secrets.open(row.answer ?? '', elsewhere)).toThrow()
})
