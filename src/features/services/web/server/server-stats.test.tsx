import { afterEach, expect, test } from 'bun:test'
import { act, cleanup, screen } from '@testing-library/react'
import type { Stats } from '#features/monitoring/contract/contract.ts'
import { gib, mib } from '#shared/bytes.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { UptimeStrip } from './monitoring/server-strip.tsx'
import { ServerStats } from './server-stats.tsx'

afterEach(cleanup)

const stats: Stats = {
  cpuUsage: 12.5,
  memoryUsage: 71,
  diskUsage: 90.01,
  uptime: 2 * 86_400 + 3 * 3_600 + 59 * 60,
  networkIn: 25 * mib,
  networkOut: 300 * mib,
  processes: 1,
  sampledAt: '2026-11-21T08:30:00.000Z',
  source: 'proc',
}

function open(changed: Partial<Stats> = {}, usedDiskBytes = 9.001 * gib) {
  const queryClient = createQueryClient()
  queryClient.setQueryData([['servers', 'stats'], { input: { id: 's1' }, type: 'query' }], {
    ...stats,
    ...changed,
  })
  const plan = { cpuPercent: 25, memoryBytes: 128 * mib, diskBytes: 10 * gib }
  const limits = { ...plan, usedDiskBytes, keptBy: 'watchdog' as const }
  renderWithCalls(<ServerStats serviceId="s1" limits={limits} />, async () => null, queryClient)
  return queryClient
}

const toneOf = (name: string) =>
  screen.getByRole('meter', { name }).closest<HTMLElement>('.server-meter')?.dataset.tone
const shareOf = (name: string) => screen.getByRole('meter', { name }).getAttribute('value')

test('usage is green up to 70%, yellow above it and red above 90%', () => {
  open()
  expect(['CPU', 'Memory', 'Disk'].map(toneOf)).toEqual(['ok', 'warn', 'bad'])
  expect(screen.getByText('12.5%', { selector: '.tabular' })).toBeDefined()
  expect(screen.getByText('90.88 MB of 128 MB')).toBeDefined()
})

test('usage of exactly 70% is still green, and of exactly 90% still yellow', () => {
  open({ cpuUsage: 70, memoryUsage: 90 })
  expect(['CPU', 'Memory'].map(toneOf)).toEqual(['ok', 'warn'])
})

test('disk shows the bytes of the files, however few, even while the server is stopped', () => {
  open({ diskUsage: 0, processes: 0 }, 43 * 1_024)
  expect(screen.getByText('43.00 KB of 10 GB')).toBeDefined()
})

test('uptime is shown in days and hours, and network bars are full at 100 MB', () => {
  open()
  expect(screen.getByText('2d 3h')).toBeDefined()
  expect(['Network In', 'Network Out'].map(shareOf)).toEqual(['25', '100'])
  expect(screen.getByText('300.00 MB', { selector: '.tabular' })).toBeDefined()
})

test('simulated metrics are marked as simulated, and measured ones are not', () => {
  open({ source: 'simulated' })
  expect(screen.getByText('These figures are simulated.')).toBeDefined()
  cleanup()
  open()
  expect(screen.queryByText('These figures are simulated.')).toBeNull()
})

test('metrics that could not be refreshed show when they were read', async () => {
  const real = globalThis.fetch
  globalThis.fetch = Object.assign(async () => Response.json({ message: 'Busy.' }, { status: 503 }), {
    preconnect: real.preconnect,
  })
  const queryClient = open()
  await act(() => queryClient.invalidateQueries())
  await screen.findByText(/Reconnecting…/)
  expect(screen.getByText('2d 3h')).toBeDefined()
  globalThis.fetch = real
})

test('a server that is not running has no uptime', () => {
  open({ uptime: 0, processes: 0 })
  expect(screen.getByText('Not running.')).toBeDefined()
})

const block = (state: 'up' | 'partial' | 'down' | 'unknown', at: number) => ({
  from: `2026-11-21T08:3${at}:00.000Z`,
  to: `2026-11-21T08:3${at + 1}:00.000Z`,
  state,
  uptimePercent: null,
})

test.each([
  [null, ['unknown'], 'No measurements in this period.'],
  [100, ['unknown', 'up'], '100% uptime, no interruptions.'],
  [
    66.66,
    ['up', 'partial', 'down'],
    'Up for 66.66% of the measured time, with interruptions in 2 of 3 blocks.',
  ],
] as const)('the uptime strip describes an uptime of %p', (uptimePercent, states, sentence) => {
  const metrics = { uptimePercent, strip: states.map(block) }
  renderWithCalls(<UptimeStrip metrics={metrics} range="the last hour" />, async () => null)
  expect(screen.getByText(sentence)).toBeDefined()
})
