import { afterEach, expect, spyOn, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { FilesPlaceProvider } from '../files-place.tsx'
import * as sending from '../uploads/send-file.ts'
import { NewEntryDialog } from './new-entry-dialog.tsx'

const services = [
  { id: 's1', name: 'Starter' },
  { id: 's2', name: 'Starter (shop.example.com)' },
]

type Opening = { kind?: 'folder' | 'file'; service?: string | undefined; offered?: typeof services }

function open({ kind = 'folder', service, offered = services }: Opening, refusal?: ApiError) {
  const sent: unknown[] = []
  const search = { path: 'images', ...(service ? { service } : {}) }
  const routeTree = createRootRoute({
    component: () => (
      <FilesPlaceProvider value={{ search }}>
        <NewEntryDialog kind={kind} opened onClose={() => {}} services={offered} />
      </FilesPlaceProvider>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  renderWithCalls(<RouterProvider router={router as never} />, async (path, input) => {
    if (path !== 'files.createFolder') return
    if (refusal) throw refusal
    sent.push(input)
  })
  return { sent, router }
}

const type = async (button: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'icons')
  await userEvent.click(screen.getByRole('button', { name: button }))
}

const sentence = '"icons" already exists in this folder.'
const taken = () => new ApiError(409, sentence, { code: 'CONFLICT', message: sentence } as ApiError['body'])

let send: ReturnType<typeof spyOn<typeof sending, 'sendFile'>> | undefined
afterEach(() => send?.mockRestore())

test('asks for the service of a new folder when all services are shown', async () => {
  const { sent } = open({})
  await type('Create folder')
  await screen.findByText('Choose a service.')
  expect(sent).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Service'), 's2')
  await userEvent.click(screen.getByRole('button', { name: 'Create folder' }))
  await waitFor(() => expect(sent).toEqual([{ serviceId: 's2', path: 'images/icons' }]))
})

test.each([
  ['shown', 's2', services],
  ['available', undefined, services.slice(1)],
] as const)('asks only for the name of a new folder in the service %s', async (_, service, offered) => {
  const { sent } = open({ service, offered: [...offered] })
  await type('Create folder')
  await waitFor(() => expect(sent).toEqual([{ serviceId: 's2', path: 'images/icons' }]))
  expect(screen.queryByLabelText('Service')).toBeNull()
})

test('a new file is empty, goes to the folder shown, and opens', async () => {
  send = spyOn(sending, 'sendFile').mockImplementation(async () => ({ id: 'f1' }) as never)
  const { router } = open({ kind: 'file', service: 's2' })
  await type('Create file')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ open: 'f1', path: 'images' }))
  const [{ file, serviceId, path }] = send.mock.calls[0] ?? ([] as never)
  expect([file.name, file.size, serviceId, path]).toEqual(['icons', 0, 's2', 'images'])
})

test.each(['folder', 'file'] as const)(
  'an existing name is refused below the name field of a %s',
  async (kind) => {
    send = spyOn(sending, 'sendFile').mockImplementation(async () => {
      throw taken()
    })
    open({ kind, service: 's2' }, taken())
    await type(`Create ${kind}`)
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
    )
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(0)
  },
)
