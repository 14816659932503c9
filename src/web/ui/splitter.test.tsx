import { beforeEach, expect, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readStored } from '#web/lib/browser-storage.ts'
import { Splitter, useSplit } from './splitter.tsx'

const user = userEvent.setup({ document })
const name = 'split-test'

beforeEach(() => localStorage.clear())

function Parts() {
  const split = useSplit({ name, initial: 240, min: 180, max: 400, unit: 'px' })
  return (
    <div>
      <div id="list" />
      <Splitter split={split} label="Width of the list" controls="list" />
    </div>
  )
}

const line = () => screen.getByRole('separator', { name: 'Width of the list' })
const at = () => Number(line().getAttribute('aria-valuenow'))

test('arrow keys move it by steps, Home and End to its ends, and this browser stores the position', async () => {
  render(<Parts />)
  act(() => line().focus())
  await user.keyboard('{ArrowRight}')
  expect(at()).toBe(256)
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(at()).toBe(224)
  await user.keyboard('{End}{ArrowRight}')
  expect(at()).toBe(400)
  await user.keyboard('{Home}')
  expect([at(), readStored(name)]).toEqual([180, '180'])
})

test('follows the pointer between its ends, and stores the position on release', () => {
  render(<Parts />)
  line().setPointerCapture = () => {}
  const moveTo = (clientX: number) => fireEvent.pointerMove(line(), { clientX })
  moveTo(300)
  expect(at()).toBe(240)
  fireEvent.pointerDown(line(), { button: 0 })
  moveTo(300)
  expect([at(), readStored(name)]).toEqual([300, null])
  moveTo(10_000)
  fireEvent.pointerUp(line())
  moveTo(300)
  expect([at(), readStored(name)]).toEqual([400, '400'])
})

test('starts at the stored position, and a double click resets it', async () => {
  localStorage.setItem(name, '320')
  render(<Parts />)
  expect(at()).toBe(320)
  await user.dblClick(line())
  expect([at(), readStored(name)]).toEqual([240, null])
})

test('ignores a stored position that is invalid or beyond its ends', () => {
  localStorage.setItem(name, 'far right')
  const { unmount } = render(<Parts />)
  expect(at()).toBe(240)
  unmount()
  localStorage.setItem(name, '9000')
  render(<Parts />)
  expect(at()).toBe(400)
})
