import { expect, test } from 'bun:test'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useAskedDialog } from './use-asked-dialog.ts'

function Page({ asks }: { asks: boolean }) {
  const [isAsked, setAsked] = useState(asks)
  const dialog = useAskedDialog({ isAsked, subject: 'new', forget: () => setAsked(false) })
  return (
    <main>
      <h1>Projects</h1>
      <p>{isAsked ? '?dialog=new' : ''}</p>
      <button type="button" onClick={() => dialog.open('new')}>
        New project
      </button>
      <button type="button" onClick={() => setAsked((before) => !before)}>
        Change the address
      </button>
      {dialog.isOpen && (
        <button type="button" onClick={dialog.close}>
          Close {dialog.subject}
        </button>
      )}
    </main>
  )
}

const press = (name: string) =>
  act(async () => {
    screen.getByRole('button', { name }).focus()
    screen.getByRole('button', { name }).click()
  })
const isOpen = () => screen.queryByRole('button', { name: 'Close new' }) !== null

test('a URL that requests a dialog opens it, and closing it clears the request', async () => {
  render(<Page asks />)
  expect(isOpen()).toBe(true)
  await press('Close new')
  expect(isOpen()).toBe(false)
  expect(screen.queryByText('?dialog=new')).toBeNull()
})

test('a dialog that nothing on the page opened returns the focus to the heading', async () => {
  render(<Page asks />)
  await press('Close new')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('an open page opens and closes its dialog as its URL changes', async () => {
  render(<Page asks={false} />)
  expect(isOpen()).toBe(false)
  await press('Change the address')
  expect(isOpen()).toBe(true)
  await press('Change the address')
  expect(isOpen()).toBe(false)
})

test('a button of the page opens the dialog without changing the URL', async () => {
  render(<Page asks={false} />)
  await press('New project')
  expect(isOpen()).toBe(true)
  await press('Close new')
  expect(isOpen()).toBe(false)
})
