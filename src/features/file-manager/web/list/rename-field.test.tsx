import { expect, test } from 'bun:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { nameRule } from '#features/files/contract/names.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { RenameField, stemLength } from './rename-field.tsx'

const file = {
  id: 'f1',
  fileName: 'notes.final.txt',
  filePath: 'docs/notes.final.txt',
  isFolder: false,
} as ListedFile

type Input = { id: string; name: string; was: string }

function open(answer: (input: Input) => unknown = () => ({})) {
  const sent: Input[] = []
  let isDone = false
  renderWithCalls(<RenameField file={file} onDone={() => (isDone = true)} />, async (_, input) => {
    sent.push(input as Input)
    return answer(input as Input)
  })
  const field = screen.getByRole('textbox', { name: 'New name of notes.final.txt' }) as HTMLInputElement
  const save = (name: string) => {
    fireEvent.change(field, { target: { value: name } })
    if (field.form) fireEvent.submit(field.form)
  }
  return { field, save, sent, isDone: () => isDone }
}

test('the field has the focus, with the name selected up to its extension', () => {
  const { field } = open()
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'notes.final'.length])
})

test.each([
  ['notes.txt', false, 5],
  ['.htaccess', false, 9],
  ['README', false, 6],
  ['v1.2', true, 4],
])('for %s (folder: %p) the first %p characters are selected', (fileName, isFolder, length) => {
  expect(stemLength({ fileName, isFolder })).toBe(length)
})

test('a new name is sent with the original path, and editing ends', async () => {
  const { save, sent, isDone } = open()
  save('plan.txt')
  await waitFor(() => expect(isDone()).toBe(true))
  expect(sent).toEqual([{ id: 'f1', name: 'plan.txt', was: 'docs/notes.final.txt' }])
})

test('the same name ends editing and sends nothing', () => {
  const { save, sent, isDone } = open()
  save('notes.final.txt')
  expect([sent, isDone()]).toEqual([[], true])
})

test('Escape ends editing and sends nothing', () => {
  const { field, sent, isDone } = open()
  fireEvent.change(field, { target: { value: 'other.txt' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect([sent, isDone()]).toEqual([[], true])
})

test('an invalid name is refused in the field, and nothing is sent', () => {
  const { field, save, sent, isDone } = open()
  save('a/b')
  expect(screen.getByRole('alert').textContent).toBe(nameRule)
  expect([field.value, field.getAttribute('aria-invalid'), document.activeElement]).toEqual([
    'a/b',
    'true',
    field,
  ])
  expect([sent, isDone()]).toEqual([[], false])
})

test('a refusal by the server appears below the field, which keeps its text', async () => {
  const message = '"plan.txt" already exists in this folder.'
  const { field, save, isDone } = open(() => {
    throw new ApiError(409, message, { message, code: 'CONFLICT' })
  })
  save('plan.txt')
  await waitFor(() => expect(document.querySelector('.files-rename-problem')?.textContent).toBe(message))
  expect([field.value, isDone()]).toEqual(['plan.txt', false])
})
