import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import type { Line } from './line.ts'
import type { HubMessage, TabMessage } from './live-hub.ts'
import type { StreamEvent } from './live-stream.ts'
import { openSharedLine } from './shared-line.ts'

/** A fake worker with its port in the test's hands; an `isDead` one never answers. */
class FakeWorker {
  static all: FakeWorker[] = []
  static isDead = false
  words: TabMessage[] = []
  onerror: (() => void) | null = null
  port = {
    onmessage: (_: { data: HubMessage }) => {},
    postMessage: (message: TabMessage) => {
      this.words.push(message)
      if (!FakeWorker.isDead) this.tell({ is: 'here' })
    },
    close: () => {},
  }
  constructor() {
    FakeWorker.all.push(this)
  }
  tell(data: HubMessage) {
    this.port.onmessage({ data })
  }
}

const real = Reflect.get(globalThis, 'SharedWorker')
let line: Line | null
let heard: StreamEvent[]
let failed: ReturnType<typeof mock>
beforeEach(() => {
  FakeWorker.all = []
  FakeWorker.isDead = false
  heard = []
  failed = mock()
  Reflect.set(globalThis, 'SharedWorker', FakeWorker)
  document.documentElement.dataset.liveWorker = '/assets/live-worker-1.js'
})
afterEach(() => {
  line?.close()
  Reflect.set(globalThis, 'SharedWorker', real)
  delete document.documentElement.dataset.liveWorker
})

const open = () => {
  line = openSharedLine({
    viewer: 'asha',
    kinds: new Set(['order']),
    hear: (event) => void heard.push(event),
    onFailure: failed,
    patienceMs: 10,
  })
  return line
}

test('no shared worker is used where the browser has none or the page names none', () => {
  Reflect.set(globalThis, 'SharedWorker', undefined)
  expect(open()).toBeNull()
  Reflect.set(globalThis, 'SharedWorker', FakeWorker)
  delete document.documentElement.dataset.liveWorker
  expect(open()).toBeNull()
})

test('passes on the worker’s messages, and tells the worker the user and the visibility of the tab', () => {
  open()
  const [worker] = FakeWorker.all
  expect(worker?.words).toEqual([{ viewer: 'asha', isVisible: true, kinds: ['order'] }])
  worker?.tell({ is: 'connected' })
  expect(heard).toEqual([{ is: 'connected' }])
  line?.close()
  expect(worker?.words.at(-1)).toMatchObject({ isLeaving: true })
})

test('a page that was left sends nothing to the worker until it is shown again', () => {
  open()
  const words = FakeWorker.all[0]?.words ?? []
  window.dispatchEvent(new Event('pagehide'))
  line?.visibilityChanged()
  line?.retry()
  expect(words.at(-1)).toMatchObject({ isLeaving: true })
  window.dispatchEvent(new Event('pageshow'))
  line?.doubt()
  expect(words.at(-1)).toMatchObject({ viewer: 'asha', isVisible: true, wants: 'reopen' })
})

test('a dead worker is replaced, and if none answers the tab falls back to its own stream', async () => {
  open()
  FakeWorker.isDead = true
  line?.doubt()
  while (failed.mock.calls.length === 0) await Bun.sleep(5)
  expect(FakeWorker.all.length).toBeGreaterThan(2)
})

test('a worker that fails to load counts as a failure immediately', () => {
  open()
  FakeWorker.all[0]?.onerror?.()
  expect(failed).toHaveBeenCalledTimes(1)
})
