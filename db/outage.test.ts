import { expect, test } from 'bun:test'
import { StoreUnavailable } from './errors.ts'
import { guardOutage, type OutageListener } from './outage.ts'

function guarded() {
  let at = 0
  const changes: Parameters<OutageListener>[0][] = []
  const guard = guardOutage(
    (change) => changes.push(change),
    () => at,
  )
  const fail = (error: Error = new StoreUnavailable('connection')) =>
    guard(() => Promise.reject(error)).catch((reason: unknown) => reason)
  return { guard, changes, fail, work: () => guard(async () => 'done'), pass: (ms: number) => (at += ms) }
}

test('an outage is logged once when it begins and once when it ends, however many calls fail meanwhile', async () => {
  const { changes, work, fail, pass } = guarded()
  await work()
  for (let i = 0; i < 100; i += 1) await fail()
  expect(changes).toEqual([{ isGone: true, downMs: 0 }])
  pass(5_000)
  await work()
  await work()
  expect(changes).toEqual([
    { isGone: true, downMs: 0 },
    { isGone: false, downMs: 5_000 },
  ])
})

test('single failing connections do not restart the outage while others work again', async () => {
  const { changes, work, fail, pass } = guarded()
  await fail()
  pass(900)
  await work()
  await fail()
  pass(900)
  await work()
  expect(changes).toHaveLength(1)
  pass(200)
  await work()
  expect(changes).toHaveLength(2)
})

test('a database that is busy, full or refuses a row is not unreachable', async () => {
  const { changes, fail, work } = guarded()
  await fail(new StoreUnavailable('busy'))
  await fail(new StoreUnavailable('full'))
  await fail(new Error('a constraint of ours'))
  expect([changes, await work()]).toEqual([[], 'done'])
})

test('while one attempt waits for an unresponsive database, all others are refused immediately', async () => {
  const { guard, fail, work } = guarded()
  await fail()
  const { promise, resolve } = Promise.withResolvers<string>()
  const attempt = guard(() => promise)
  const refused = await work().catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'StoreUnavailable', reason: 'connection' })
  resolve('answered')
  expect([await attempt, await work()]).toEqual(['answered', 'done'])
})
