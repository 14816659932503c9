import { expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import type { Order } from '#features/orders/contract/contract.ts'
import { PendingOrders } from './pending-orders.tsx'

const order = (number: number, status: Order['status'] = 'pending'): Order => ({
  id: `0190a000-0000-7000-8000-00000000000${number}`,
  planId: 'p',
  plan: { id: 'p', name: 'Starter' },
  category: { id: 'c', name: 'Web Hosting' },
  amount: 99,
  currency: 'INR',
  status,
  paymentMethod: 'credit_card',
  domain: `${number}.example`,
  serviceId: `s${number}`,
  createdAt: '2026-11-21T08:30:00.000Z',
  reason: null,
})

async function renderOrders(orders: Order[]): Promise<HTMLElement> {
  const routeTree = createRootRoute({ component: () => <PendingOrders orders={orders} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  return screen.findByRole('region', { name: 'Pending orders' })
}

test('names up to three pending orders, each with a link', async () => {
  const notice = await renderOrders([order(1), order(2, 'approved'), order(3)])
  expect(notice.textContent).toBe(
    'Awaiting approval: Starter for 1.example View order, Starter for 3.example View order',
  )
  expect(notice.querySelector('details')).toBeNull()
  expect(notice.querySelector('a')?.search).toBe(`?order=${order(1).id}`)
})

test('folds the orders after the third, and shows how many they are', async () => {
  const notice = await renderOrders([1, 2, 3, 4, 5].map((number) => order(number)))
  expect(notice.querySelector('summary')?.textContent).toBe('2 more')
  expect(notice.querySelectorAll('details a')).toHaveLength(2)
  expect(notice.querySelectorAll(':scope > p a')).toHaveLength(3)
})
