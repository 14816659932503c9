import { afterEach, beforeEach, expect, test } from 'bun:test'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { tooltipDelays } from './tooltip-watch.ts'
import { Tooltips } from './tooltips.tsx'

const realTimeout = globalThis.setTimeout
const realNow = performance.now
let held: (() => void)[] = []
let now = 10_000

// Fake timers that the test runs by hand.
beforeEach(() => {
  held = []
  globalThis.setTimeout = ((run: () => void, ms?: number) =>
    ms === tooltipDelays.open ? held.push(run) : realTimeout(run, ms)) as typeof setTimeout
  performance.now = () => now
})
afterEach(() => {
  globalThis.setTimeout = realTimeout
  performance.now = realNow
})

const draw = () =>
  render(
    <MantineProvider env="test">
      <button type="button" data-tooltip="Copy IP address">
        1
      </button>
      <button type="button" data-tooltip="Download">
        2
      </button>
      <Tooltips />
    </MantineProvider>,
  )

const button = (name: string) => screen.getByRole('button', { name })
const point = (name: string, pointerType = 'mouse') =>
  fireEvent(button(name), new PointerEvent('pointerover', { bubbles: true, pointerType }))
const openHeld = () => held.pop()?.()

test('explains a control once the pointer has rested on it for 700 ms', async () => {
  draw()
  point('1')
  expect([held.length, tooltipDelays.open]).toEqual([1, 700])
  expect(screen.queryByText('Copy IP address')).toBeNull()
  openHeld()
  expect(await screen.findByText('Copy IP address')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByText('Copy IP address')).toBeNull()
})

test('the next control explains itself immediately within 300 ms, and after the full delay later', async () => {
  draw()
  point('1')
  openHeld()
  await screen.findByText('Copy IP address')
  point('2')
  expect(held).toEqual([])
  expect(await screen.findByText('Download')).toBeTruthy()
  expect(screen.queryByText('Copy IP address')).toBeNull()
  fireEvent.pointerDown(document.body)
  now += tooltipDelays.skip
  point('1')
  expect(held).toHaveLength(1)
  expect(screen.queryByText('Copy IP address')).toBeNull()
})

test('a finger opens no tooltip', () => {
  draw()
  point('1', 'touch')
  expect(held).toEqual([])
})
