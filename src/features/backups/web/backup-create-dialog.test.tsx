import { expect, mock, test } from 'bun:test'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Service } from '#features/services/contract/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { BackupCreateDialog } from './backup-create-dialog.tsx'
import type { Creation } from './use-create-backup.ts'

const user = userEvent.setup({ document })
const id = '0190a000-0000-7000-8000-000000000001'
const service = { id, domain: 'shop.example.com', plan: { name: 'Pro' } } as Service
const other = { ...service, id: '0190a000-0000-7000-8000-000000000002', domain: 'bells.example.com' }

function open({
  create = async () => {},
  isCreating = false,
  chosen = '',
  services = [service, other],
  isBound = false,
}: Partial<Creation & { chosen: string; services: Service[]; isBound: boolean }>) {
  const close = mock()
  renderWithCalls(
    <BackupCreateDialog
      opened
      onClose={close}
      services={services}
      chosen={chosen}
      isBound={isBound}
      creation={{ isCreating, createdId: undefined, create }}
      backups={[]}
    />,
    async () => undefined,
  )
  return { close, button: screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }) }
}

test('creates a backup once a service is chosen, and closes when it has begun', async () => {
  const create = mock(async () => {})
  const { close, button } = open({ create })
  expect(button.disabled).toBe(true)
  await user.selectOptions(screen.getByLabelText('Service'), 'Pro · shop.example.com')
  await user.click(button)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(create.mock.calls).toEqual([[{ serviceId: id, backupType: 'full' }] as never])
})

test('preselects the service of the list', () => {
  expect(open({ chosen: id }).button.disabled).toBe(false)
})

test('preselects the only service', () => {
  expect(open({ services: [service] }).button.disabled).toBe(false)
})

test('the page of a site has no service field', () => {
  expect(open({ chosen: id, isBound: true }).button.disabled).toBe(false)
  expect(screen.queryByLabelText('Service')).toBeNull()
})

test('a disabled button says why', () => {
  expect(open({}).button.getAttribute('aria-description')).toBe('Choose a service first.')
  cleanup()
  expect(open({ services: [] }).button.getAttribute('aria-description')).toBe(
    'Backups need an active service.',
  )
})

test('while a backup is in progress, the dialog shows it and starts no other', () => {
  const { button } = open({ chosen: id, isCreating: true })
  expect(button.disabled).toBe(true)
  expect(screen.getByText('45%')).toBeDefined()
})

test('a service that the server refuses is named under its field', async () => {
  const fields = { serviceId: 'This service takes no backups.' }
  const create = () => Promise.reject(new ApiError(409, '{}', { fields }))
  const { close, button } = open({ chosen: id, create })
  await user.click(button)
  expect(await screen.findByText('This service takes no backups.')).toBeDefined()
  expect(close).not.toHaveBeenCalled()
})
