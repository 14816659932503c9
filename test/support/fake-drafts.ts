import type { KeptDraft } from '#web/lib/draft-shelf.ts'

type FakeRequest = { result: unknown; onsuccess?: () => void }

/** Replaces the browser's drafts database: its content, and whether it rolls back every change. */
export type FakeDrafts = { rows: Map<string, KeptDraft>; isFull: boolean; restore(): void }

const answer = (result: unknown): FakeRequest => {
  const asked: FakeRequest = { result }
  queueMicrotask(() => asked.onsuccess?.())
  return asked
}

/** Iterates over rows as a cursor does, one at each `continue`. */
function walk(rows: Map<string, KeptDraft>): FakeRequest {
  const entries = [...rows]
  const asked: FakeRequest = { result: null }
  const step = () => {
    const [key, value] = entries.shift() ?? []
    asked.result = key && { value, delete: () => rows.delete(key), continue: step }
    queueMicrotask(() => asked.onsuccess?.())
  }
  step()
  return asked
}

/** Replaces `indexedDB` with it; `restore` undoes that. */
export function fakeDrafts(): FakeDrafts {
  const real = Reflect.get(globalThis, 'indexedDB')
  const drafts: FakeDrafts = {
    rows: new Map(),
    isFull: false,
    restore: () => void Reflect.set(globalThis, 'indexedDB', real),
  }
  const { rows } = drafts
  const keep = (draft: KeptDraft) => {
    const key = [draft.owner, draft.fileId, draft.tab].join('/')
    if (!drafts.isFull) rows.set(key, draft)
    return answer(key)
  }
  const objectStore = () => ({
    put: keep,
    clear: () => answer(rows.clear()),
    openCursor: () => walk(rows),
  })
  const transaction = () => {
    const under: { oncomplete?: () => void; onabort?: () => void; error: Error } = {
      error: new Error('full'),
    }
    // Later than the answers to earlier requests.
    setTimeout(() => (drafts.isFull ? under.onabort?.() : under.oncomplete?.()), 0)
    return Object.assign(under, { objectStore })
  }
  Reflect.set(globalThis, 'indexedDB', { open: () => answer({ transaction }) })
  return drafts
}
