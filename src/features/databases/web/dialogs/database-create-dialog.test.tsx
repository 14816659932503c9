import { beforeEach, expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Database } from '#features/databases/contract/contract.ts'
import type { Service } from '#features/services/contract/contract.ts'
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

type Opening = {
  services?: Service[]
  chosen?: string
  isBound?: boolean
  databases?: Database[]
  answer?: () => unknown
}

async function open({
  services = [service],
  chosen,
  isBound = false,
  databases = [],
  answer = shownDatabase,
}: Opening = {}) {
  const [close, made] = [mock(), mock()]
  renderWithCalls(
    <DatabaseCreateDialog
      opened
      onClose={close}
      services={services}
      chosen={chosen}
      isBound={isBound}
      databases={databases}
      onMade={made}
    />,
    async (path, input) => {
      if (path === 'databases.engines') return shownEngines
      if (path === 'databases.create') {
        created.push(input)
        return answer()
      }
      return []
    },
  )
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create Database' })
  return { close, made, submit }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const password = () => field('Password')

async function write(label: string, text: string): Promise<void> {
  await user.clear(field(label))
  if (text) await user.type(field(label), text)
}

test('every missing field says so, and nothing is sent', async () => {
  const { submit } = await open()
  for (const label of ['Database Name', 'Username', 'Password']) await write(label, '')
  await user.click(submit)
  expect(screen.getByText('Database name is required')).toBeDefined()
  expect(screen.getByText('Username is required')).toBeDefined()
  expect(screen.getByText('Password must be at least 8 characters')).toBeDefined()
  expect(created).toEqual([])
})

test('names accept only letters, digits and underscores', async () => {
  const { submit } = await open()
  await write('Database Name', 'my-shop')
  await write('Username', 'my shop')
  await user.click(submit)
  expect(screen.getAllByText('Only letters, numbers, and underscores allowed')).toHaveLength(2)
  expect(created).toEqual([])
})

test('one click creates a database of the only site in a connected engine, and passes its password on', async () => {
  const { close, made, submit } = await open()
  const dbPassword = password().value
  expect(dbPassword).toMatch(/^[A-Za-z0-9!@#$%^&*]{16}$/)
  expect(password().type).toBe('text')
  await user.click(submit)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(created).toEqual([
    { serviceId: id, dbName: 'shop', dbUser: 'shop_user', dbPassword, dbType: 'postgresql' },
  ])
  expect(made.mock.calls).toEqual([[{ database: shownDatabase(), password: dbPassword }]])
  expect(screen.getByText('Database Created')).toBeDefined()
  expect(screen.getByText('New database has been created successfully.')).toBeDefined()
})

test('Generate fills in and shows another password, which can be hidden again', async () => {
  await open()
  const first = password().value
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password().type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  await waitFor(() => expect(password().value).not.toBe(first))
  expect(password().value).toMatch(/^[A-Za-z0-9!@#$%^&*]{16}$/)
  expect(password().type).toBe('text')
  expect(screen.getByRole('button', { name: 'Copy password' })).toBeDefined()
})

test('each type says whether it is ready, and can be chosen either way', async () => {
  await open()
  expect(screen.getByText('Ready in a few seconds.')).toBeDefined()
  await user.selectOptions(field('Database Type'), 'MySQL (not connected)')
  expect(await screen.findByText('Install mariadb-server.')).toBeDefined()
})

test('with several services one must be chosen first; it suggests the names unless others were typed', async () => {
  const { submit } = await open({ services: [service, other] })
  expect(submit.getAttribute('aria-description')).toBe('Choose a service first.')
  await user.selectOptions(field('Service'), 'Pro · bells.example.com')
  expect(submit.disabled).toBe(false)
  await waitFor(() => expect(field('Database Name').value).toBe('bells'))
  await write('Username', 'clerk')
  await user.selectOptions(field('Service'), 'Pro · shop.example.com')
  await waitFor(() => expect(field('Database Name').value).toBe('shop'))
  expect(field('Username').value).toBe('clerk')
})

test('the service of the list is preselected, and a taken name gets a number', async () => {
  const databases = [shownDatabase({ serviceId: other.id, dbName: 'bells' })]
  await open({ services: [service, other], chosen: other.id, databases })
  expect(field('Service').value).toBe(other.id)
  expect(field('Database Name').value).toBe('bells_2')
})

test('the page of a site has no service field', async () => {
  await open({ services: [service, other], chosen: other.id, isBound: true })
  expect(screen.queryByLabelText('Service')).toBeNull()
  expect(field('Database Name').value).toBe('bells')
})

test('without an active service the button says what is missing', async () => {
  const { submit } = await open({ services: [] })
  expect(submit.getAttribute('aria-description')).toBe('Databases need an active service.')
})

test('a refusal of the server appears under its field and in a toast, and the dialog stays open', async () => {
  const fields = { dbName: 'You have a MySQL database of this name already.' }
  const { close, submit } = await open({
    answer: () => {
      throw new ApiError(409, '{}', { message: 'This name is taken.', fields })
    },
  })
  await user.click(submit)
  expect(await screen.findByText('You have a MySQL database of this name already.')).toBeDefined()
  expect(screen.getByText('Error Creating Database')).toBeDefined()
  expect(close).not.toHaveBeenCalled()
})

test('a database whose engine is unavailable is shown as waiting', async () => {
  const { submit } = await open({
    answer: () => shownDatabase({ status: 'pending', reason: 'No MySQL is connected.' }),
  })
  await user.click(submit)
  expect(await screen.findByText('Waiting for the database server. No MySQL is connected.')).toBeDefined()
})
