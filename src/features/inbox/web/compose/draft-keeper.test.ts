import { afterEach, expect, jest, test } from 'bun:test'
import type { SavedDraft } from '../../contract.ts'
import { createDraftKeeper, type DraftApi, type Fields } from './draft-keeper.ts'

afterEach(() => jest.useRealTimers())

const fields: Fields = { to: '', cc: '', bcc: '', subject: '', text: '' }
const file = { n: 0, name: 'a.txt', type: 'text/plain', size: 1 }

/** A server that stores drafts; `fail` replaces its next responses. */
function createServer() {
  const saved: { text: string; baseVersion: string | undefined }[] = []
  let attachments: SavedDraft['attachments'] = []
  let fail: { isStale: boolean; reason: string } | null = null
  const answer = (): SavedDraft => ({
    id: 'd',
    version: `v${saved.length}`,
    savedAt: '2026-11-20T09:02:00.000Z',
    size: 1,
    attachments,
  })
  const calls: DraftApi = {
    async save({ text }, baseVersion) {
      if (fail) throw fail
      saved.push({ text, baseVersion })
      return answer()
    },
    async open() {
      if (fail) throw fail
      return { ...answer(), ...fields, text: 'text of the other tab', version: 'v9', inReplyTo: null }
    },
    async upload(_, { onProgress }) {
      onProgress(1)
      if (fail) throw fail
      attachments = [file]
      return answer()
    },
    async detach() {
      attachments = []
      return answer()
    },
    refusalOf: (error) => error as NonNullable<typeof fail>,
  }
  return {
    saved,
    calls,
    refuse(reason: string | null, isStale = false) {
      fail = reason === null ? null : { isStale, reason }
    },
  }
}

const settle = () => jest.advanceTimersByTime(60_000)

test('text is saved once, a moment after the last keystroke, from the last version', async () => {
  jest.useFakeTimers()
  const { saved, calls } = createServer()
  const keeper = createDraftKeeper(calls, { fields, saved: null })
  for (const text of ['a', 'ab', 'abc']) keeper.change({ text })
  expect(saved).toEqual([])
  settle()
  expect(await keeper.flush()).toBe(true)
  keeper.change({ text: 'abcd' })
  expect(await keeper.flush()).toBe(true)
  expect(saved).toEqual([
    { text: 'abc', baseVersion: undefined },
    { text: 'abcd', baseVersion: 'v1' },
  ])
  expect(keeper.read()).toMatchObject({ phase: 'saved', savedAt: '2026-11-20T09:02:00.000Z' })
})

test('an untouched draft is not saved', async () => {
  const { saved, calls } = createServer()
  const keeper = createDraftKeeper(calls, { fields, saved: null })
  expect(await keeper.flush()).toBe(true)
  expect([saved, keeper.read().phase, keeper.isStored()]).toEqual([[], 'untouched', false])
})

test('an unreachable server is reported and retried, and the text stays on the screen', async () => {
  jest.useFakeTimers()
  const server = createServer()
  const keeper = createDraftKeeper(server.calls, { fields, saved: null })
  server.refuse('The connection to the server was lost.')
  keeper.change({ text: 'abc' })
  expect(await keeper.flush()).toBe(false)
  expect(keeper.read()).toMatchObject({
    phase: 'failed',
    reason: 'The connection to the server was lost.',
    fields: { text: 'abc' },
  })
  server.refuse(null)
  settle()
  await keeper.flush()
  expect(server.saved).toEqual([{ text: 'abc', baseVersion: undefined }])
  expect(keeper.read()).toMatchObject({ phase: 'saved', reason: null })
})

test('another tab’s version is overwritten only on request', async () => {
  const server = createServer()
  const keeper = createDraftKeeper(server.calls, { fields, saved: null })
  keeper.change({ text: 'a' })
  await keeper.flush()
  server.refuse('This draft was changed in another window or app.', true)
  keeper.change({ text: 'ab' })
  expect(await keeper.flush()).toBe(false)
  server.refuse(null)
  keeper.change({ text: 'abc' })
  expect([await keeper.flush(), keeper.read().phase]).toEqual([false, 'stale'])
  expect(await keeper.overwrite()).toBe(true)
  expect(server.saved.at(-1)).toEqual({ text: 'abc', baseVersion: undefined })
})

test('another tab’s version can replace the text, and editing continues from it', async () => {
  const server = createServer()
  const keeper = createDraftKeeper(server.calls, { fields, saved: null })
  keeper.change({ text: 'a' })
  await keeper.flush()
  server.refuse('This draft was changed in another window or app.', true)
  keeper.change({ text: 'ab' })
  await keeper.flush()
  await keeper.load()
  expect(keeper.read()).toMatchObject({ phase: 'stale', fields: { text: 'ab' } })
  server.refuse(null)
  await keeper.load()
  expect(keeper.read()).toMatchObject({
    phase: 'saved',
    reason: null,
    fields: { text: 'text of the other tab' },
  })
  keeper.change({ text: 'and more' })
  expect(await keeper.flush()).toBe(true)
  expect(server.saved.at(-1)).toEqual({ text: 'and more', baseVersion: 'v9' })
})

test('attaching a file creates the draft, and a rejected file is reported', async () => {
  const server = createServer()
  const keeper = createDraftKeeper(server.calls, { fields, saved: null })
  await keeper.attach([new File(['a'], 'a.txt')])
  expect(server.saved).toHaveLength(1)
  expect(keeper.read()).toMatchObject({ attachments: [file], uploads: [] })
  server.refuse('A message has at most 25 MB.')
  await keeper.attach([new File(['b'], 'b.txt')])
  expect(keeper.read()).toMatchObject({
    attachments: [file],
    uploads: [],
    reason: 'b.txt: A message has at most 25 MB.',
  })
  server.refuse(null)
  await keeper.detach(file)
  expect(keeper.read()).toMatchObject({ attachments: [], reason: null })
})

test('a discarded draft is not saved again', async () => {
  jest.useFakeTimers()
  const { saved, calls } = createServer()
  const keeper = createDraftKeeper(calls, { fields, saved: null })
  keeper.change({ text: 'a' })
  keeper.abandon()
  settle()
  await keeper.flush()
  expect(saved).toEqual([])
})
