import { afterEach, beforeEach, expect, test } from 'bun:test'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { FakeStream, fakeStreams } from '#test/support/fake-stream.ts'
import type { WebFeature } from '#web/feature.ts'
import { FeaturesProvider } from '#web/use-features.ts'
import { useLiveEvents } from './live.ts'

let restore: () => void
beforeEach(() => {
  reads = []
  restore = fakeStreams()
})
afterEach(() => {
  cleanup()
  setHidden(false)
  restore()
})

/** Dispatches the events of a hidden or shown tab. */
function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

let reads: string[] = []

const features: WebFeature[] = [
  { live: { servers: ['service', 'order'] } },
  { live: { orders: ['order', 'service'], projects: ['project'] } },
]

async function open(): Promise<FakeStream> {
  const view = render(
    <FeaturesProvider value={features}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </FeaturesProvider>,
  )
  await waitFor(() => expect(reads).toHaveLength(3))
  // The stream's code loads after the page.
  await waitFor(() => expect(FakeStream.all).not.toBeEmpty())
  reads = []
  unmount = view.unmount
  return FakeStream.last
}
let unmount = () => {}

function Page() {
  useLiveEvents()
  return (
    <>
      <Row path={['servers', 'list']} />
      <Row path={['orders', 'list']} />
      <Row path={['projects', 'list']} />
    </>
  )
}

function Row({ path }: { path: string[] }) {
  const key = [path, { type: 'query' }]
  useQuery({
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    // Reads are counted in the query function; nothing renders them.
    notifyOnChangeProps: [],
    queryFn: () => {
      reads.push(path[0] ?? '')
      return reads.length
    },
  })
  return null
}

test('a page opens one stream, which is closed when the last subscriber unmounts', async () => {
  const stream = await open()
  expect(FakeStream.all).toHaveLength(1)
  expect(stream.url).toBe('/api/events')
  unmount()
  expect(stream.readyState).toBe(FakeStream.CLOSED)
})

test('an event refreshes the queries it concerns and no others', async () => {
  const stream = await open()
  act(() => stream.tell('service', { id: 's1', status: 'active' }))
  await waitFor(() => expect(reads.toSorted()).toEqual(['orders', 'servers']))
  reads = []
  act(() => stream.tell('project', { id: 'p1', status: 'active' }))
  await waitFor(() => expect(reads).toEqual(['projects']))
})

test('all queries are refreshed whenever the stream opens', async () => {
  const stream = await open()
  for (const _ of ['first', 'again']) {
    reads = []
    act(() => stream.connect())
    await waitFor(() => expect(reads.toSorted()).toEqual(['orders', 'projects', 'servers']))
  }
})

test('reopens the stream when the network returns', async () => {
  const stream = await open()
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(FakeStream.all).toHaveLength(2)
  expect(stream.readyState).toBe(FakeStream.CLOSED)
  act(() => FakeStream.all[1]?.connect())
  await waitFor(() => expect(reads).toHaveLength(3))
})

test('an unreadable event is ignored', async () => {
  const stream = await open()
  act(() => {
    stream.dispatchEvent(new MessageEvent('order', { data: 'not JSON' }))
  })
  expect(reads).toEqual([])
})

test('events received while the tab is hidden refresh each query once when it is shown', async () => {
  const stream = await open()
  act(() => stream.connect())
  await waitFor(() => expect(reads).toHaveLength(3))
  reads = []
  act(() => setHidden(true))
  for (const status of ['running', 'active']) act(() => stream.tell('project', { id: 'p1', status }))
  expect(reads).toEqual([])
  act(() => setHidden(false))
  await waitFor(() => expect(reads).toEqual(['projects']))
})

test('without a shared worker the stream is open only while the tab is visible, and everything is refetched on its return', async () => {
  const stream = await open()
  act(() => setHidden(true))
  await waitFor(() => expect(stream.readyState).toBe(FakeStream.CLOSED), { timeout: 4_000 })
  act(() => setHidden(false))
  expect(FakeStream.all).toHaveLength(2)
  act(() => FakeStream.last.connect())
  await waitFor(() => expect(reads).toHaveLength(3))
})
