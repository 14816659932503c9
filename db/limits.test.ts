import { afterAll, beforeAll, expect, test } from 'bun:test'
import { DomainError } from '#shared/errors.ts'
import { after, day, hour, minute, second } from '#shared/time.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import {
  type Attempt,
  checkThrottle,
  clearFailures,
  countAddressHit,
  countHit,
  recordFailure,
  sweepLimits,
} from './limits.ts'
import { openStore } from './store.ts'
import type { Store } from './types.ts'

const start = new Date('2026-11-21T06:00:00Z')
let held: TestStore
let store: Store
beforeAll(async () => {
  held = await createTestStore()
  store = held.store
})
afterAll(() => held.close())

/** The wait in seconds that a refusal asks for; 0 without a refusal. */
async function waitOf(work: Promise<unknown>): Promise<number> {
  try {
    await work
    return 0
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    return error.retryAfterSeconds ?? -1
  }
}

const fail = (attempt: Attempt) => store.tx((tx) => recordFailure(tx, attempt))
const failTimes = async (times: number, attempt: Attempt) => {
  for (let i = 0; i < times; i++) await fail(attempt)
}

test('a limit lets its exact number through in one burst, and as many again in the next window', async () => {
  const hit = { key: 'test:parallel', limit: 5, windowMs: hour, now: start }
  const waits = await Promise.all(Array.from({ length: 20 }, () => waitOf(countHit(store, hit))))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(waits.filter((wait) => wait === 3_600)).toHaveLength(15)
  expect(await waitOf(countHit(store, { ...hit, now: after(start, hour - second) }))).toBe(1)
  expect(await waitOf(countHit(store, { ...hit, now: after(start, hour) }))).toBe(0)
})

test('a refusal says in words how long to wait', async () => {
  const hit = { key: 'test:words', limit: 0, windowMs: hour, now: start }
  await waitOf(countHit(store, hit))
  for (const [left, words] of [
    [hour - second, '60 minutes'],
    [2 * minute, '2 minutes'],
    [20 * second, 'a moment'],
  ] as const)
    await expect(countHit(store, { ...hit, now: after(start, hour - left) })).rejects.toThrow(
      `Please wait ${words} and try again.`,
    )
})

test('keys are counted separately', async () => {
  const hit = { limit: 1, windowMs: hour, now: start }
  expect(await waitOf(countHit(store, { ...hit, key: 'test:a' }))).toBe(0)
  expect(await waitOf(countHit(store, { ...hit, key: 'test:b' }))).toBe(0)
  expect(await waitOf(countHit(store, { ...hit, key: 'test:a' }))).toBe(3_600)
})

