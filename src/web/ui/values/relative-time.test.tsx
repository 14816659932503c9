import { afterEach, expect, spyOn, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import { second } from '#shared/time.ts'
import { DateTime, RenderedAtProvider } from './values.tsx'

const clock = spyOn(performance, 'now')
const timers = spyOn(globalThis, 'setInterval')
const stopped = spyOn(globalThis, 'clearInterval')
afterEach(() => {
  for (const spy of [clock, timers, stopped]) spy.mockReset()
})

const show = () =>
  render(
    <RenderedAtProvider value="2026-11-22T08:00:00.000Z">
      <DateTime at="2026-11-22T07:59:54.000Z" as="relative" />
      <DateTime at="2026-11-22T07:00:00.000Z" as="relative" />
    </RenderedAtProvider>,
  )

/** Advances the time, and runs the page's one timer. */
function pass(seconds: number): void {
  clock.mockReturnValue(seconds * second)
  const [tick] = timers.mock.calls.at(-1) ?? []
  act(() => (tick as () => void)())
}

test('relative times share one timer, which stops with the last of them', () => {
  clock.mockReturnValue(0)
  const { unmount } = show()
  expect(timers).toHaveBeenCalledTimes(1)
  screen.getByText('6 seconds ago')
  pass(120)
  screen.getByText('2 minutes ago')
  expect(stopped).not.toHaveBeenCalled()
  unmount()
  expect(stopped).toHaveBeenCalledTimes(1)
})

test('a time that is shown long after the page load is right immediately', () => {
  clock.mockReturnValue(600 * second)
  show()
  screen.getByText('10 minutes ago')
})

test('relative times pause while the page is hidden, and catch up when it is shown', () => {
  clock.mockReturnValue(0)
  show()
  const hide = (value: boolean) => Object.defineProperty(document, 'hidden', { value, configurable: true })
  hide(true)
  pass(120)
  screen.getByText('6 seconds ago')
  hide(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  screen.getByText('2 minutes ago')
  Reflect.deleteProperty(document, 'hidden')
})
