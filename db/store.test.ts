import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { domainName } from '#test/support/domain-name.ts'
import { addPlan, addUser, moment, userRow } from '#test/support/rows.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { engineOf } from './engine.ts'
import { Duplicate } from './errors.ts'
import { prepareOnce } from './store.ts'
import type { Store } from './types.ts'

let home: TestStore
let store: Store
beforeAll(async () => {
  home = await createTestStore({ bodyLimitMs: 2_000 })
  store = home.store
})
afterAll(() => home.close())

const hasUser = async (name: string) => {
  const { users } = store.t
  return (
    (
      await store.read
        .select()
        .from(users)
        .where(eq(users.emailKey, `${name}@example.com`))
    ).length === 1
  )
}

describe('types', () => {
  test('booleans, timestamps to the millisecond and defaults are read back unchanged', async () => {
    const id = await addUser(store, 'types')
    const { users } = store.t
    const [row] = await store.read.select().from(users).where(eq(users.id, id))
    expect(row).toMatchObject({
      createdAt: moment,
      isAdmin: false,
      firstName: null,
      emailKey: 'types@example.com',
    })
  })

  test('paise beyond 32 bits stay exact, and sums are numbers', async () => {
    const { pricingPlans } = store.t
    const planId = await addPlan(store)
    const amount = 9_007_199_254_740_000
    await store.tx((tx) =>
      tx.update(pricingPlans).set({ pricePaise: amount }).where(eq(pricingPlans.id, planId)),
    )
    const [row] = await store.read
      .select({
        price: pricingPlans.pricePaise,
        sum: sql<number>`sum(${pricingPlans.pricePaise})`.mapWith(Number),
      })
      .from(pricingPlans)
      .where(eq(pricingPlans.id, planId))
      .groupBy(pricingPlans.pricePaise)
    expect(row).toEqual({ price: amount, sum: amount })
  })

  test('JSON is stored as an object or an array, not as a string', async () => {
    const planId = await addPlan(store)
    const { query, dialect } = engineOf(store)
    const kind = dialect === 'postgres' ? 'jsonb_typeof' : 'json_type'
    const [types] = await query(
      `select ${kind}(features) as features, ${kind}(limits) as limits from pricing_plans`,
    )
    expect(types).toEqual({ features: 'array', limits: 'object' })
    const { pricingPlans } = store.t
    const [row] = await store.read.select().from(pricingPlans).where(eq(pricingPlans.id, planId))
    expect(row?.features).toEqual(['one'])
    expect(row?.limits.cpuPercent).toBe(1)
  })

  test('JSON keeps null, unicode and quotes, and an update replaces it', async () => {
    const { jobs } = store.t
    const payload = { a: null, b: 'नमस्ते "quoted" \\ \'', c: [1, { d: true }] }
    const id = Bun.randomUUIDv7()
    const times = { runAt: moment, createdAt: moment, updatedAt: moment }
    await store.tx((tx) => tx.insert(jobs).values({ id, kind: 'json', payload: {}, ...times }))
    await store.tx((tx) => tx.update(jobs).set({ payload }).where(eq(jobs.id, id)))
    const [row] = await store.read.select().from(jobs).where(eq(jobs.id, id))
    expect(row?.payload).toEqual(payload)
  })
})

describe('constraints', () => {
  test('a violated unique constraint is a Duplicate that names its index and never carries the value', async () => {
    await addUser(store, 'taken')
    const again = { ...userRow('taken'), mobile: '+91other' }
    const failure = await store
      .tx((tx) => tx.insert(tx.t.users).values(again))
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Duplicate)
    expect((failure as Duplicate).index).toBe('users_email_key')
    expect(Bun.inspect(failure)).not.toContain('taken@')
  })

  test('a violated primary key is named too', async () => {
    const lease = { name: 'twice', holder: 'a', fence: 1, expiresAt: moment }
    await store.tx((tx) => tx.insert(tx.t.leases).values(lease))
    const failure = await store
      .tx((tx) => tx.insert(tx.t.leases).values(lease))
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ index: 'leases_pkey' })
  })

  test('a domain is unique among services that are not terminated', async () => {
    const userId = await addUser(store, 'domains')
    const planId = await addPlan(store)
    const add = (status: 'terminated' | 'pending') =>
      store.tx((tx) =>
        tx.insert(tx.t.userServices).values({
          userId,
          planId,
          status,
          domain: domainName('one.example'),
          createdAt: moment,
          updatedAt: moment,
        }),
      )
    await add('terminated')
    await add('terminated')
    await add('pending')
    expect(await add('pending').catch((error: unknown) => error)).toMatchObject({
      index: 'user_services_domain_key',
    })
  })

  test('a child row cannot belong to another owner', async () => {
    const [owner, other, planId] = [
      await addUser(store, 'owner'),
      await addUser(store, 'foreign'),
      await addPlan(store),
    ]
    const serviceId = Bun.randomUUIDv7()
    const times = { createdAt: moment, updatedAt: moment }
    await store.tx((tx) =>
      tx.insert(tx.t.userServices).values({ id: serviceId, userId: owner, planId, ...times }),
    )
    const order = { planId, serviceId, amountPaise: 1, paymentMethod: 'credit_card', createdAt: moment }
    await expect(
      store.tx((tx) => tx.insert(tx.t.orders).values({ ...order, userId: other })),
    ).rejects.toThrow()
    await store.tx((tx) => tx.insert(tx.t.orders).values({ ...order, userId: owner }))
  })

  test('the error of a failed statement does not carry its parameters', async () => {
    const secret = Bun.randomUUIDv7()
    const session = { sid: secret, userId: Bun.randomUUIDv7(), sess: {}, expire: moment, createdAt: moment }
    const failure = await store
      .tx((tx) => tx.insert(tx.t.sessions).values(session))
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(Bun.inspect(failure)).not.toContain(secret)
  })
})

