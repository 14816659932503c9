import { expect, test } from 'bun:test'
import { readPrompt, waitForAnswer } from './identity-prompt.ts'

test('prompts once for concurrent calls, which share the answer', async () => {
  const both = Promise.all([waitForAnswer(), waitForAnswer()])
  readPrompt()?.answer(true)
  expect(await both).toEqual([true, true])
  expect(readPrompt()).toBeNull()
})

test('ignores a second answer when the next prompt is open', async () => {
  const first = waitForAnswer()
  const asked = readPrompt()
  asked?.answer(true)
  expect(await first).toBe(true)
  const second = waitForAnswer()
  asked?.answer(false)
  readPrompt()?.answer(true)
  expect(await second).toBe(true)
})
