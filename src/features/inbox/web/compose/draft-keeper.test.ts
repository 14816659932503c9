import { afterEach, expect, jest, test } from 'bun:test'
import type { SavedDraft } from '../../contract.ts'
import { type Calls, createDraftKeeper, type Fields } from './draft-keeper.ts'

afterEach(() => jest.useRealTimers())

const fields: Fields = { to: '', cc: '', bcc: '', subject: '', text: '' }
const file = { n: 0, name: 'a.txt', type: 'text/plain', size: 1 }

/** A server that has what is saved; `fail` answers the next calls instead. */
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
  const calls: Calls = {
    async save({ text }, baseVersion) {
      if (fail) throw fail
      saved.push({ text, baseVersion })
      return answer()
    },
    async open() {
      if (fail) throw fail
      return { ...answer(), ...fields, text: 'what the other tab wrote', version: 'v9', inReplyTo: null }
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

test('what is typed is saved once, a moment after the last letter, from the version before', async () => {
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

test('nothing is saved of what nobody has typed', async () => {
  const { saved, calls } = createServer()
  const keeper = createDraftKeeper(calls, { fields, saved: null })
  expect(await keeper.flush()).toBe(true)
  expect([saved, keeper.read().phase, keeper.isStored()]).toEqual([[], 'untouched', false])
})

test('a server that is gone takes nothing from the screen, says so, and is tried again', async () => {
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

test('what another tab has saved is overwritten only when asked to', async () => {
  const server = createServer()
  const keeper = createDraftKeeper(server.calls, { fields, saved: null })
  keeper.change({ text: 'a' })
  await keeper.flush()
  server.refuse('This draft was changed somewhere else in the meantime.', true)
  keeper.change({ text: 'ab' })
  expect(await keeper.flush()).toBe(false)
  server.refuse(null)
  keeper.change({ text: 'abc' })
  expect([await keeper.flush(), keeper.read().phase]).toEqual([false, 'stale'])
  expect(await keeper.overwrite()).toBe(true)
  expect(server.saved.at(-1)).toEqual({ text: 'abc', baseVersion: undefined })
})

test('what another tab has saved takes the place of the text when asked to, and is gone on with from there', async () => {
  const server = createServer()
  const keeper = createDraftKeeper(server.calls, { fields, saved: null })
  keeper.change({ text: 'a' })
  await keeper.flush()
  server.refuse('This draft was changed somewhere else in the meantime.', true)
  keeper.change({ text: 'ab' })
  await keeper.flush()
  await keeper.load()
  expect(keeper.read()).toMatchObject({ phase: 'stale', fields: { text: 'ab' } })
  server.refuse(null)
  await keeper.load()
  expect(keeper.read()).toMatchObject({
    phase: 'saved',
    reason: null,
    fields: { text: 'what the other tab wrote' },
  })
  keeper.change({ text: 'and more' })
  expect(await keeper.flush()).toBe(true)
  expect(server.saved.at(-1)).toEqual({ text: 'and more', baseVersion: 'v9' })
})

test('a file makes the draft that it is attached to, and one that is refused is said', async () => {
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

test('a draft that is thrown away is not saved again', async () => {
  jest.useFakeTimers()
  const { saved, calls } = createServer()
  const keeper = createDraftKeeper(calls, { fields, saved: null })
  keeper.change({ text: 'a' })
  keeper.abandon()
  settle()
  await keeper.flush()
  expect(saved).toEqual([])
})