describe('transactions', () => {
  test('writes before an asynchronous throw are rolled back', async () => {
    const work = store.tx(async (tx) => {
      await tx.insert(tx.t.users).values(userRow('rolled'))
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('changed my mind')
    })
    expect(await work.catch((error: Error) => error.message)).toBe('changed my mind')
    expect(await hasUser('rolled')).toBe(false)
  })

  test('a failing transaction in the middle does not affect the others', async () => {
    const work = ['x1', 'x2', 'x3'].map((name) =>
      store.tx(async (tx) => {
        await tx.insert(tx.t.users).values(userRow(name))
        if (name === 'x2') throw new Error('only me')
      }),
    )
    const outcomes = await Promise.allSettled(work)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all(['x1', 'x2', 'x3'].map(hasUser))).toEqual([true, false, true])
  })

  test('readers see nothing before the commit, and the transaction sees its own writes', async () => {
    const written = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const work = store.tx(async (tx) => {
      await tx.insert(tx.t.users).values(userRow('hidden'))
      const own = await tx.select().from(tx.t.users).where(eq(tx.t.users.emailKey, 'hidden@example.com'))
      written.resolve()
      await release.promise
      return own.length
    })
    await written.promise
    expect(await hasUser('hidden')).toBe(false)
    release.resolve()
    expect(await work).toBe(1)
    expect(await hasUser('hidden')).toBe(true)
  })

  test('store.read, store.tx and a prepared query throw inside a transaction', async () => {
    const inside = async (use: () => unknown) =>
      store.tx(async () => void (await use())).catch((error: Error) => error.message)
    expect(await inside(() => store.read)).toContain('inside a transaction')
    expect(await inside(() => store.tx(async () => {}))).toContain('inside a transaction')
    expect(await inside(() => prepareOnce(store, () => 1))).toContain('inside a transaction')
  })

  test('after-commit callbacks run in order, once the written rows can be read', async () => {
    const calls: string[] = []
    const { promise: seen, resolve } = Promise.withResolvers<boolean>()
    await store.tx(async (tx) => {
      tx.afterCommit(() => calls.push('first'))
      tx.afterCommit(() => resolve(hasUser('callback')))
      await tx.insert(tx.t.users).values(userRow('callback'))
      tx.afterCommit(() => calls.push('last'))
      calls.push('in the transaction')
    })
    expect(calls).toEqual(['in the transaction', 'first', 'last'])
    expect(await seen).toBe(true)
  })

  test('after-commit callbacks of a rolled-back transaction never run', async () => {
    let calls = 0
    const work = store.tx(async (tx) => {
      tx.afterCommit(() => (calls += 1))
      await tx.insert(tx.t.users).values(userRow('never'))
      throw new Error('changed my mind')
    })
    expect(await work.catch((error: Error) => error.message)).toBe('changed my mind')
    await store.tx(async () => {})
    expect(calls).toBe(0)
  })

  test('code that outlives its transaction may read again, but its tx is dead', async () => {
    const ended = Promise.withResolvers<void>()
    const late = Promise.withResolvers<unknown>()
    await store.tx(async (tx) => {
      void ended.promise
        .then(async () => {
          await hasUser('anyone')
          await tx.insert(tx.t.users).values(userRow('late'))
        })
        .catch(late.resolve)
    })
    ended.resolve()
    expect(String(await late.promise)).toContain('too late')
    expect(await hasUser('late')).toBe(false)
  })

  test('each body keeps the asynchronous context of its caller', async () => {
    const { AsyncLocalStorage } = await import('node:async_hooks')
    const request = new AsyncLocalStorage<number>()
    const seen = await Promise.all(
      [1, 2, 3].map((number) => request.run(number, () => store.tx(async () => request.getStore()))),
    )
    expect(seen).toEqual([1, 2, 3])
  })
})

test('a body that stays open too long is rolled back, its late write throws, and others proceed', async () => {
  const { store: impatient, close } = await createTestStore({ bodyLimitMs: 50 })
  const wake = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const slow = impatient.tx(async (tx) => {
    await tx.insert(tx.t.users).values(userRow('slow'))
    const prepared = tx.insert(tx.t.users).values(userRow('slow2'))
    await wake.promise
    await prepared.then(late.resolve, late.resolve)
  })
  expect(String(await slow.catch((error: unknown) => error))).toContain('open longer than 50 ms')
  const other = impatient.tx(async (tx) => {
    wake.resolve()
    await late.promise
    await tx.insert(tx.t.users).values(userRow('other'))
  })
  await other
  expect(await late.promise).toBeInstanceOf(Error)
  const rows = await impatient.read.select({ key: impatient.t.users.emailKey }).from(impatient.t.users)
  expect(rows).toEqual([{ key: 'other@example.com' }])
  await close()
})
