import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { FilesPlaceProvider } from '../files-place.tsx'
import * as sending from './send-file.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { UploadTray } from './upload-tray.tsx'
import { uploadQueue } from './uploads.ts'

const site = 'http://shop.example.com:3080/'
const services = [{ id: 's1', name: 'Starter' }]
const listed = [{ id: 's1', status: 'active', url: site, domain: null, plan: { name: 'Starter' } }]

let send: ReturnType<typeof spyOn<typeof sending, 'sendFile'>>
beforeEach(() => {
  send = spyOn(sending, 'sendFile').mockImplementation(async () => {})
})
afterEach(() => {
  act(() => {
    uploadQueue.cancelAll()
    uploadQueue.clear()
    for (const { key } of uploadQueue.uploads()) uploadQueue.cancel(key)
    uploadQueue.clear()
  })
  send.mockRestore()
})

const call = async (path: string): Promise<unknown> => (path === 'servers.list' ? listed : undefined)

const showTray = () => renderWithCalls(<UploadTray />, call)

const add = (...names: string[]) =>
  act(async () =>
    uploadQueue.add(
      names.map((name) => ({ file: new File(['abc'], name), folder: '' })),
      { serviceId: 's1', path: '' },
    ),
  )

const tray = () => within(screen.getByRole('region', { name: 'Uploads' }))

test('the tray shows the outcome of every file, then links to the site', async () => {
  showTray()
  await add('a.txt', 'b.txt')
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('2 uploaded'))
  expect(tray().queryByText(/Uploaded/)).toBeNull()
  await act(async () => tray().getByRole('button', { name: 'List of uploads' }).click())
  expect(tray().getAllByText(/Uploaded/)).toHaveLength(2)
  expect(
    tray()
      .getByRole('link', { name: /Open site/ })
      .getAttribute('href'),
  ).toBe(site)
  await act(async () => tray().getByRole('button', { name: 'Close: Uploads' }).click())
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
})

test('asks about an existing name, for one file or all, without losing the focus', async () => {
  send.mockImplementation(async ({ conflict }) => {
    const body = { code: 'CONFLICT', message: 'exists' } as ApiError['body']
    if (!conflict) throw new ApiError(409, '', body)
  })
  showTray()
  await add('a.txt', 'b.txt', 'c.txt')
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('3 files need an answer'))
  expect(screen.getByRole('group', { name: 'a.txt already exists.' })).toBeDefined()
  await act(async () => tray().getByRole('button', { name: 'Skip' }).click())
  expect(screen.getByRole('group', { name: 'b.txt already exists.' })).toBeDefined()
  await act(async () => tray().getByRole('checkbox').click())
  await act(async () => tray().getByRole('button', { name: 'Replace' }).click())
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('2 uploaded, 1 skipped'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('List of uploads')
})

test('asks once about the existing names of a folder', async () => {
  send.mockImplementation(async ({ conflict }) => {
    const body = { code: 'CONFLICT', message: 'exists' } as ApiError['body']
    if (!conflict) throw new ApiError(409, '', body)
    return undefined
  })
  showTray()
  const picked = ['', 'css', 'img'].map((folder) => ({ file: new File(['abc'], 'a'), folder }))
  await act(async () => uploadQueue.add(picked, { serviceId: 's1', path: '' }))
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('3 files need an answer'))
  await act(async () => tray().getByRole('button', { name: 'Replace' }).click())
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('3 uploaded'))
})

