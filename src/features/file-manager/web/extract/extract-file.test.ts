import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { extractFile } from './extract-file.ts'

const asked = spyOn(globalThis, 'fetch')
afterEach(() => asked.mockReset())
afterAll(() => asked.mockRestore())

const done = { files: 1, skipped: 0, undo: null }

/** An answer whose chunks end anywhere in a line. */
const answer = (...pieces: string[]) => {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  asked.mockResolvedValue(new Response(body))
}

function run() {
  const shares: number[] = []
  const onProgress = (share: number) => void shares.push(share)
  const { signal } = new AbortController()
  return { shares, result: extractFile({ id: 'a', conflict: 'skip', onProgress, signal }) }
}

test('parses the answer’s lines across chunk boundaries', async () => {
  answer('{"share":0.1}\n{"sha', 're":0.9}\n', `{"done":${JSON.stringify(done)}}\n`)
  const { shares, result } = run()
  expect(await result).toEqual(done)
  expect(shares).toEqual([0.1, 0.9])
  expect(asked.mock.calls[0]?.[1]?.body).toBe('{"conflict":"skip"}')
})

test('a refusal midway carries the server’s message', async () => {
  answer('{"share":0.1}\n{"refused":{"code":"INVALID","message":"This archive is damaged."}}\n')
  const error = await run().result.catch((error: unknown) => error)
  expect(error).toMatchObject({ status: 422, body: { message: 'This archive is damaged.' } })
})

test('a truncated answer is a lost connection', async () => {
  answer('{"share":0.1}\n')
  expect(await run().result.catch((error: unknown) => error)).toMatchObject({ status: 0 })
})

test('a refusal before the first line keeps its status and conflicting names', async () => {
  const body = { code: 'CONFLICT', message: 'exists', conflicts: ['a'] }
  asked.mockResolvedValue(Response.json(body, { status: 409 }))
  expect(await run().result.catch((error: unknown) => error)).toMatchObject({ status: 409, body })
})
