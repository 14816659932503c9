import { afterAll, beforeAll, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { renderWithCalls } from '#test/support/render.tsx'
import type { Domain } from '../../contract/contract.ts'
import { ImportDialog } from './import-dialog.tsx'
import { useZoneChanges } from './use-zone-changes.ts'

// The field grows with its text once fonts are loaded, and this browser has none.
beforeAll(() => void Reflect.set(document, 'fonts', new EventTarget()))
afterAll(() => void Reflect.deleteProperty(document, 'fonts'))

const user = userEvent.setup({ document })
const domain = { id: 'd', name: 'example.com' } as Domain
const record = { id: 'r', type: 'A', name: 'a', value: '192.0.2.1', ttl: 300, priority: null, version: 'one' }

function Tab() {
  const draft = useRef('')
  const changes = useZoneChanges(domain)
  const [round, setRound] = useState(1)
  const [isOpen, setOpen] = useState(true)
  const shared = { domain, changes, draft, opened: isOpen, onClose: () => setOpen(false) }
  const open = () => {
    setRound(round + 1)
    setOpen(true)
  }
  return (
    <>
      <button type="button" onClick={open}>
        Open
      </button>
      <ImportDialog key={round} {...shared} />
    </>
  )
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Zone file' })
const reopen = () => user.click(screen.getByText('Open'))

test('restores a pasted file after the dialog was closed by a key, until it is applied', async () => {
  renderWithCalls(<Tab />, async (path, input) => {
    const { apply } = input as { apply: boolean }
    if (path !== 'domains.dns.import') return undefined
    return { applied: apply, added: [record], removed: [], kept: 1, refused: [], effects: ['a leads there.'] }
  })
  await user.type(field(), 'a A 192.0.2.1')
  await user.keyboard('{Escape}')
  await reopen()
  expect(field().value).toBe('a A 192.0.2.1')
  await user.click(screen.getByRole('button', { name: 'Preview changes' }))
  await screen.findByText(/Adds 1/)
  expect(screen.getByText('a leads there.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Zone file imported')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Zone file' })).toBeNull())
  await reopen()
  expect(field().value).toBe('')
})
