import { expect, test } from 'bun:test'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { currentToast } from '#web/ui/overlays/toast.ts'
import type { AdminOrder } from '../../../contract/desk.ts'
import { OrdersApproveDialog } from './orders-approve-dialog.tsx'

const order = (id: string, firstName: string | null, domain: string | null): AdminOrder => ({
  id,
  planId: 'plan',
  amount: 1_299,
  currency: 'INR',
  status: 'pending',
  paymentMethod: 'credit_card',
  domain,
  serviceId: `service-${id}`,
  createdAt: '2026-11-21T08:00:00.000Z',
  plan: { id: 'plan', name: `Plan ${id}` },
  category: { id: 'category', name: 'Web Hosting' },
  reason: null,
  user: { id: `user-${id}`, email: `${id}@example.com`, mobile: '+919000000001', firstName, lastName: null },
  payment: { state: 'unpaid', by: null, reference: null, received: 0 },
  decidedAt: null,
  decidedBy: null,
  note: null,
})

const orders = [
  order('one', 'Asha', 'one.example.com'),
  order('two', null, 'two.example.com'),
  order('three', null, null),
]

/** The dialog; approving the orders in `refused` fails. */
function open(refused: Set<string>, chosen = orders) {
  const asked: string[] = []
  renderWithCalls(<OrdersApproveDialog orders={chosen} opened onClose={() => {}} />, async (path, input) => {
    if (path !== 'ordersDesk.approve') return null
    const { id } = input as { id: string }
    asked.push(id)
    if (!refused.has(id)) return orders.find((each) => each.id === id)
    const message = 'This order was cancelled.'
    throw new ApiError(409, JSON.stringify({ message }), { message })
  })
  return asked
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('names customer, plan, amount and domain of each order', () => {
  open(new Set())
  expect(within(screen.getByRole('dialog')).getByText('Approve these 3 orders')).toBeTruthy()
  expect(rows()).toEqual([
    'Asha, one@example.comPlan one, ₹1,299/monthone.example.com',
    'two@example.comPlan two, ₹1,299/monthtwo.example.com',
    'three@example.comPlan three, ₹1,299/monthNo domain yet',
  ])
})

test('continues after an order that cannot be approved, and shows its reason', async () => {
  const refused = new Set(['two'])
  const asked = open(refused)
  await press('Approve 3')
  await screen.findByText('2 of 3 orders were approved.')
  expect(asked).toEqual(['one', 'two', 'three'])
  const [one, two, three] = rows()
  expect(one).toEndWith('Approved')
  expect(two).toEndWith('Not approvedThis order was cancelled.')
  expect(three).toEndWith('Approved')
  expect(currentToast()).toBeNull()
})

test('retries only failed orders', async () => {
  const refused = new Set(['two'])
  const asked = open(refused)
  await press('Approve 3')
  await screen.findByText('2 of 3 orders were approved.')
  refused.clear()
  await press('Try 1 again')
  await screen.findByText('All 3 orders were approved.')
  expect(asked.slice(3)).toEqual(['two'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Close'])
})

test('uses the singular for one order', async () => {
  const refused = new Set(['one'])
  open(refused, orders.slice(0, 1))
  expect(within(screen.getByRole('dialog')).getByText('Approve this order')).toBeTruthy()
  await press('Approve 1')
  await screen.findByText('The order was not approved.')
  refused.clear()
  await press('Try 1 again')
  await screen.findByText('The order was approved.')
})
