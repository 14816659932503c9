import { expect, test } from 'bun:test'
import { readAsked, waitForAnswer } from './asked.ts'

test('prompts once for concurrent calls, which share the answer', async () => {
  const both = Promise.all([waitForAnswer(), waitForAnswer()])
  readAsked()?.answer(true)
  expect(await both).toEqual([true, true])
  expect(readAsked()).toBeNull()
})

test('ignores a second answer when the next prompt is open', async () => {
  const first = waitForAnswer()
  const asked = readAsked()
  asked?.answer(true)
  expect(await first).toBe(true)
  const second = waitForAnswer()
  asked?.answer(false)
  readAsked()?.answer(true)
  expect(await second).toBe(true)
})
