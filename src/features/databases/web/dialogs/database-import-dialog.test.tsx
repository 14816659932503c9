import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { shownDatabase } from '#test/support/shown-databases.ts'
import { DatabaseImportDialog } from './database-import-dialog.tsx'

const user = userEvent.setup({ document })

/** A request that the test answers. */
class FakeRequest {
  static last: FakeRequest
  static readonly DONE = 4
  readonly upload = Object.assign(new EventTarget(), {
    onprogress: (_: { loaded: number; total: number }) => {},
  })
  readyState = 4
  status = 0
  responseText = ''
  path = ''
  file: File | null = null
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  constructor() {
    FakeRequest.last = this
  }
  open(_method: string, path: string) {
    this.path = path
  }
  send(form: FormData) {
    this.file = form.get('file') as File
  }
  abort() {
    this.onabort()
  }
  addEventListener() {}
  getResponseHeader = () => null
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    act(() => this.onload())
  }
}

const before = globalThis.XMLHttpRequest
beforeEach(() => void Object.assign(globalThis, { XMLHttpRequest: FakeRequest }))
afterEach(() => void Object.assign(globalThis, { XMLHttpRequest: before }))

async function begin() {
  const close = mock()
  renderWithCalls(
    <DatabaseImportDialog database={shownDatabase()} opened onClose={close} />,
    async () => undefined,
  )
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!field) throw new Error('There is no file field.')
  await user.upload(field, new File(['create table a (b int);'], 'shop.sql'))
  await user.click(screen.getByRole('button', { name: 'Import' }))
  return { close, request: FakeRequest.last }
}

test('a file must be chosen before the import', () => {
  renderWithCalls(
    <DatabaseImportDialog database={shownDatabase()} opened onClose={() => {}} />,
    async () => undefined,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Import' })
  expect(button.disabled).toBe(true)
  expect(button.getAttribute('aria-description')).toBe('Choose a file first.')
  expect(document.querySelector('input[webkitdirectory]')).toBeNull()
})

test('shows the upload progress, and closes after a successful import', async () => {
  const { close, request } = await begin()
  expect(request.path).toBe(`/api/databases/${shownDatabase().id}/import`)
  expect(request.file?.name).toBe('shop.sql')
  act(() => request.upload.onprogress({ loaded: 1, total: 4 }))
  expect(screen.getByText('25%')).toBeDefined()
  act(() => request.upload.onprogress({ loaded: 4, total: 4 }))
  expect(screen.getByText('Uploaded. Importing…')).toBeDefined()
  request.answer(200, { notes: [] })
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(screen.getByText('shop.sql was imported into shop.')).toBeDefined()
})

test('notes about differences from the file stay until they are closed', async () => {
  const { close, request } = await begin()
  request.answer(200, { notes: ['Events are stored but never run.', 'Another collation was used instead.'] })
  expect(await screen.findByText('Events are stored but never run.')).toBeDefined()
  expect(screen.getByText('Another collation was used instead.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  expect(close).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledTimes(1)
})

test('the engine’s message is shown, and the dialog stays for another file', async () => {
  const { close, request } = await begin()
  request.answer(422, { message: 'Line 3: syntax error at or near "crate"' })
  expect(await screen.findByText('Line 3: syntax error at or near "crate"')).toBeDefined()
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(false)
})

test('a cancelled import says that parts of the file may remain', async () => {
  const { close } = await begin()
  await user.click(screen.getByRole('button', { name: 'Cancel Import' }))
  expect(await screen.findByText(/^Import cancelled\./)).toBeDefined()
  expect(close).not.toHaveBeenCalled()
})