test('a file over quota offers to empty the trash, and is sent again after that', async () => {
  const body = { code: 'TOO_LARGE', message: 'This does not fit.', trashBytes: 12 } as ApiError['body'] &
    object
  let isFull = true
  send.mockImplementation(async () => {
    if (isFull) throw new ApiError(413, '', body)
  })
  const called: [path: string, input: unknown][] = []
  renderWithCalls(<UploadTray />, async (path, input) => {
    called.push([path, input])
    if (path === 'files.trashTotals') return { entries: 2, bytes: 12 }
    if (path === 'files.emptyTrash') isFull = false
    return call(path)
  })
  await add('a.txt')
  await waitFor(() => expect(tray().getByText('This does not fit.')).toBeDefined())
  await act(async () => (await tray().findByRole('button', { name: /^Empty trash \(12 Bytes\)/ })).click())
  await screen.findByText(/2 files and folders, 12 Bytes/)
  await act(async () => screen.getByRole('button', { name: 'Empty trash' }).click())
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('1 uploaded'))
  expect(called).toContainEqual(['files.emptyTrash', { serviceId: 's1' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an answer for all files of one upload does not apply to the next', async () => {
  send.mockImplementation(async ({ conflict }) => {
    const body = { code: 'CONFLICT', message: 'exists' } as ApiError['body']
    if (!conflict) throw new ApiError(409, '', body)
  })
  showTray()
  await add('a.txt')
  await add('b.txt')
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('2 files need an answer'))
  await act(async () => tray().getByRole('checkbox').click())
  await act(async () => tray().getByRole('button', { name: 'Replace' }).click())
  expect(screen.getByRole('group', { name: 'b.txt already exists.' })).toBeDefined()
  expect((tray().getByRole('checkbox') as HTMLInputElement).checked).toBe(false)
  await act(async () => tray().getByRole('button', { name: 'Skip' }).click())
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('1 uploaded, 1 skipped'))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('List of uploads'))
})

test('a file that waits for a busy server can be cancelled immediately, and the next one is sent', async () => {
  const busy = new ApiError(503, '', {
    code: 'UNAVAILABLE',
    message: 'The portal is busy.',
  } as ApiError['body'])
  busy.retryAfterSeconds = 600
  send.mockImplementationOnce(async () => {
    throw busy
  })
  showTray()
  await add('a.txt', 'b.txt')
  await screen.findByText('The portal is busy.')
  await act(async () => tray().getByRole('button', { name: 'Cancel a.txt' }).click())
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('1 uploaded, 1 cancelled'))
})

test('a failure shows its reason and can be retried alone', async () => {
  const body = { code: 'TOO_LARGE', message: 'The plan has no room.' } as ApiError['body']
  send.mockImplementationOnce(async () => {
    throw new ApiError(413, '', body)
  })
  showTray()
  await add('a.txt')
  await screen.findByText('The plan has no room.')
  await act(async () => tray().getByRole('button', { name: 'Retry a.txt' }).click())
  await waitFor(() => expect(tray().getByRole('status').textContent).toBe('1 uploaded'))
})

/** The browser's question before leaving the page. */
const isLeavingAsked = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('leaving the page during an upload asks first', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  send.mockImplementation(() => promise)
  showTray()
  expect(isLeavingAsked()).toBe(false)
  await add('a.txt')
  expect(isLeavingAsked()).toBe(true)
  expect(tray().getByText('Uploading 1 file')).toBeDefined()
  await act(async () => resolve(undefined))
  await waitFor(() => expect(isLeavingAsked()).toBe(false))
})

function showDialog() {
  const onClose = mock()
  const picked = [{ file: new File(['abc'], 'a.txt'), folder: '' }]
  renderWithCalls(
    <FilesPlaceProvider value={{ search: { service: 's1' } }}>
      <UploadDialog opened onClose={onClose} services={services} picked={picked} />
    </FilesPlaceProvider>,
    call,
  )
  return onClose
}

test('Escape asks before dropping chosen files, with the focus on staying', async () => {
  const onClose = showDialog()
  const dialog = await screen.findByRole('dialog')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await screen.findByText('The chosen file has not been uploaded yet.')
  expect(onClose).not.toHaveBeenCalled()
  expect(document.activeElement?.textContent).toBe('Keep choosing')
  await act(async () => screen.getByRole('button', { name: 'Discard' }).click())
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(uploadQueue.uploads()).toEqual([])
})

test('Start Upload hands the files to the tray and closes the dialog', async () => {
  const onClose = showDialog()
  await screen.findByRole('dialog')
  await act(async () => screen.getByRole('button', { name: 'Start Upload' }).click())
  expect(onClose).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(uploadQueue.uploads()).toMatchObject([{ state: 'done' }]))
})
