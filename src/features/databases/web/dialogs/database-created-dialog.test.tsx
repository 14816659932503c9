import { expect, mock, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Database } from '#features/databases/contract/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { shownDatabase } from '#test/support/shown-databases.ts'
import { DatabaseCreatedDialog } from './database-created-dialog.tsx'

const user = userEvent.setup({ document })
const password = 'p@ss word/1!'

async function open(more: Partial<Database> = {}) {
  const close = mock()
  const routeTree = createRootRoute({
    component: () => (
      <DatabaseCreatedDialog database={shownDatabase(more)} password={password} opened onClose={close} />
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  renderWithCalls(<RouterProvider router={router as never} />, async () => undefined)
  await screen.findByRole('dialog')
  return close
}

test('an active database shows its connection string and opens its console', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: 'Copy connection string' }))
  const uri = new URL(await navigator.clipboard.readText())
  expect(decodeURIComponent(uri.password)).toBe(password)
  expect([uri.username, uri.host, uri.pathname]).toEqual([
    'abc1234_clerk',
    '127.0.0.1:54321',
    '/abc1234_shop',
  ])
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open SQL console' })
  expect(new URL(link.href).pathname).toBe(`/databases/${shownDatabase().id}`)
})

test('a pending database says why, shows its password, and has no console yet', async () => {
  const close = await open({
    status: 'pending',
    reason: 'No MySQL is connected.',
    connection: { ...shownDatabase().connection, host: null, port: null },
  })
  expect(screen.getByText('No MySQL is connected.')).toBeDefined()
  expect(screen.getByText(password)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Open SQL console' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(close).toHaveBeenCalledTimes(1)
})

test('MongoDB has no console', async () => {
  await open({ dbType: 'mongodb' })
  expect(screen.queryByRole('link', { name: 'Open SQL console' })).toBeNull()
})
