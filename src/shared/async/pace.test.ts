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

test('a rate above the lowest goes on for as long as it lasts', () => {
  const { state, pace } = watch()
  for (let n = 0; n < 50; n += 1) {
    jest.advanceTimersByTime(400)
    pace.came(50)
  }
  expect(state.isOver).toBe(false)
  jest.advanceTimersByTime(1_000)
  expect(state.isOver).toBe(true)
})

test('a rate below the lowest ends, however often something comes', () => {
  const { state, pace } = watch()
  for (let n = 0; n < 99; n += 1) {
    jest.advanceTimersByTime(10)
    pace.came(1)
  }
  expect(state.isOver).toBe(false)
  jest.advanceTimersByTime(10)
  expect(state.isOver).toBe(true)
})

test('the time in which nothing is taken does not count', () => {
  const { state } = watch()
  state.isHeld = true
  jest.advanceTimersByTime(10_000)
  expect(state.isOver).toBe(false)
  state.isHeld = false
  jest.advanceTimersByTime(1_000)
  expect(state.isOver).toBe(true)
})

test('what has stopped is not given up', () => {
  const { state, pace } = watch()
  pace.stop()
  pace.came(1_000)
  jest.advanceTimersByTime(10_000)
  expect(state.isOver).toBe(false)
})
