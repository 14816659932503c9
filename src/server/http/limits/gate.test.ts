import { expect, jest, test } from 'bun:test'
import { createGate, createGates } from './gate.ts'

const outcome = (entering: Promise<unknown>) =>
  entering.then(
    () => 'in',
    ({ status, retryAfterSeconds }) => `${status}, again in ${retryAfterSeconds} s`,
  )

test('a gate admits up to its limit, queues more in order, and refuses the rest immediately', async () => {
  const gate = createGate({ atOnce: 1, waiting: 2, waitMs: 60_000 })
  const leave = await gate.enter()
  const order: number[] = []
  const waiting = [1, 2].map(async (i) => {
    const next = await gate.enter()
    order.push(i)
    next()
  })
  expect(await outcome(gate.enter())).toBe('503, again in 2 s')
  leave()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2])
  expect(gate.isEmpty()).toBe(true)
  expect(await outcome(gate.enter())).toBe('in')
})

test('a slot is released only once, however often its release is called', async () => {
  const gate = createGate({ atOnce: 1, waiting: 0, waitMs: 1 })
  const leave = await gate.enter()
  leave()
  leave()
  expect(await outcome(gate.enter())).toBe('in')
  expect(await outcome(gate.enter())).toBe('503, again in 2 s')
})

test('a waiter is refused at the deadline, and a slot freed later goes to the next in line', async () => {
  jest.useFakeTimers()
  try {
    const gate = createGate({ atOnce: 1, waiting: 5, waitMs: 200 })
    const leave = await gate.enter()
    const early = outcome(gate.enter())
    jest.advanceTimersByTime(150)
    const late = outcome(gate.enter())
    jest.advanceTimersByTime(60)
    expect(await early).toBe('503, again in 2 s')
    leave()
    expect(await late).toBe('in')
  } finally {
    jest.useRealTimers()
  }
})

test('each key has its own gate', async () => {
  const gates = createGates({ atOnce: 1, waiting: 0, waitMs: 1 })
  const leave = await gates.enter('a')
  expect(await outcome(gates.enter('a'))).toBe('503, again in 2 s')
  expect(await outcome(gates.enter('b'))).toBe('in')
  leave()
  expect(await outcome(gates.enter('a'))).toBe('in')
})
