import { expect, mock, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { shownDatabase } from '#test/support/shown-databases.ts'
import { DatabaseRecreateDialog } from './database-recreate-dialog.tsx'

const user = userEvent.setup({ document })
const missing = shownDatabase({ status: 'failed', isMissing: true, isOpen: false, dbType: 'mysql' })
const backup = (fileName: string, type: string, status = 'completed') => ({
  ...{ id: fileName, fileName, type, status, createdAt: '2026-11-20T08:00:00.000Z' },
})

async function show(backups: unknown[]) {
  const asked: unknown[] = []
  const close = mock()
  const routeTree = createRootRoute({
    component: () => <DatabaseRecreateDialog database={missing} opened onClose={close} />,
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  renderWithCalls(<RouterProvider router={router as never} />, async (path, input) => {
    if (path === 'backups.list') return backups
    asked.push([path, input])
    return shownDatabase()
  })
  await screen.findByText('Recreate shop?')
  return { asked, close }
}

test('names and links the newest backup with databases', async () => {
  await show([
    backup('running.tar', 'full', 'pending'),
    backup('files.tar', 'files'),
    backup('monday.tar', 'database'),
    backup('sunday.tar', 'full'),
  ])
  expect(await screen.findByText('monday.tar')).toBeDefined()
  const { pathname, search } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Backups' }).href)
  expect(pathname).toBe('/backups')
  expect(search).toContain(missing.serviceId)
})

test('says when no such backup exists, and recreates the database on request', async () => {
  const { asked, close } = await show([backup('files.tar', 'files')])
  expect(await screen.findByText(/^No backup of this service contains databases/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Recreate Empty' }))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(asked).toEqual([['databases.recreate', { id: missing.id }]])
})
