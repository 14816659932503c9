import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readMultipart } from '#server/http/bodies/multipart.ts'
import { createConcurrencyLimit, uploadsAtOnce } from '#server/http/limits/concurrency-limit.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createFileOwner, type FileOwner } from '#test/support/files.ts'

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n'
const type = { 'content-type': 'multipart/form-data; boundary=b' }

/** An upload that has begun and continues on command. */
function openUpload(): { body: ReadableStream<Uint8Array>; begun: Promise<void>; finish: () => void } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const write = (text: string) => writer.write(new TextEncoder().encode(text)).catch(() => {})
  return {
    body: readable,
    // Written means read: the stream has no buffer.
    begun: write(`${head}some bytes`),
    finish() {
      void write('\r\n--b--\r\n')
      void writer.close().catch(() => {})
    },
  }
}

const send = ({ body }: { body: ReadableStream<Uint8Array> }, { cookie, serviceId }: FileOwner) =>
  app.request(`/api/files?serviceId=${serviceId}&conflict=keep-both`, { cookie, headers: type, body })

test('a user has up to four concurrent uploads, others are not affected, and a finished one frees a slot', async () => {
  const open = Array.from({ length: uploadsAtOnce }, openUpload)
  const answers = open.map((upload) => send(upload, owner))
  await Promise.all(open.map(({ begun }) => begun))
  const refused = await owner.send('fifth.txt', 'x')
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('At most 4'),
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await createFileOwner(app)
  expect((await other.send('theirs.txt', 'x')).status).toBe(201)
  for (const { finish } of open) finish()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(open.map(() => 201))
  expect((await owner.send('fifth.txt', 'x')).status).toBe(201)
})

test('slow uploads of several users do not block others', async () => {
  const slow = []
  for (let i = 0; i < 4; i += 1) {
    const other = await createFileOwner(app)
    for (let k = 0; k < uploadsAtOnce; k += 1) {
      const upload = openUpload()
      slow.push({ ...upload, answer: send(upload, other) })
    }
  }
  expect((await owner.send('quick.txt', 'x')).status).toBe(201)
  for (const { finish } of slow) finish()
  for (const { answer } of slow) expect((await answer).status).toBe(201)
})

test('a failed upload frees its slot too', async () => {
  const { run } = createConcurrencyLimit(1)
  const fail = () => run('a', () => Promise.reject(new Error('broken')))
  await expect(fail()).rejects.toThrow('broken')
  await expect(fail()).rejects.toThrow('broken')
})

/** A body that sends `bytes` after each pause and never ends. */
const endless = (bytes: number, pauseMs: number) => {
  let isFirst = true
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Bun.sleep(pauseMs)
      controller.enqueue(isFirst ? new TextEncoder().encode(head) : new Uint8Array(bytes))
      isFirst = false
    },
  })
}

const read = async (body: ReadableStream<Uint8Array>) => {
  let size = 0
  const request = new Request('http://portal.test/api/files', { method: 'POST', headers: type, body })
  const parts = {
    field: () => {},
    async file(_name: string, bytes: AsyncIterable<Uint8Array>) {
      for await (const chunk of bytes) {
        size += chunk.byteLength
        if (size > 6 * 65_536) throw new Error('enough')
      }
    },
  }
  await readMultipart(request, parts, { maxFiles: 1, patienceMs: 500 })
}

test.each([
  ['is silent', () => openUpload().body],
  ['crawls', () => endless(1, 1)],
] as const)('an upload that %s is aborted', async (_, body) => {
  await expect(read(body())).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The upload was too slow and was cancelled.',
  })
})

test('an upload that is fast enough may take longer than the patience time', async () => {
  await expect(read(endless(65_536, 100))).rejects.toThrow('enough')
})
