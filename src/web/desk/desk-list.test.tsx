import { expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { DeskList } from './desk-list.tsx'

async function renderEmpty(nextCursor: string | null): Promise<HTMLElement> {
  const query = { data: { items: [], nextCursor }, error: null, isPending: false, refetch: () => null }
  const list = () => (
    <DeskList what="Orders" query={query} columns={[]} search={{ q: '+916' }} empty="" rowLabel={() => ''} />
  )
  const routeTree = createRootRoute({ component: list, validateSearch: (search) => search })
  const history = createMemoryHistory({ initialEntries: ['/?q=%22%2B916%22'] })
  render(<RouterProvider router={createRouter({ routeTree, history }) as never} />)
  return screen.findByRole('link')
}

test('offers to continue a search without matches so far', async () => {
  const link = await renderEmpty('next')
  expect(screen.getByText('No matches yet')).toBeDefined()
  expect(link.textContent).toBe('Search further')
  expect(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('cursor')).toBe('next')
})

test('offers to clear a search without matches in the whole list', async () => {
  const link = await renderEmpty(null)
  expect(screen.getByText('No matches')).toBeDefined()
  expect(link.textContent).toBe('Clear the filter')
})
