import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { FilesPlaceProvider } from '../files-place.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const services = [
  { id: 'new', name: 'Pro · bells.example.com' },
  { id: 'old', name: 'Pro · shop.example.com' },
]
const picked = [{ file: new File(['x'], 'x.txt'), folder: '' }]

function open(more: { services?: typeof services; serviceId?: string } = {}) {
  const { serviceId, services: offered = services } = more
  renderWithCalls(
    <FilesPlaceProvider value={{ search: serviceId ? { service: serviceId } : {} }}>
      <UploadDialog opened onClose={() => {}} services={offered} picked={picked} />
    </FilesPlaceProvider>,
    async () => undefined,
  )
  return {
    service: screen.getByLabelText<HTMLSelectElement>('Service'),
    start: screen.getByRole<HTMLButtonElement>('button', { name: 'Start Upload' }),
  }
}

test('asks for a service when there are several', async () => {
  const { service, start } = open()
  expect([service.value, start.disabled]).toEqual(['', true])
  await userEvent.selectOptions(service, 'Pro · shop.example.com')
  expect([service.value, start.disabled]).toEqual(['old', false])
})

test('preselects the service shown in the list', () => {
  expect(open({ serviceId: 'old' }).service.value).toBe('old')
})

test('preselects the only service', () => {
  const { service, start } = open({ services: services.slice(0, 1) })
  expect([service.value, start.disabled]).toEqual(['new', false])
})
