import { expect, test } from 'bun:test'
import { createTurns } from './turns.ts'

test('starts up to the limit immediately, and others in order as turns end', () => {
  const turns = createTurns(2)
  const begun: number[] = []
  const leave = [0, 1, 2, 3, 4].map((each) => turns.take(() => void begun.push(each)))
  expect(begun).toEqual([0, 1])
  // Cancelling a waiting turn does not affect the others.
  leave[2]?.()
  expect(begun).toEqual([0, 1])
  leave[1]?.()
  leave[1]?.()
  expect(begun).toEqual([0, 1, 3])
  leave[0]?.()
  expect(begun).toEqual([0, 1, 3, 4])
})
