import { afterEach, beforeEach, expect, test } from 'bun:test'
import { after, day } from '#shared/time.ts'
import { moment } from '#test/support/rows.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { clockToleranceMs } from '../clock.ts'
import { acquireLease, releaseLease } from './leases.ts'

let home: TestStore
beforeEach(async () => {
  home = await createTestStore()
})
afterEach(() => home.close())

const at = (ms: number) => new Date(moment.getTime() + ms)
const acquire = (holder: string, now = moment) =>
  acquireLease(home.store, { name: 'cron', holder, now, ttlMs: 1_000 })

test('exactly one of many contenders gets the lease', async () => {
  const leases = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((holder) => acquire(holder)))
  expect(leases.filter(Boolean)).toEqual([{ fence: 1 }])
})

test('the holder renews its lease under the same fence', async () => {
  await acquire('a')
  expect(await acquire('a', at(900))).toEqual({ fence: 1 })
  expect(await acquire('b', at(1_100))).toBeNull()
})

test('an expired lease is taken over under a higher fence', async () => {
  await acquire('a')
  expect(await acquire('b', at(1_000))).toEqual({ fence: 2 })
  expect(await acquire('a', at(1_500))).toBeNull()
})

test('a holder that returns after expiry starts a new fence', async () => {
  await acquire('a')
  expect(await acquire('a', at(5_000))).toEqual({ fence: 2 })
})

test('a released lease is free immediately, and only its holder can release it', async () => {
  await acquire('a')
  await releaseLease(home.store, { name: 'cron', holder: 'b', now: at(1) })
  expect(await acquire('b', at(1))).toBeNull()
  await releaseLease(home.store, { name: 'cron', holder: 'a', now: at(1) })
  expect(await acquire('b', at(1))).toEqual({ fence: 2 })
})

test('a lease left by a clock that ran ahead is free once the clock is set back', async () => {
  await acquire('a', after(moment, 3 * day))
  expect(await acquire('b')).toEqual({ fence: 2 })
  // The clock of a live holder may be a little ahead of the poller's.
  expect(await acquire('c', after(moment, -clockToleranceMs))).toBeNull()
})