test('five failures are free, then the wait starts at 1 s and doubles up to 15 minutes', async () => {
  let now = start
  const attempt = () => ({ account: 'doubling', address: '192.0.2.1', now })
  await failTimes(4, attempt())
  expect(await waitOf(checkThrottle(store, attempt()))).toBe(0)
  const waits: number[] = []
  for (let i = 0; i < 13; i++) {
    await fail(attempt())
    const wait = await waitOf(checkThrottle(store, attempt()))
    waits.push(wait)
    now = after(now, wait * second)
    expect(await waitOf(checkThrottle(store, attempt()))).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
})

test('an account waits only at the address where it failed, and a success clears it', async () => {
  const attempt = { account: 'owner', address: '192.0.2.2', now: start }
  await failTimes(5, attempt)
  expect(await waitOf(checkThrottle(store, attempt))).toBe(1)
  expect(await waitOf(checkThrottle(store, { ...attempt, address: '192.0.2.3' }))).toBe(0)
  expect(await waitOf(checkThrottle(store, { ...attempt, account: 'other' }))).toBe(0)
  await store.tx((tx) => clearFailures(tx, attempt))
  expect(await waitOf(checkThrottle(store, attempt))).toBe(0)
})

test('an address waits after fifty failures over all accounts, and the success of one account does not clear it', async () => {
  const at = { address: '2001:db8:1:1::1', now: start }
  for (let i = 0; i < 49; i++) await fail({ ...at, account: `guess ${i}` })
  expect(await waitOf(checkThrottle(store, { ...at, account: 'new' }))).toBe(0)
  await fail({ ...at, account: 'guess 49' })
  await store.tx((tx) => clearFailures(tx, { ...at, account: 'guess 49' }))
  const neighbour = { account: 'new', address: '2001:db8:1:1:ffff::2', now: start }
  expect(await waitOf(checkThrottle(store, neighbour))).toBe(1)
  expect(await waitOf(checkThrottle(store, { ...neighbour, address: '2001:db8:1:2::1' }))).toBe(0)
})

test('concurrent failures are all counted', async () => {
  const attempt = { account: 'parallel', address: '192.0.2.4', now: start }
  await Promise.all(Array.from({ length: 8 }, () => fail(attempt)))
  expect(await waitOf(checkThrottle(store, attempt))).toBe(8)
})

test('failures are forgotten a day after the last one', async () => {
  const attempt = { account: 'forgotten', address: '192.0.2.5', now: start }
  await failTimes(5, attempt)
  const later = { ...attempt, now: after(start, day) }
  await failTimes(4, later)
  expect(await waitOf(checkThrottle(store, later))).toBe(0)
})

test('counts survive a restart', async () => {
  const own = await createTestStore()
  try {
    const attempt = { account: 'kept', address: '192.0.2.6', now: start }
    for (let i = 0; i < 7; i++) await own.store.tx((tx) => recordFailure(tx, attempt))
    const again = await openStore(own.settings)
    expect(await waitOf(checkThrottle(again, attempt))).toBe(4)
    await again.close()
  } finally {
    await own.close()
  }
})

test('the sweep drops expired rows and caps the rest, dropping the soonest to expire first', async () => {
  const own = await createTestStore()
  try {
    const { rateLimits } = own.store.t
    const hit = (key: string, windowMs: number) =>
      countHit(own.store, { key, limit: 9, windowMs, now: start })
    await hit('over', minute)
    for (let i = 1; i <= 6; i++) await hit(`living ${i}`, i * hour)
    expect(await sweepLimits(own.store, after(start, 2 * minute), 4)).toBe(3)
    const left = await own.store.read.select({ key: rateLimits.key }).from(rateLimits).orderBy(rateLimits.key)
    expect(left.map(({ key }) => key)).toEqual(['living 3', 'living 4', 'living 5', 'living 6'])
  } finally {
    await own.close()
  }
})

test('a clock that ran ahead and was set back blocks nobody for longer than the longest delay', async () => {
  const attempt = { account: 'time-traveller', address: '192.0.2.77', now: after(start, 3 * day) }
  await failTimes(20, attempt)
  expect(await waitOf(checkThrottle(store, attempt))).toBe(900)
  expect(await waitOf(checkThrottle(store, { ...attempt, now: start }))).toBe(0)
  // The failures still count: the next one waits as long as it would have.
  await fail({ ...attempt, now: start })
  expect(await waitOf(checkThrottle(store, { ...attempt, now: start }))).toBe(900)
})

test('a window opened by a clock that ran ahead ends once the clock is set back', async () => {
  const hit = { key: 'test:ahead', limit: 1, windowMs: hour, now: after(start, 3 * day) }
  await waitOf(countHit(store, hit))
  expect(await waitOf(countHit(store, hit))).toBe(3_600)
  expect(await waitOf(countHit(store, { ...hit, now: start }))).toBe(0)
  expect(await waitOf(countHit(store, { ...hit, now: start }))).toBe(3_600)
})

test('an IPv6 /48 is allowed four times as much as a /64', async () => {
  const hit = { what: 'test', limit: 2, windowMs: hour, now: start }
  const from = (network: string, host = '::1') =>
    waitOf(countAddressHit(store, { ...hit, address: `${network}${host}` }))
  const waits = []
  for (let i = 0; i < 10; i += 1) waits.push(await from(`2001:db8:7:${i.toString(16)}`))
  expect(waits.filter((wait) => wait > 0)).toHaveLength(2)
  expect(await from('2001:db8:8:1')).toBe(0)
  expect(await from('2001:db8:8:1', '::2')).toBe(0)
  expect(await from('2001:db8:8:1', '::3')).toBeGreaterThan(0)
  expect(await from('2001:db8:8:2')).toBe(0)
})

test('a /64 far over its limit does not affect its neighbours in the /48', async () => {
  const hit = { what: 'flood', limit: 5, windowMs: hour, now: start }
  for (let i = 0; i < 41; i += 1) await waitOf(countAddressHit(store, { ...hit, address: '2001:db8:b:1::1' }))
  expect(await waitOf(countAddressHit(store, { ...hit, address: '2001:db8:b:2::1' }))).toBe(0)
})

test('a /64 that repeatedly fails does not make its /48 wait', async () => {
  const at = { address: '2001:db8:c:1::1', now: start }
  for (let i = 0; i < 250; i += 1) await fail({ ...at, account: `flood-${i}` })
  expect(await waitOf(checkThrottle(store, { ...at, account: 'own' }))).toBeGreaterThan(0)
  const neighbour = { address: '2001:db8:c:2::1', account: 'neighbour', now: start }
  expect(await waitOf(checkThrottle(store, neighbour))).toBe(0)
})

test('failures spread over a /48 add up', async () => {
  const attempt = (number: number) => ({
    account: `spray-${number}`,
    address: `2001:db8:9:${number.toString(16)}::1`,
    now: start,
  })
  for (let i = 0; i < 200; i += 1) await fail(attempt(i))
  expect(await waitOf(checkThrottle(store, attempt(1_000)))).toBeGreaterThan(0)
  const elsewhere = { ...attempt(1_000), address: '2001:db8:a::1' }
  expect(await waitOf(checkThrottle(store, elsewhere))).toBe(0)
})
