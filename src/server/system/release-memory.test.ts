import { expect, jest, test } from 'bun:test'
import { releaseMemoryWhenIdle } from './release-memory.ts'

test('memory is released after the start and after a load, but neither during it nor after a few requests', () => {
  jest.useFakeTimers()
  const counters = { requests: new Map<string, number>(), inFlight: 0 }
  let times = 0
  const giving = releaseMemoryWhenIdle(counters, () => {
    times += 1
  })
  const pass = (requests: number, inFlight = 0) => {
    counters.requests.set('2xx', (counters.requests.get('2xx') ?? 0) + requests)
    counters.inFlight = inFlight
    jest.advanceTimersByTime(10_000)
    return times
  }
  try {
    expect([pass(0), pass(20), pass(20)]).toEqual([1, 1, 1])
    expect([pass(2_000), pass(2_000), pass(60)]).toEqual([1, 1, 1])
    expect(pass(0, 1)).toBe(1)
    expect([pass(3), pass(3), pass(3)]).toEqual([2, 2, 2])
    expect([pass(800), pass(0)]).toEqual([2, 3])
    giving.stop()
    pass(800)
    expect(pass(0)).toBe(3)
  } finally {
    jest.useRealTimers()
  }
})
