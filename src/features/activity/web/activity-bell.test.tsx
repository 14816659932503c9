import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act, cleanup, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import type { Activity } from '#features/activity/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { FeaturesProvider } from '#web/use-features.ts'
import { ActivityBell, type BellNews } from './activity-bell.tsx'
import { ActivityTool } from './activity-tool.tsx'
import { ActivityWatch } from './activity-watch.tsx'

class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  static latest: FakeStream | undefined
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    super()
    FakeStream.latest = this
  }
  close() {
    this.readyState = FakeStream.CLOSED
  }
  tell(kind: string) {
    this.dispatchEvent(new MessageEvent(kind, { data: '{"id":"1","status":"pending"}' }))
  }
}

const real = globalThis.EventSource
let reads = 0
let activities: Activity[] = []
let unread = 0
beforeEach(() => {
  reads = 0
  activities = []
  unread = 0
  FakeStream.latest = undefined
  globalThis.EventSource = FakeStream as unknown as typeof EventSource
})
afterEach(() => {
  cleanup()
  globalThis.EventSource = real
})

const backup = (id: string, state: Activity['state']): Activity => ({
  id,
  kind: 'backup',
  state,
  title: 'Full backup',
  subject: `${id}.example.com`,
  detail: null,
  progress: null,
  href: '/backups',
  at: '2026-11-21T04:30:00.000Z',
})

const nothing = () => {}

/** The bell with its watcher, as on an idle page. */
function WatchedBell() {
  const [news, setNews] = useState<BellNews>({})
  return (
    <>
      <ActivityBell {...news} onOpen={nothing} onIntent={nothing} />
      <ActivityWatch dialog={null} onNews={setNews} />
    </>
  )
}

/** An application with two features; the second joins at run time. */
const features = [{ live: { backups: ['backup'] } }, { live: { servers: ['novelty'] } }]

const open = (bell: ReactNode, queryClient = createQueryClient()) =>
  renderWithCalls(
    <FeaturesProvider value={features}>{bell}</FeaturesProvider>,
    async (path) => {
      if (path === 'notifications.unread') return { unread }
      expect(path).toBe('activity.list')
      reads += 1
      return activities
    },
    queryClient,
  )

test('requests nothing and opens no stream during hydration', async () => {
  const { getByRole } = open(<ActivityTool dialog={null} onOpen={nothing} />)
  expect(getByRole('button', { name: 'Activity' })).toBeTruthy()
  expect(reads).toBe(0)
  expect(FakeStream.latest).toBeUndefined()
  await waitFor(() => expect(reads).toBe(1), { timeout: 20_000 })
})

test('the bell counts work in progress, follows it by events, and shows how it ended', async () => {
  activities = [
    backup('one', 'running'),
    backup('two', 'running'),
    backup('old', 'failed'),
    backup('x', 'waiting'),
  ]
  const { findByRole, getByRole } = open(<WatchedBell />)
  await findByRole('button', { name: 'Activity, 2 in progress' })
  expect(getByRole('status').textContent).toBe('')
  activities = [backup('one', 'failed'), backup('two', 'running'), backup('old', 'failed')]
  // An event that no feature listens to changes nothing.
  act(() => FakeStream.latest?.tell('else'))
  for (let i = 0; i < 5; i++) act(() => FakeStream.latest?.tell('backup'))
  await waitFor(() => getByRole('button', { name: 'Activity, 1 in progress' }), { timeout: 20_000 })
  expect(reads).toBe(2)
  await waitFor(() => expect(getByRole('status').textContent).toBe('Full backup, one.example.com: Failed'))
  activities = []
  act(() => FakeStream.latest?.onopen?.())
  await waitFor(() => getByRole('button', { name: 'Activity' }), { timeout: 20_000 })
})

test('follows the work of an added feature as soon as its manifest names its live events', async () => {
  activities = [{ ...backup('one', 'running'), kind: 'novelty' }]
  const { findByRole } = open(<WatchedBell />)
  await findByRole('button', { name: 'Activity, 1 in progress' })
  activities = []
  act(() => FakeStream.latest?.tell('novelty'))
  await findByRole('button', { name: 'Activity' })
  expect(reads).toBe(2)
})

test('the bell shows running and unread together as one number, and announces what arrives', async () => {
  activities = [backup('one', 'running')]
  unread = 2
  const queryClient = createQueryClient()
  const { findByRole, getByRole, container } = open(<WatchedBell />, queryClient)
  await findByRole('button', { name: 'Activity, 1 in progress, 2 unread' })
  expect(container.querySelector('.activity-count')?.textContent).toBe('3')
  expect(getByRole('status').textContent).toBe('')
  unread = 100
  await act(() => queryClient.invalidateQueries())
  await findByRole('button', { name: 'Activity, 1 in progress, 100 unread' })
  expect(container.querySelector('.activity-count')?.textContent).toBe('99+')
  await waitFor(() => expect(getByRole('status').textContent).toBe('New notification, 100 unread'))
})

test('closes the stream when the page is left', async () => {
  const { unmount } = open(<WatchedBell />)
  await waitFor(() => expect(FakeStream.latest).toBeDefined())
  unmount()
  expect(FakeStream.latest?.readyState).toBe(FakeStream.CLOSED)
})
