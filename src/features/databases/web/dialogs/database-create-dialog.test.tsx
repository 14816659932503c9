import { beforeEach, expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Service } from '#features/services/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { shownDatabase, shownEngines } from '#test/support/shown-databases.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { DatabaseCreateDialog } from './database-create-dialog.tsx'

const user = userEvent.setup({ document })
const id = '0190a000-0000-7000-8000-000000000001'
const service = { id, domain: 'shop.example.com', plan: { name: 'Pro' } } as Service
const other = { ...service, id: '0190a000-0000-7000-8000-000000000002', domain: 'bells.example.com' }

let created: unknown[]
beforeEach(() => {
  created = []
})

type Opening = { services?: Service[]; chosen?: string; answer?: () => unknown }

function open({ services = [service], chosen, answer = shownDatabase }: Opening = {}) {
  const close = mock()
  renderWithCalls(
    <DatabaseCreateDialog opened onClose={close} services={services} chosen={chosen} />,
    async (path, input) => {
      if (path === 'databases.engines') return shownEngines
      if (path === 'databases.create') {
        created.push(input)
        return answer()
      }
      return []
    },
  )
  return { close, submit: screen.getByRole<HTMLButtonElement>('button', { name: 'Create Database' }) }
}

const password = () => screen.getByLabelText<HTMLInputElement>('Password')

async function fill(): Promise<void> {
  await user.type(screen.getByLabelText('Database Name'), 'shop')
  await user.type(screen.getByLabelText('Username'), 'clerk')
  await user.type(password(), 'longenough')
}

test('every field that is missing says so, and nothing is sent', async () => {
  const { submit } = open()
  await user.click(submit)
  expect(screen.getByText('Database name is required')).toBeDefined()
  expect(screen.getByText('Username is required')).toBeDefined()
  expect(screen.getByText('Password must be at least 8 characters')).toBeDefined()
  expect(created).toEqual([])
})

test('names hold letters, digits and underscores alone', async () => {
  const { submit } = open()
  await user.type(screen.getByLabelText('Database Name'), 'my-shop')
  await user.type(screen.getByLabelText('Username'), 'my shop')
  await user.click(submit)
  expect(screen.getAllByText('Only letters, numbers, and underscores allowed')).toHaveLength(2)
  expect(created).toEqual([])
})

test('a database is created in the only service, as MySQL unless another kind is chosen', async () => {
  const { close, submit } = open()
  await fill()
  await user.click(submit)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(created).toEqual([
    { serviceId: id, dbName: 'shop', dbUser: 'clerk', dbPassword: 'longenough', dbType: 'mysql' },
  ])
  expect(screen.getByText('Database Created')).toBeDefined()
  expect(screen.getByText('New database has been created successfully.')).toBeDefined()
})

test('Generate fills in a password and shows it, and it can be hidden again', async () => {
  open()
  expect(password().type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  await waitFor(() => expect(password().value).toMatch(/^[A-Za-z0-9!@#$%^&*]{16}$/))
  expect(password().type).toBe('text')
  expect(screen.getByRole('button', { name: 'Copy password' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password().type).toBe('password')
})

test('each kind says whether its engine is connected, and can be chosen either way', async () => {
  open()
  expect(await screen.findByText(/^Not connected: .* Install mariadb-server\.$/)).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Database Type'), 'PostgreSQL')
  expect(await screen.findByText('Connected: it is created at once.')).toBeDefined()
})

test('among several services one is chosen first, unless the list shows one', async () => {
  const { submit } = open({ services: [service, other] })
  expect(submit.getAttribute('aria-description')).toBe('Choose a service first.')
  await user.selectOptions(screen.getByLabelText('Service'), 'Pro · bells.example.com')
  expect(submit.disabled).toBe(false)
})

test('without an active service the button says what is missing', () => {
  expect(open({ services: [] }).submit.getAttribute('aria-description')).toBe(
    'Databases need an active service.',
  )
})

test('what the server refuses stands under its field and in a toast, and the dialog stays', async () => {
  const fields = { dbName: 'You have a MySQL database of this name already.' }
  const { close, submit } = open({
    answer: () => {
      throw new ApiError(409, '{}', { message: 'That name is taken.', fields })
    },
  })
  await fill()
  await user.click(submit)
  expect(await screen.findByText('You have a MySQL database of this name already.')).toBeDefined()
  expect(screen.getByText('Error Creating Database')).toBeDefined()
  expect(close).not.toHaveBeenCalled()
})

test('a database whose engine is away is said to wait', async () => {
  const { submit } = open({
    answer: () => shownDatabase({ status: 'pending', reason: 'No MySQL is connected.' }),
  })
  await fill()
  await user.click(submit)
  expect(await screen.findByText('It waits for its engine. No MySQL is connected.')).toBeDefined()
})
