import { expect, mock, test } from 'bun:test'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Rows } from '../../contract/contract.ts'
import { RowGrid } from './row-grid.tsx'

const user = userEvent.setup({ document })

const column = (name: string, more: object = {}) => ({
  name,
  type: 'text',
  isNullable: true,
  fallback: null,
  keyPosition: null,
  isEditable: true,
  ...more,
})

const shown: Rows = {
  columns: [
    column('id', { keyPosition: 1, isNullable: false }),
    column('name'),
    column('shape', { isEditable: false }),
  ],
  rows: [
    { values: ['1', 'Asha', 'a point'], cut: [] },
    { values: ['2', null, 'a line'], cut: [] },
    { values: ['3', 'long '.repeat(40), 'a line'], cut: [] },
  ],
  nextCursor: null,
  editProblem: null,
}

function show({ rows = shown, isStored = true } = {}) {
  const [save, change] = [mock(async () => isStored), mock()]
  const ignore = () => undefined
  render(
    <RowGrid
      caption="Rows of gods"
      rows={rows}
      sort={undefined}
      onSort={ignore}
      onOpenValue={ignore}
      onChange={change}
      onDelete={ignore}
      onSave={save}
    />,
  )
  return { save, change }
}

const cell = (name: string) => screen.getByRole('gridcell', { name })
const field = () => screen.queryByRole<HTMLInputElement>('textbox')
const isOpen = () => field() !== null
const focused = () => document.activeElement?.textContent

test('a double click opens a value, and Enter stores it', async () => {
  const { save } = show()
  await user.dblClick(cell('Asha'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('New value for name')
  await user.clear(field() as HTMLInputElement)
  await user.keyboard('Durga{Enter}')
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(save.mock.calls).toEqual([[shown.rows[0], shown.columns[1], 'Durga']] as never)
})

test('arrow keys move between cells, Enter opens one, Escape discards the edit, and the focus returns', async () => {
  const { save } = show()
  await user.click(cell('1'))
  cell('1').focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toBe('NULL')
  await user.keyboard('{Enter}x{Escape}')
  await waitFor(() => expect(focused()).toBe('NULL'))
  expect(save).not.toHaveBeenCalled()
})

test('an untouched field over NULL keeps NULL, and another value can be set to it', async () => {
  const { save } = show()
  await user.dblClick(cell('NULL'))
  expect(screen.queryByRole('button', { name: 'Set NULL' })).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(save).not.toHaveBeenCalled()
  await user.dblClick(cell('Asha'))
  await user.click(screen.getByRole('button', { name: 'Set NULL' }))
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(save.mock.calls).toEqual([[shown.rows[0], shown.columns[1], null]] as never)
})

test('blur stores the text of the field once', async () => {
  const { save } = show()
  await user.dblClick(cell('Asha'))
  await user.keyboard('!')
  await user.click(document.body)
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(save).toHaveBeenCalledTimes(1)
})

test('a refused value stays in its field', async () => {
  const { save } = show({ isStored: false })
  await user.dblClick(cell('Asha'))
  await user.keyboard('?{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(isOpen()).toBe(true)
})

test('a value that is too long or not editable opens the dialog of its row', async () => {
  const { change } = show()
  await user.dblClick(cell('a point'))
  cell('3').focus()
  await user.keyboard('{ArrowRight}{Enter}')
  expect(change.mock.calls).toEqual([[shown.rows[0]], [shown.rows[2]]] as never)
  expect(isOpen()).toBe(false)
})

test('rows that cannot be edited are a plain table', () => {
  show({ rows: { ...shown, editProblem: 'This is a view.' } })
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit row/ })).toBeNull()
})
