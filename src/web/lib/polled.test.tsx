import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { serverMessage } from './api-error.ts'
import { pollInterval, usePolled } from './polled.ts'
import { createQueryClient } from './query-client.ts'

type Ask = { path: string; tag: string | null }

let asked: Ask[] = []
let answer: () => Response
let renders = 0
let tick: () => void
let visibility: DocumentVisibilityState

const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  Response.json(body, { status, headers })

const realFetch = globalThis.fetch
const realInterval = globalThis.setInterval
beforeEach(() => {
  asked = []
  renders = 0
  visibility = 'visible'
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
  globalThis.fetch = Object.assign(
    async (input: RequestInfo | URL, init?: RequestInit) => {
      asked.push({ path: String(input), tag: new Headers(init?.headers).get('if-none-match') })
      return answer()
    },
    { preconnect: realFetch.preconnect },
  )
  // The clock of the polls is turned by hand.
  spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, delay: number) => {
    if (delay === pollInterval) tick = run
    return realInterval(() => {}, 1 << 30)
  }) as unknown as typeof setInterval)
})
afterEach(() => {
  globalThis.fetch = realFetch
  globalThis.setInterval = realInterval
})

const queryKey = [['servers', 'stats'], { input: { id: 's1' }, type: 'query' }]

function Figure({ isPaused = false }: { isPaused?: boolean }) {
  const { data, error } = usePolled<{ cpu: number }>({ queryKey, path: '/api/server-stats/s1', isPaused })
  renders += 1
  return (
    <p>
      {data?.cpu ?? 'nothing'} {serverMessage(error)}
    </p>
  )
}

function open(first?: { cpu: number }, isPaused = false) {
  const client = createQueryClient()
  if (first) client.setQueryData(queryKey, first)
  return render(
    <QueryClientProvider client={client}>
      <Figure isPaused={isPaused} />
    </QueryClientProvider>,
  )
}

test('begins with what the page was rendered with, and reads the REST path every 5 s', async () => {
  answer = () => json({ cpu: 7 })
  open({ cpu: 3 })
  expect(screen.getByText('3')).toBeDefined()
  expect(asked).toEqual([])
  act(() => tick())
  await screen.findByText('7')
  expect(asked).toEqual([{ path: '/api/server-stats/s1', tag: null }])
})

test('an unchanged answer is a 304 that keeps the data and draws nothing anew', async () => {
  answer = () => json({ cpu: 4 }, { etag: '"a"' })
  open()
  await screen.findByText('4')
  const before = renders
  answer = () => new Response(null, { status: 304 })
  act(() => tick())
  await waitFor(() => expect(asked.at(-1)?.tag).toBe('"a"'))
  await act(async () => {})
  expect(screen.getByText('4')).toBeDefined()
  expect(renders).toBe(before)
  answer = () => json({ cpu: 5 }, { etag: '"b"' })
  act(() => tick())
  await screen.findByText('5')
  act(() => tick())
  await waitFor(() => expect(asked.at(-1)?.tag).toBe('"b"'))
})

test('a hidden tab asks nothing', async () => {
  answer = () => json({ cpu: 4 })
  open({ cpu: 1 })
  visibility = 'hidden'
  act(() => tick())
  expect(asked).toEqual([])
  visibility = 'visible'
  act(() => tick())
  await screen.findByText('4')
})

test('a failure says why, leaves the data, and the next poll is tried', async () => {
  answer = () => json({ message: 'The portal is busy.' }, {}, 503)
  open({ cpu: 2 })
  act(() => tick())
  await screen.findByText('2 The portal is busy.')
  answer = () => json({ cpu: 9 })
  act(() => tick())
  await screen.findByText('9')
})

test('a first answer that fails leaves nothing but the reason', async () => {
  answer = () => json({ message: 'This service does not exist.' }, {}, 404)
  open()
  await screen.findByText('nothing This service does not exist.')
})

test('while it is paused nothing is asked', () => {
  tick = () => {
    throw new Error('it was not to be started')
  }
  const intervals = spyOn(globalThis, 'setInterval')
  intervals.mockClear()
  open({ cpu: 6 }, true)
  expect(intervals.mock.calls.filter(([, delay]) => delay === pollInterval)).toEqual([])
})
