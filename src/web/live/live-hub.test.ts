import { afterEach, beforeEach, expect, test } from 'bun:test'
import { FakeStream, fakeStreams } from '#test/support/fake-stream.ts'
import { createLiveHub, type HubMessage, silentAfterMs, type TabMessage } from './live-hub.ts'

let restore: () => void
let clock: number
let hub: ReturnType<typeof createLiveHub>
beforeEach(() => {
  restore = fakeStreams()
  clock = 1_000_000
  hub = createLiveHub({ now: () => clock, linger: 5 })
})
afterEach(() => restore())

/** A tab with the worker's messages to it. */
function openTab(viewer = 'asha') {
  const heard: HubMessage['is'][] = []
  const port = { postMessage: (message: HubMessage) => void heard.push(message.is) }
  const say = (message: Partial<TabMessage> = {}) =>
    hub.hear(port, { viewer, isVisible: true, kinds: ['order'], ...message })
  say()
  return { heard, say }
}

const isOpen = () => FakeStream.last.readyState !== FakeStream.CLOSED

/** Time for the last visible tab to be replaced by another one. */
const linger = () => Bun.sleep(20)

test('any number of tabs share one stream, and all of them receive its events', () => {
  const tabs = Array.from({ length: 10 }, () => openTab())
  expect(FakeStream.all).toHaveLength(1)
  FakeStream.last.connect()
  FakeStream.last.tell('order', { id: 'o1', status: 'active' })
  for (const { heard } of tabs) expect(heard).toEqual(['here', 'connected', 'changed'])
})

test('a tab that joins while the stream is open reads everything, since it may have missed events', () => {
  openTab()
  FakeStream.last.connect()
  expect(openTab().heard).toEqual(['connected', 'here'])
})

test('the stream is closed while all tabs are hidden, and opened when one is shown', async () => {
  const [one, other] = [openTab(), openTab()]
  one.say({ isVisible: false })
  other.say({ isVisible: false })
  expect(isOpen()).toBe(true)
  await linger()
  expect(isOpen()).toBe(false)
  one.say()
  expect(FakeStream.all).toHaveLength(2)
})

test('switching from one tab to another keeps the stream', async () => {
  const [one, other] = [openTab(), openTab()]
  other.say({ isVisible: false })
  one.say({ isVisible: false })
  other.say({ isVisible: true })
  await linger()
  expect(FakeStream.all).toHaveLength(1)
  expect(isOpen()).toBe(true)
})

test('a killed tab counts until it has been silent for too long, and a closed tab does not count', async () => {
  openTab()
  const leaving = openTab()
  leaving.say({ isLeaving: true })
  clock += silentAfterMs
  hub.pulse()
  await linger()
  expect(isOpen()).toBe(false)
})

test('reopens the stream after a sleep, after being offline, and for another user', () => {
  const tab = openTab()
  FakeStream.last.connect()
  tab.say({ wants: 'reopen' })
  expect(FakeStream.all).toHaveLength(2)
  FakeStream.last.connect()
  tab.say({ wants: 'retry' })
  expect(FakeStream.all).toHaveLength(2)
  tab.say({ viewer: 'ravi' })
  expect(FakeStream.all).toHaveLength(3)
  clock += silentAfterMs + 1
  hub.pulse()
  expect(FakeStream.all).toHaveLength(4)
})

test('tabs of two users reopen the stream once when a user joins, and not at every message', () => {
  const asha = openTab('asha')
  FakeStream.last.connect()
  const ravi = openTab('ravi')
  expect(FakeStream.all).toHaveLength(2)
  for (const tab of [asha, ravi, asha, ravi]) tab.say()
  expect(FakeStream.all).toHaveLength(2)
  // She signs in again, in another tab.
  openTab('asha')
  expect(FakeStream.all).toHaveLength(3)
})

test('tabs are notified when the stream breaks', () => {
  const { heard } = openTab()
  FakeStream.last.break(false)
  expect(heard).toEqual(['here', 'broken'])
})

test('a tab that subscribes to further kinds receives them on the open stream', () => {
  const tab = openTab()
  FakeStream.last.connect()
  FakeStream.last.tell('backup', { id: 'b1', status: 'running' })
  expect(tab.heard).toEqual(['here', 'connected'])
  tab.say({ kinds: ['order', 'backup'] })
  FakeStream.last.tell('backup', { id: 'b1', status: 'completed' })
  FakeStream.last.tell('order', { id: 'o1', status: 'active' })
  expect(tab.heard).toEqual(['here', 'connected', 'here', 'changed', 'changed'])
  expect(FakeStream.all).toHaveLength(1)
})
