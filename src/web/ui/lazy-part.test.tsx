import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { type FakeServer, fakeServer } from '#test/support/fake-health.ts'
import { lazyPart, notingParts } from './lazy-part.tsx'
import { ToastHost } from './overlays/toast-host.tsx'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(async () => {
  await act(() => server.restore())
})

type DialogProps = { subject: string; onClose: () => void }
const Dialog = ({ subject }: DialogProps) => <p>About {subject}</p>

const Broken: typeof Dialog = () => {
  throw new Error('broken')
}

const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

function show(Part: ComponentType<DialogProps>, onClose = mock()) {
  const page = (subject: string) => (
    <>
      <h1>The page</h1>
      {subject && <Part key={subject} subject={subject} onClose={onClose} />}
      <ToastHost />
    </>
  )
  const view = render(page('one'))
  return { onClose, open: (subject: string) => view.rerender(page(subject)) }
}

test('a lazy part appears once its chunk has loaded, and immediately the next time', async () => {
  const load = mock(async () => ({ Dialog }))
  const { open } = show(lazyPart(load, 'Dialog'))
  await screen.findByText('About one')
  open('two')
  expect(screen.getByText('About two')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

test('draws a prefetched lazy part immediately, on a server too', async () => {
  const load = mock<() => Promise<{ Dialog: typeof Dialog }>>(failing)
  const Part = lazyPart(load, 'Dialog')
  const written = () => renderToString(<Part subject="one" onClose={mock()} />)
  await Part.preload()
  expect(written()).toBe('')
  load.mockImplementation(async () => ({ Dialog }))
  await Part.preload()
  expect(written()).toContain('About')
})

test('notes the name of a drawn part, and not of one that is still loading', async () => {
  const Part = lazyPart(async () => ({ Dialog }), 'Dialog')
  const draw = () => renderToString(<Part subject="one" onClose={mock()} meanwhile="Loading..." />)
  expect(notingParts(draw)).toEqual(['Loading...', []])
  await Part.preload()
  expect(notingParts(draw)[1]).toEqual(['Dialog'])
})

test('shows a placeholder until the part has loaded or failed', async () => {
  server.isThere = true
  const load = mock<() => Promise<{ Dialog: typeof Dialog }>>(failing)
  const Part = lazyPart(load, 'Dialog')
  const part = (key: string) => <Part key={key} subject={key} onClose={mock()} meanwhile="Loading..." />
  const { rerender } = render(part('one'))
  expect(screen.getByText('Loading...')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  load.mockImplementation(async () => ({ Dialog }))
  rerender(part('two'))
  expect(screen.getByText('Loading...')).toBeDefined()
  await screen.findByText('About two')
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('without a server a toast appears, the part closes, the page stays, and a retry works', async () => {
  const load = mock<() => Promise<{ Dialog: typeof Dialog }>>(failing)
  server.isThere = false
  const { onClose, open } = show(lazyPart(load, 'Dialog'))
  await screen.findByText('No connection to the server')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.getByText('The page')).toBeDefined()
  // While the connection is lost nothing is requested, as some browsers would cache the failure.
  open('two')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
  expect(load).toHaveBeenCalledTimes(1)
  server.isThere = true
  load.mockImplementation(async () => ({ Dialog }))
  open('three')
  await screen.findByText('About three')
})

test('reports a chunk that the server no longer has, with a button to reload', async () => {
  const { onClose } = show(lazyPart<{ Dialog: typeof Dialog }, 'Dialog'>(failing, 'Dialog'))
  await screen.findByText('This could not be opened')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('closes a part that fails while shown without its page, and does not blame an update', async () => {
  const error = console.error
  console.error = () => {}
  const { onClose } = show(lazyPart(async () => ({ Dialog: Broken }), 'Dialog'))
  await screen.findByText('This part of the page failed and was closed.', { exact: false })
  expect(screen.getByText('The page')).toBeDefined()
  expect(screen.queryByText('updated', { exact: false })).toBeNull()
  expect(onClose).toHaveBeenCalledTimes(1)
  console.error = error
})
