import { expect, test } from 'bun:test'
import { createKeyedQueue } from './keyed-queue.ts'

test('work under one key runs in order, even after a failure', async () => {
  const queue = createKeyedQueue()
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const one = queue.inTurn('a', async () => {
    await first.promise
    seen.push('one')
    throw new Error('broken')
  })
  const two = queue.inTurn('a', async () => seen.push('two'))
  const three = queue.inTurn('a', async () => 'three')
  expect(seen).toEqual([])
  first.resolve()
  await expect(one).rejects.toThrow('broken')
  expect(await two).toBe(2)
  expect(await three).toBe('three')
  expect(seen).toEqual(['one', 'two'])
})

test('work under another key does not wait', async () => {
  const queue = createKeyedQueue()
  const held = Promise.withResolvers<void>()
  const waiting = queue.inTurn('a', () => held.promise)
  expect(await queue.inTurn('b', async () => 'done')).toBe('done')
  held.resolve()
  await waiting
})

test('the queue settles when all work has ended, failures included', async () => {
  const queue = createKeyedQueue()
  const held = Promise.withResolvers<void>()
  const failing = queue.inTurn('a', () => held.promise)
  failing.catch(() => {})
  let isSettled = false
  const settled = queue.settled().then(() => {
    isSettled = true
  })
  await Bun.sleep(0)
  expect(isSettled).toBe(false)
  held.reject(new Error('broken'))
  await settled
  expect(isSettled).toBe(true)
})
