import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { day, hour, minute } from '#shared/time.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { claimTrial, currentTrial, makeTrial } from '#test/support/trials.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ sitesOrigin: () => 'http://sites.test' })
})
afterAll(() => app.close())

const folders = () => readdirSync(`${app.dataDir}/trials`)

/** A customer whose browser created a temporary site. */
async function visitorWhoSignedUp() {
  const trial = await makeTrial(app)
  const person = await app.addCustomer()
  return { ...person, trial, cookie: `${person.cookie}; ${trial.cookie}`, session: person.cookie }
}

/** The same, whose site waits for an order. */
async function keeper() {
  const person = await visitorWhoSignedUp()
  expect((await claimTrial(app, person.trial.name, person.cookie)).status).toBe(200)
  return person
}

async function decide(orderId: string, verb: 'approve' | 'reject') {
  const { cookie } = await app.addAdministrator()
  const json = verb === 'reject' ? { reason: 'Not now' } : {}
  const reply = await app.request(`/api/admin/orders/${orderId}/${verb}`, { cookie, json })
  expect(reply.status).toBe(200)
}

describe('a temporary site', () => {
  test('belongs to the browser that created it', async () => {
    const { name, cookie } = await makeTrial(app)
    expect((await currentTrial(app, cookie))?.name).toBe(name)
    expect(await currentTrial(app, '')).toBeNull()
    expect(await currentTrial(app, `portal-trial=${name}.${'A'.repeat(43)}`)).toBeNull()
    const stranger = await app.addCustomer()
    const forged = `${stranger.cookie}; portal-trial=${name}.${'A'.repeat(43)}`
    expect((await claimTrial(app, name, forged)).status).toBe(404)
    expect((await app.request(`/api/trials/${name}`, { method: 'DELETE', cookie: forged })).status).toBe(404)
  })

  test('replaces another when both are reserved at the same time', async () => {
    const person = await visitorWhoSignedUp()
    const other = await makeTrial(app)
    const names = [person.trial.name, other.name]
    const cookies = [person.cookie, `${person.session}; ${other.cookie}`]
    const replies = await Promise.all(names.map((name, at) => claimTrial(app, name, cookies[at] ?? '')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(names).toContain((await currentTrial(app, person.session))?.name ?? '')
  })

  test('can be reserved only after signing in, and by one customer', async () => {
    const { cookie, trial, session } = await visitorWhoSignedUp()
    expect((await claimTrial(app, trial.name, trial.cookie)).status).toBe(401)
    expect((await claimTrial(app, trial.name, cookie)).body).toMatchObject({
      name: trial.name,
      state: 'kept',
    })
    expect((await claimTrial(app, trial.name, cookie)).status).toBe(200)
    // The account finds it without the browser's cookie.
    expect((await currentTrial(app, session))?.name).toBe(trial.name)
    const { cookie: desk } = await app.addAdministrator()
    const list = (await app.request('/api/admin/trials', { cookie: desk })).body as { items: object[] }
    const { id, email } = (await app.request('/api/user', { cookie: session })).body as {
      id: string
      email: string
    }
    expect(list.items).toContainEqual(
      expect.objectContaining({ name: trial.name, keptBy: { id, email, firstName: null, lastName: null } }),
    )
    const other = await app.addCustomer()
    const theirs = `${other.cookie}; ${trial.cookie}`
    expect(await currentTrial(app, theirs)).toBeNull()
    expect((await claimTrial(app, trial.name, theirs)).status).toBe(404)
  })

  test('is released when its customer reserves another one', async () => {
    const { cookie, trial, session } = await keeper()
    const next = await makeTrial(app)
    expect((await claimTrial(app, next.name, `${session}; ${next.cookie}`)).status).toBe(200)
    expect((await currentTrial(app, session))?.name).toBe(next.name)
    expect(await currentTrial(app, trial.cookie)).toMatchObject({ name: trial.name, state: 'temporary' })
    expect((await currentTrial(app, cookie))?.name).toBe(trial.name)
  })

  test('can be removed by its creator', async () => {
    const { cookie, name } = await makeTrial(app)
    const before = folders().length
    expect((await app.request(`/api/trials/${name}`, { method: 'DELETE', cookie })).status).toBe(200)
    expect(await currentTrial(app, cookie)).toBeNull()
    expect(folders()).toHaveLength(before - 1)
  })
})

describe('a temporary site ends', () => {
  test('after a day, and a sweep removes its files', async () => {
    const { cookie } = await makeTrial(app)
    app.advance(day - minute)
    expect(await currentTrial(app, cookie)).not.toBeNull()
    app.advance(2 * minute)
    expect(await currentTrial(app, cookie)).toBeNull()
    await app.work()
    expect(folders()).toEqual([])
  })

  test('even if the clock ran ahead when it was stored and was set back', async () => {
    app.advance(400 * day)
    const { cookie } = await makeTrial(app)
    app.advance(-400 * day)
    expect(await currentTrial(app, cookie)).toBeNull()
    await app.work()
    expect(folders()).toEqual([])
  })

  test('a day after it was reserved, without an order', async () => {
    const { cookie, trial } = await visitorWhoSignedUp()
    app.advance(23 * hour)
    await claimTrial(app, trial.name, cookie)
    app.advance(23 * hour)
    await app.work()
    expect(await currentTrial(app, cookie)).not.toBeNull()
    app.advance(2 * hour)
    expect(await currentTrial(app, cookie)).toBeNull()
  })

  test('at most 30 days after it was reserved, while its order is pending', async () => {
    const { cookie, session } = await keeper()
    await placeOrder(app, session)
    await app.work()
    app.advance(29 * day)
    await app.work()
    expect(await currentTrial(app, cookie)).toMatchObject({ state: 'ordered' })
    app.advance(2 * day)
    await app.work()
    expect(await currentTrial(app, cookie)).toBeNull()
  })

  test('and a sweep removes files without a row after an hour', async () => {
    const { cookie } = await makeTrial(app)
    const [id = ''] = folders()
    const { trials } = app.store.t
    await app.store.tx((tx) => tx.delete(trials))
    const path = `${app.dataDir}/trials/${id}`
    expect(await currentTrial(app, cookie)).toBeNull()
    app.advancePastFiles(hour - minute)
    await app.work()
    expect(existsSync(path)).toBe(true)
    app.advancePastFiles(hour + minute)
    await app.work()
    expect(existsSync(path)).toBe(false)
  })
})

describe('a reserved site', () => {
  test('moves to the service of the next order once approved', async () => {
    const { cookie, session, trial, id } = await keeper()
    const order = await placeOrder(app, session)
    await app.work()
    expect(await currentTrial(app, cookie)).toMatchObject({ state: 'ordered' })
    await decide(order.id, 'approve')
    await app.work()
    await app.work()
    expect(await currentTrial(app, cookie)).toBeNull()
    const root = `${app.dataDir}/services/${order.serviceId}`
    expect(await readFile(`${root}/public/css/site.css`, 'utf8')).toBe('h1{color:rgb(1,2,3)}')
    expect(await readFile(`${root}/public/index.html`, 'utf8')).toContain('<h1>Shop</h1>')
    expect(readdirSync(`${root}/tmp`)).toEqual([])
    const files = (await app.request(`/api/files?serviceId=${order.serviceId}`, { cookie: session })).body
    const paths = (files as { filePath: string }[]).map(({ filePath }) => filePath).sort()
    expect(paths).toEqual(['css', 'css/site.css', 'index.html'])
    const { auditLog } = app.store.t
    const entries = (await app.store.read.select().from(auditLog)).filter(({ userId }) => userId === id)
    const placed = entries.find(({ action }) => action === 'trial.place')
    expect(placed).toMatchObject({ targetType: 'service', targetId: order.serviceId, note: trial.name })
  })

  test('waits for another order when the first one is rejected', async () => {
    const { cookie, session } = await keeper()
    const first = await placeOrder(app, session)
    await app.work()
    await decide(first.id, 'reject')
    await app.work()
    expect(await currentTrial(app, cookie)).toMatchObject({ state: 'kept' })
    const second = await placeOrder(app, session)
    await app.work()
    await decide(second.id, 'approve')
    await app.work()
    await app.work()
    expect(existsSync(`${app.dataDir}/services/${second.serviceId}/public/css/site.css`)).toBe(true)
  })

  test('shows the reason when it cannot be moved, and ends a day later', async () => {
    const { cookie, session } = await keeper()
    const order = await placeOrder(app, session)
    await app.work()
    const { trials } = app.store.t
    for (const { id } of await app.store.read.select().from(trials))
      rmSync(`${app.dataDir}/trials/${id}`, { recursive: true, force: true })
    await decide(order.id, 'approve')
    await app.work()
    await app.work()
    const problem = 'The files of this temporary site no longer exist.'
    expect(await currentTrial(app, cookie)).toMatchObject({ problem })
    app.advance(day + minute)
    expect(await currentTrial(app, cookie)).toBeNull()
  })
})
