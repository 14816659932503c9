import { expect, spyOn, test } from 'bun:test'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useDialog } from './use-dialog.ts'

function Page() {
  const dialog = useDialog<string>()
  return (
    <>
      <button type="button" onClick={() => dialog.open('a.txt')}>
        Open
      </button>
      <button type="button">Elsewhere</button>
      {dialog.isOpen && (
        <button type="button" onClick={dialog.close}>
          Close
        </button>
      )}
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

const press = (name: string) =>
  act(async () => {
    button(name).focus()
    button(name).click()
  })

test('closing a dialog returns the focus to its opener', async () => {
  render(<Page />)
  await press('Open')
  await press('Close')
  // Comparing elements would print them, which takes seconds each time.
  await waitFor(() => expect(document.activeElement === button('Open')).toBe(true))
})

test('leaves a focus that has moved on by the time a dialog closes', async () => {
  render(<Page />)
  await press('Open')
  const later = spyOn(globalThis, 'setTimeout')
  await press('Close')
  const giveBack = later.mock.calls.find(([, ms]) => ms === 50)?.[0]
  later.mockRestore()
  button('Elsewhere').focus()
  giveBack?.()
  expect(giveBack).toBeDefined()
  expect(document.activeElement).toBe(button('Elsewhere'))
})
