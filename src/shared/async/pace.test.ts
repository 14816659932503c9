import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { watchPace } from './pace.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const watch = () => {
  const state = { isHeld: false, isOver: false }
  const pace = watchPace(
    { bytes: 100, ms: 1_000 },
    {
      isHeld: () => state.isHeld,
      giveUp() {
        state.isOver = true
      },
    },
  )
  return { state, pace }
}

test('a rate above the minimum may continue indefinitely', () => {
  const { state, pace } = watch()
  for (let n = 0; n < 50; n += 1) {
    jest.advanceTimersByTime(400)
    pace.came(50)
  }
  expect(state.isOver).toBe(false)
  jest.advanceTimersByTime(1_000)
  expect(state.isOver).toBe(true)
})

test('a rate below the minimum ends, however often bytes arrive', () => {
  const { state, pace } = watch()
  for (let n = 0; n < 99; n += 1) {
    jest.advanceTimersByTime(10)
    pace.came(1)
  }
  expect(state.isOver).toBe(false)
  jest.advanceTimersByTime(10)
  expect(state.isOver).toBe(true)
})

test('time in which we do not read does not count', () => {
  const { state } = watch()
  state.isHeld = true
  jest.advanceTimersByTime(10_000)
  expect(state.isOver).toBe(false)
  state.isHeld = false
  jest.advanceTimersByTime(1_000)
  expect(state.isOver).toBe(true)
})

test('a stopped watch never gives up', () => {
  const { state, pace } = watch()
  pace.stop()
  pace.came(1_000)
  jest.advanceTimersByTime(10_000)
  expect(state.isOver).toBe(false)
})
