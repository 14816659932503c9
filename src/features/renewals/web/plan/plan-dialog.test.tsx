import { beforeEach, expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { PlanChange, Renewal } from '../../contract/contract.ts'
import { PlanDialog } from './plan-dialog.tsx'

const user = userEvent.setup({ document })
const id = '0190a000-0000-7000-8000-000000000001'
const starter = { id: '0190a000-0000-7000-8000-00000000000a', name: 'Starter', price: 99 }
const business = { id: '0190a000-0000-7000-8000-00000000000b', name: 'Business', price: 299 }
const paidUntil = '2026-12-24T06:30:00.000Z'
const renewal: Renewal = {
  service: { id, name: 'shop.example.com' },
  plan: starter,
  term: 'monthly',
  paidUntil,
  isSuspended: false,
  next: { at: paidUntil, amount: 99 },
  due: [],
  credit: 0,
}
const offer = (amount: number): PlanChange => ({
  service: renewal.service,
  from: starter,
  to: business,
  paidUntil,
  credit: 99,
  cost: 99 + amount,
  difference: amount,
  amount,
  toPay: amount,
  accountCredit: 0,
  next: { at: paidUntil, amount: 299 },
  refusal: null,
  exceeded: [],
})
const contact = { ...business, id: 'c', name: 'Custom', isContact: true }
const catalogue = [{ id: 'k', name: 'Web Hosting', plans: [starter, business, contact] }]

let sent: unknown[]
beforeEach(() => {
  sent = []
})

function open(previews: PlanChange[], answer: () => unknown) {
  const close = mock()
  renderWithCalls(<PlanDialog renewal={renewal} opened onClose={close} />, async (path, input) => {
    if (path === 'catalogue.all') return catalogue
    if (path === 'renewals.previewPlan') return previews.length > 1 ? previews.shift() : previews[0]
    if (path !== 'renewals.changePlan') return []
    sent.push(input)
    return answer()
  })
  return close
}

const choose = async () => {
  await screen.findByRole('option', { name: 'Business, ₹299 a month' })
  await user.selectOptions(screen.getByLabelText('New plan'), business.id)
}

test('offers every orderable plan except the present one', async () => {
  open([offer(200)], () => null)
  await screen.findByRole('option', { name: 'Business, ₹299 a month' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose a plan',
    'Business, ₹299 a month',
  ])
})

test('shows a changed amount and asks for confirmation again', async () => {
  let isFirst = true
  const close = open([offer(200), offer(190)], () => {
    if (!isFirst) return { status: 'waiting', planId: business.id, invoiceId: id }
    isFirst = false
    throw new ApiError(409, '{}', { code: 'PRICE_CHANGED', message: 'The amount has changed.' })
  })
  await choose()
  await screen.findByRole('row', { name: 'To pay ₹200.00 INR' })
  await user.click(screen.getByRole('button', { name: 'Issue invoice' }))
  await screen.findByText(/The amount has changed to ₹190\.00 INR/)
  expect(close).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Issue invoice' }))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([200, 190].map((amount) => ({ id, planId: business.id, amount })))
})

test('refuses a plan with too little room, with the numbers, and does not send it', async () => {
  const exceeded: PlanChange['exceeded'] = [
    { limit: 'disk', allowed: 1024 ** 3, used: 2 * 1024 ** 3 },
    { limit: 'databases', allowed: 1, used: 3 },
  ]
  open([{ ...offer(0), refusal: 'Too much.', exceeded }], () => null)
  await choose()
  await screen.findByRole('row', { name: 'Databases 3 1' })
  expect(screen.getByRole('row', { name: 'Files 2.00 GB 1.00 GB' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Change plan' })).toHaveProperty('disabled', true)
  expect(sent).toEqual([])
})
