import { expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { renderWithCalls } from '#test/support/render.tsx'
import { EndedServices } from './ended-services.tsx'

function open(services: unknown[], orders: unknown[]) {
  const routeTree = createRootRoute({
    component: () => (
      <>
        <h1>Plans</h1>
        <EndedServices />
      </>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const answers: Record<string, unknown> = { 'servers.list': services, 'orders.list': orders }
  const asked = new Set<string>()
  renderWithCalls(<RouterProvider router={router as never} />, async (path) => {
    asked.add(path)
    return answers[path]
  })
  return waitFor(() => expect([...asked].sort()).toEqual(['orders.list', 'servers.list']))
}

test('shows a customer whose last service has ended where the data is', async () => {
  await open([], [{ id: 'o', status: 'approved' }])
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/account/data', '/backups', '/contact'])
})

test.each([
  ['never had one', [], [{ id: 'o', status: 'rejected' }]],
  ['has another one', [{ id: 's' }], [{ id: 'o', status: 'approved' }]],
] as const)('shows no notice to a customer who %s', async (_, services, orders) => {
  await open([...services], [...orders])
  await screen.findByRole('heading')
  expect(screen.queryByRole('link')).toBeNull()
})
