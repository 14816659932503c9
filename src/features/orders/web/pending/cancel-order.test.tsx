import { expect, mock, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import type { Order } from '../../contract/contract.ts'
import { CancelOrder } from './cancel-order.tsx'

const order = { id: 'o1', plan: { id: 'p1', name: 'Pro' }, domain: 'shop.example.com' } as Order

test('names plan and domain before cancelling an order, and cancels that order alone', async () => {
  const call = mock(async (_path: string, _input: unknown) => order)
  renderWithCalls(<CancelOrder order={order} />, call)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel this order…' }))
  expect(await screen.findByText(/Your Pro order for shop\.example\.com will be cancelled\./)).toBeDefined()
  expect(call).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the order' }))
  expect(call.mock.calls).toEqual([['orders.cancel', { id: 'o1' }]])
  await screen.findByText('Your Pro order was cancelled.')
})
