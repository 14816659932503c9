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
  // The test advances the polling clock.
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

type Pace = { isPaused?: boolean; everyMs?: number }

function Cpu(pace: Pace) {
  const { data, error } = usePolled<{ cpu: number }>({ queryKey, path: '/api/server-stats/s1', ...pace })
  renders += 1
  return (
    <p>
      {data?.cpu ?? 'nothing'} {serverMessage(error)}
    </p>
  )
}

function open(first?: { cpu: number }, pace: Pace = {}) {
  const client = createQueryClient()
  if (first) client.setQueryData(queryKey, first)
  return render(
    <QueryClientProvider client={client}>
      <Cpu {...pace} />
    </QueryClientProvider>,
  )
}

test('polling starts with the data of the page and calls the REST path every 5 s', async () => {
  answer = () => json({ cpu: 7 })
  open({ cpu: 3 })
  expect(screen.getByText('3')).toBeDefined()
  expect(asked).toEqual([])
  act(() => tick())
  await screen.findByText('7')
  expect(asked).toEqual([{ path: '/api/server-stats/s1', tag: null }])
})

test('a 304 keeps the data without rendering again', async () => {
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

test('a hidden tab does not poll', async () => {
  answer = () => json({ cpu: 4 })
  open({ cpu: 1 })
  visibility = 'hidden'
  act(() => tick())
  expect(asked).toEqual([])
  visibility = 'visible'
  act(() => tick())
  await screen.findByText('4')
})

test('a failed poll reports why, keeps the data, and is followed by the next', async () => {
  answer = () => json({ message: 'The portal is busy.' }, {}, 503)
  open({ cpu: 2 })
  act(() => tick())
  await screen.findByText('2 The portal is busy.')
  answer = () => json({ cpu: 9 })
  act(() => tick())
  await screen.findByText('9')
})

test('a first poll that fails leaves an error without data', async () => {
  answer = () => json({ message: 'This service does not exist.' }, {}, 404)
  open()
  await screen.findByText('nothing This service does not exist.')
})

test('polling can be paused, and slower for data that rarely changes', () => {
  const intervals = spyOn(globalThis, 'setInterval')
  intervals.mockClear()
  const delays = () => intervals.mock.calls.map(([, delay]) => delay)
  open({ cpu: 6 }, { isPaused: true })
  expect(delays()).not.toContain(pollInterval)
  open({ cpu: 6 }, { everyMs: 60_000 })
  expect(delays()).not.toContain(pollInterval)
  expect(delays()).toContain(60_000)
})
