import { beforeEach, expect, test } from 'bun:test'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { Sending } from './send-file.ts'
import { UploadQueue } from './upload-queue.ts'
import { shareOf, summaryOf } from './upload-state.ts'

let sent: Sending[]
let answers: (ApiError | null)[]
let waits: number[]
let isServerThere: boolean
let queue: UploadQueue
beforeEach(() => {
  sent = []
  answers = []
  waits = []
  isServerThere = true
  queue = new UploadQueue({
    send: async (sending) => {
      sent.push(sending)
      const answer = answers.shift()
      if (answer) throw answer
    },
    isServerThere: async () => isServerThere,
    wait: async (ms) => void waits.push(ms),
  })
})

const target = { serviceId: 's', path: '' }
const file = (name: string, folder = '') => ({ file: new File(['abc'], name), folder })
const refusal = (status: number, code: string, message: string) =>
  new ApiError(status, '', { code, message } as ApiError['body'])
const taken = () => refusal(409, 'CONFLICT', '"a" already exists.')
const noAnswer = () => new ApiError(0, 'The connection was lost.')

/** Runs everything that needs no further input. */
const settle = () => Bun.sleep(0)
const states = () => queue.uploads().map(({ state }) => state)

async function add(...names: string[]): Promise<void> {
  queue.add(
    names.map((name) => file(name)),
    target,
  )
  await settle()
}

test('files are sent one at a time, each to its chosen folder', async () => {
  await add('a', 'b')
  expect(sent.map(({ file, serviceId }) => `${serviceId}/${file.name}`)).toEqual(['s/a', 's/b'])
  expect(summaryOf(queue.uploads())).toBe('2 uploaded')
  expect(shareOf(queue.uploads())).toBe(1)
})

test('a file keeps its subfolder below the chosen folder', async () => {
  queue.add([file('a'), file('b', 'css/fonts')], { serviceId: 's', path: 'shop' })
  await settle()
  expect(sent.map(({ path, file }) => `${path}/${file.name}`)).toEqual(['shop/a', 'shop/css/fonts/b'])
})

test('an existing name raises a question while the other files proceed', async () => {
  answers = [taken()]
  await add('a', 'b')
  expect(states()).toEqual(['conflict', 'done'])
  expect(summaryOf(queue.uploads())).toBe('1 file needs an answer')
  queue.answer(queue.uploads()[0]?.key ?? 0, 'keep-both', false)
  await settle()
  expect(sent.at(-1)?.conflict).toBe('keep-both')
  expect(states()).toEqual(['done', 'done'])
})

test('an answer for all applies to later questions, and not to the next upload', async () => {
  answers = [taken(), taken()]
  await add('a', 'b')
  queue.answer(queue.uploads()[0]?.key ?? 0, 'skip', true)
  expect(states()).toEqual(['skipped', 'skipped'])
  expect(summaryOf(queue.uploads())).toBe('2 skipped')
  answers = [taken()]
  await add('c')
  expect(states()).toEqual(['conflict'])
})

test('an answer for all files of one upload does not apply to another queued upload', async () => {
  answers = [taken(), taken(), taken()]
  await add('a', 'b')
  queue.add([file('c')], { serviceId: 'other', path: '' })
  await settle()
  expect(states()).toEqual(['conflict', 'conflict', 'conflict'])
  queue.answer(queue.uploads()[2]?.key ?? 0, 'replace', true)
  await settle()
  expect(states()).toEqual(['conflict', 'conflict', 'done'])
  answers = [taken()]
  queue.add([file('d')], target)
  await settle()
  expect(states()).toEqual(['conflict', 'conflict', 'done', 'conflict'])
  // A later upload does not cancel an answer for an earlier one.
  answers = []
  queue.answer(queue.uploads()[0]?.key ?? 0, 'skip', true)
  expect(states()).toEqual(['skipped', 'skipped', 'done', 'conflict'])
})

test('an answer for all applies to a file whose question appears after another upload was added', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  queue = new UploadQueue({
    send: async ({ file, conflict }) => {
      if (file.name === 'b') await promise
      if (!conflict) throw taken()
    },
    isServerThere: async () => true,
    wait: async () => {},
  })
  await add('a', 'b')
  queue.answer(queue.uploads()[0]?.key ?? 0, 'replace', true)
  queue.add([file('c')], target)
  resolve()
  await settle()
  expect(states()).toEqual(['done', 'done', 'conflict'])
})

test('an answer for all applies to a file that is still being sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  queue = new UploadQueue({
    send: async ({ file, conflict }) => {
      if (file.name === 'b') await promise
      if (!conflict) throw taken()
    },
    isServerThere: async () => true,
    wait: async () => {},
  })
  await add('a', 'b')
  queue.answer(queue.uploads()[0]?.key ?? 0, 'replace', true)
  resolve()
  await settle()
  expect(states()).toEqual(['done', 'done'])
})

test('uploads wait while the server is unreachable, and resume when it is back', async () => {
  isServerThere = false
  answers = [noAnswer()]
  await add('a', 'b')
  expect(states()).toEqual(['offline', 'waiting'])
  expect(summaryOf(queue.uploads())).toBe('Waiting for the connection')
  expect(sent).toHaveLength(1)
  isServerThere = true
  queue.resume()
  await settle()
  expect(states()).toEqual(['done', 'done'])
})

test('a name that exists after a lost answer may be the file itself, and the question says so', async () => {
  isServerThere = false
  answers = [noAnswer(), taken()]
  await add('a')
  queue.resume()
  await settle()
  expect(states()).toEqual(['conflict'])
  expect(queue.uploads()[0]?.message).toContain('when the connection was lost')
})

test('a busy server is retried after its Retry-After, and its message is shown meanwhile', async () => {
  const busy = refusal(503, 'UNAVAILABLE', 'The portal is busy. Please try again in a moment.')
  busy.retryAfterSeconds = 2
  answers = [busy]
  await add('a')
  expect(waits).toEqual([2_000])
  expect(states()).toEqual(['done'])
  answers = Array.from({ length: 6 }, () => busy)
  await add('b')
  expect(queue.uploads().at(-1)).toMatchObject({ state: 'failed', message: busy.body.message })
})

test('an attempt that keeps being cut off while the server is up fails, and can be retried manually', async () => {
  answers = [noAnswer(), noAnswer(), noAnswer()]
  await add('a')
  expect(queue.uploads()[0]).toMatchObject({ state: 'failed' })
  expect(summaryOf(queue.uploads())).toBe('1 failed')
  queue.retry(queue.uploads()[0]?.key ?? 0)
  await settle()
  expect(states()).toEqual(['done'])
})

test('a refusal fails only its own file, with the server’s message', async () => {
  answers = [refusal(413, 'TOO_LARGE', 'The plan has no room for this file.')]
  await add('a', 'b')
  expect(states()).toEqual(['failed', 'done'])
  expect(queue.uploads()[0]?.message).toBe('The plan has no room for this file.')
  // A failure stays visible while more files are sent.
  await add('c')
  expect(states()).toEqual(['failed', 'done'])
})

test('a cancelled file is not stored: an upload in progress is aborted, a waiting one is not sent', async () => {
  queue = new UploadQueue({
    send: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(noAnswer()))),
    isServerThere: async () => true,
    wait: async () => {},
  })
  await add('a', 'b')
  expect(states()).toEqual(['sending', 'waiting'])
  queue.clear()
  expect(queue.uploads()).toHaveLength(2)
  queue.cancelAll()
  await settle()
  expect(states()).toEqual(['cancelled', 'cancelled'])
  queue.clear()
  expect(queue.uploads()).toEqual([])
})
