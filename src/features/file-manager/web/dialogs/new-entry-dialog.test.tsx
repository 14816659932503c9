import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { FolderDialog } from './folder-dialog.tsx'

const services = [
  { id: 's1', name: 'Starter' },
  { id: 's2', name: 'Starter (shop.example.com)' },
]

function open(serviceId: string | undefined, offered = services) {
  const sent: unknown[] = []
  renderWithCalls(
    <FolderDialog opened onClose={() => {}} services={offered} serviceId={serviceId} path="images" />,
    async (path, input) => {
      if (path === 'files.createFolder') sent.push(input)
    },
  )
  return sent
}
const save = async () => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'icons')
  await userEvent.click(screen.getByRole('button', { name: 'Create folder' }))
}

test('where all services are shown, the service of a new folder has to be chosen', async () => {
  const sent = open(undefined)
  await save()
  await screen.findByText('Choose a service.')
  expect(sent).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Service'), 's2')
  await userEvent.click(screen.getByRole('button', { name: 'Create folder' }))
  await waitFor(() => expect(sent).toEqual([{ serviceId: 's2', path: 'images/icons' }]))
})

test.each([
  ['that is shown', 's2', services],
  ['that is the only one', undefined, services.slice(1)],
] as const)('a new folder of the service %s asks for its name alone', async (_, serviceId, offered) => {
  const sent = open(serviceId, [...offered])
  await save()
  await waitFor(() => expect(sent).toEqual([{ serviceId: 's2', path: 'images/icons' }]))
  expect(screen.queryByLabelText('Service')).toBeNull()
})
