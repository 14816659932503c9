import { expect, mock, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Database } from '#features/databases/contract/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { shownDatabase } from '#test/support/shown-databases.ts'
import { DatabaseRow } from './database-row.tsx'

const user = userEvent.setup({ document })

async function show(more: Partial<Database> = {}) {
  const ask = mock()
  const database = shownDatabase(more)
  const routeTree = createRootRoute({
    component: () => <DatabaseRow database={database} site="Pro" isConnectionShown onAsk={ask} />,
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  renderWithCalls(<RouterProvider router={router as never} />, async () => undefined)
  await screen.findByRole('article', { name: database.dbName })
  return ask
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('a row shows the connection settings with a copy button each', async () => {
  await show()
  for (const text of ['127.0.0.1', '54321', 'abc1234_shop', 'abc1234_clerk', '7.42 MB', 'PostgreSQL', 'Pro'])
    expect(screen.getByText(text)).toBeDefined()
  for (const name of ['host', 'port', 'database name', 'username'])
    expect(button(`Copy ${name} of shop`)).toBeDefined()
})

test('the button beside the name copies the engine name', async () => {
  await show()
  await user.click(button('Copy database name shop'))
  expect(await navigator.clipboard.readText()).toBe('abc1234_shop')
})

test('an active database has every action', async () => {
  const ask = await show()
  const { pathname } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'phpMyAdmin shop' }).href)
  expect(pathname).toBe(`/databases/${shownDatabase().id}`)
  for (const verb of ['Export', 'Import', 'Delete']) await user.click(button(`${verb} shop`))
  expect(ask.mock.calls).toEqual([['export'], ['import'], ['delete']])
})

test('a pending database says why, shows no host, and can only be deleted', async () => {
  await show({
    status: 'pending',
    reason: 'No MySQL is connected.',
    connection: { ...shownDatabase().connection, host: null, port: null },
  })
  expect(screen.getByText('No MySQL is connected.')).toBeDefined()
  expect(screen.getAllByText('Available once active')).toHaveLength(2)
  expect(button('Import shop').getAttribute('aria-description')).toBe('No MySQL is connected.')
  expect(button('Export shop').disabled).toBe(true)
  expect(button('phpMyAdmin shop').disabled).toBe(true)
  expect(button('Delete shop').disabled).toBe(false)
})

test('a database that its engine has lost can only be recreated or deleted', async () => {
  const ask = await show({
    status: 'failed',
    reason: 'MySQL does not have it.',
    isOpen: false,
    isMissing: true,
  })
  await user.click(button('Recreate shop'))
  expect(ask.mock.calls).toEqual([['recreate']])
  for (const name of ['Export shop', 'Import shop']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(button('phpMyAdmin shop').disabled).toBe(true)
})

test('a database whose change is pending says so', async () => {
  await show({ status: 'pending' })
  expect(screen.getByText('The latest change is not applied yet.')).toBeDefined()
})

test('a database without SQL says that it has no console', async () => {
  await show({ dbType: 'mongodb' })
  expect(button('phpMyAdmin shop').getAttribute('aria-description')).toContain('with mongosh')
  expect(button('Import shop').disabled).toBe(false)
})

test('a database of a suspended service is closed, and a failed database shows its reason', async () => {
  await show({ isOpen: false })
  expect(screen.getByText('Closed')).toBeDefined()
  expect(screen.getByText('Closed while the service is suspended.')).toBeDefined()
  cleanup()
  await show({ status: 'failed', reason: 'Access was denied.' })
  expect(screen.getByText('Failed')).toBeDefined()
  expect(screen.getByText('Access was denied.')).toBeDefined()
})
