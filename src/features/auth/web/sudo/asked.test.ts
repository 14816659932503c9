import { expect, test } from 'bun:test'
import { readAsked, waitForAnswer } from './asked.ts'

test('calls that wait at the same time ask once, and share the answer', async () => {
  const both = Promise.all([waitForAnswer(), waitForAnswer()])
  readAsked()?.answer(true)
  expect(await both).toEqual([true, true])
  expect(readAsked()).toBeNull()
})

test('an answer that comes twice leaves the next question alone', async () => {
  const first = waitForAnswer()
  const asked = readAsked()
  asked?.answer(true)
  expect(await first).toBe(true)
  const second = waitForAnswer()
  asked?.answer(false)
  readAsked()?.answer(true)
  expect(await second).toBe(true)
})
