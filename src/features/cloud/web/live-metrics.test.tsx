import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { LiveMetrics } from './live-metrics.tsx'

type Timer = { everyMs: number | undefined; tick: () => void }
let timers: Timer[]
beforeEach(() => {
  timers = []
  const start = (tick: () => void, everyMs?: number) => timers.push({ everyMs, tick })
  spyOn(globalThis, 'setInterval').mockImplementation(start as unknown as typeof setInterval)
})
afterEach(() => mock.restore())

const setReducedMotion = (lessMotion: boolean) =>
  spyOn(window, 'matchMedia').mockReturnValue({
    matches: lessMotion,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as MediaQueryList)
const turn = (visibility: DocumentVisibilityState) =>
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })

const metrics = () => document.querySelector('[data-live-metrics]')?.textContent
/** The values of the chart's table, newest first. */
const rows = () =>
  [...document.querySelectorAll('[data-network-chart] tbody tr')].map((row) => row.textContent)
const show = () => {
  render(
    <MantineProvider env="test">
      <LiveMetrics />
    </MantineProvider>,
  )
  const details = document.querySelector('details')
  if (!details) throw new Error('no table is offered')
  details.open = true
  fireEvent(details, new Event('toggle'))
}
const tick = (everyMs: number) =>
  act(() => {
    for (const timer of timers) if (timer.everyMs === everyMs) timer.tick()
  })

test('metrics change every 2 s and the chart of 20 points every second, and the section says that they are simulated', () => {
  setReducedMotion(false)
  turn('visible')
  show()
  expect(timers.map(({ everyMs }) => everyMs).sort()).toEqual([1_000, 2_000])
  expect(screen.getByText(/^Simulated figures/)).toBeDefined()
  expect(screen.getByText('Network traffic')).toBeDefined()
  const [first, drawn] = [metrics(), rows()]
  tick(1_000)
  expect(metrics()).toBe(first)
  expect(rows()).not.toEqual(drawn)
  expect(rows()).toHaveLength(20)
  tick(2_000)
  expect(metrics()).not.toBe(first)
})

test('nothing moves in a hidden tab', () => {
  setReducedMotion(false)
  turn('hidden')
  show()
  const before = [metrics(), rows()]
  tick(1_000)
  tick(2_000)
  expect([metrics(), rows()]).toEqual(before)
})

test('nothing moves for a user who prefers reduced motion', () => {
  setReducedMotion(true)
  show()
  expect(timers).toEqual([])
})
