import { afterEach, beforeEach, expect, test } from 'bun:test'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { useLiveEvents } from './live.ts'

class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeStream[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeStream.all.push(this)
  }
  close() {
    this.readyState = FakeStream.CLOSED
  }
  connect() {
    this.readyState = 1
    this.onopen?.()
  }
  tell(kind: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }))
  }
}

const real = globalThis.EventSource
beforeEach(() => {
  FakeStream.all = []
  reads = []
  globalThis.EventSource = FakeStream as unknown as typeof EventSource
})
afterEach(() => {
  cleanup()
  globalThis.EventSource = real
})

let reads: string[] = []

async function open(): Promise<FakeStream> {
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(reads).toHaveLength(3))
  reads = []
  unmount = view.unmount
  const stream = FakeStream.all.at(-1)
  if (!stream) throw new Error('no stream was opened')
  return stream
}
let unmount = () => {}

function Page() {
  useLiveEvents()
  return (
    <>
      <Row path={['servers', 'list']} />
      <Row path={['orders', 'list']} />
      <Row path={['domains', 'list']} />
    </>
  )
}

function Row({ path }: { path: string[] }) {
  const key = [path, { type: 'query' }]
  useQuery({
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    // The reads are counted where they happen; nothing is drawn from them.
    notifyOnChangeProps: [],
    queryFn: () => {
      reads.push(path[0] ?? '')
      return reads.length
    },
  })
  return null
}

test('one stream of the portal, closed with the last page that follows it', async () => {
  const stream = await open()
  expect(FakeStream.all).toHaveLength(1)
  expect(stream.url).toBe('/api/events')
  unmount()
  expect(stream.readyState).toBe(FakeStream.CLOSED)
})

test('an event re-reads what it concerns and nothing else', async () => {
  const stream = await open()
  act(() => stream.tell('service', { id: 's1', status: 'active' }))
  await waitFor(() => expect(reads.toSorted()).toEqual(['orders', 'servers']))
  reads = []
  act(() => stream.tell('domain', { id: 'd1', status: 'active' }))
  await waitFor(() => expect(reads).toEqual(['domains']))
})

test('everything is re-read when the stream opens, and when it opens again', async () => {
  const stream = await open()
  for (const _ of ['first', 'again']) {
    reads = []
    act(() => stream.connect())
    await waitFor(() => expect(reads.toSorted()).toEqual(['domains', 'orders', 'servers']))
  }
})

test('back on the network, the stream is opened anew', async () => {
  const stream = await open()
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(FakeStream.all).toHaveLength(2)
  expect(stream.readyState).toBe(FakeStream.CLOSED)
  act(() => FakeStream.all[1]?.connect())
  await waitFor(() => expect(reads).toHaveLength(3))
})

test('what cannot be read is no event', async () => {
  const stream = await open()
  act(() => {
    stream.dispatchEvent(new MessageEvent('order', { data: 'not JSON' }))
  })
  expect(reads).toEqual([])
})
