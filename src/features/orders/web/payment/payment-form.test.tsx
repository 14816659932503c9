import { beforeEach, describe, expect, test } from 'bun:test'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTRPCClient, type Operation } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#app/router.ts'
import type { Plan } from '#features/catalogue/contract/contract.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { TRPCProvider } from '#web/trpc.ts'
import { currentToast } from '#web/ui/overlays/toast.ts'
import type { PlacedOrder } from '../../contract/contract.ts'
import { PaymentDialog } from './payment-dialog.tsx'

const plan: Plan = {
  id: '0199f000-0000-7000-8000-000000000001',
  categoryId: '0199f000-0000-7000-8000-000000000002',
  name: 'Business',
  description: null,
  price: 299,
  originalPrice: 1299,
  discount: null,
  features: [],
  isPopular: true,
  isContact: false,
  limits: { diskBytes: 1, databases: 1, mailboxes: 1, domains: 1, backups: 1, memoryBytes: 1, cpuPercent: 1 },
}

const placed: PlacedOrder = {
  id: '0199f000-0000-7000-8000-000000000003',
  planId: plan.id,
  amount: 299,
  currency: 'INR',
  status: 'pending',
  paymentMethod: 'credit_card',
  domain: null,
  serviceId: '0199f000-0000-7000-8000-000000000004',
  createdAt: '2026-11-21T08:00:00.000Z',
}

type Answer = () => Promise<unknown>

/** The dialog over a link that records each call and returns the given responses. */
function open(answer: Answer) {
  const calls: Operation[] = []
  const orders: PlacedOrder[] = []
  const queryClient = createQueryClient()
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            calls.push(op)
            answer().then(
              (data) => {
                observer.next({ result: { type: 'data', data } })
                observer.complete()
              },
              (error) => observer.error(error),
            )
          }),
    ],
  })
  const view = render(
    <TRPCProvider trpcClient={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">
          <PaymentDialog
            plan={plan}
            categoryName="Web Hosting"
            opened
            onClose={() => {}}
            onPlaced={(order) => orders.push(order)}
          />
        </MantineProvider>
      </QueryClientProvider>
    </TRPCProvider>,
  )
  const created = () => calls.filter(({ path }) => path === 'orders.create')
  return { created, orders, queryClient, view }
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => screen.getByRole('button', { name: /place order/i })

async function fillCard(): Promise<void> {
  const user = userEvent.setup()
  await user.type(field(/card number/i), '4242424242424242')
  await user.type(field(/expiry/i), '1230')
  await user.type(field(/cvc/i), '123')
}

const refuse =
  (status: number, body: Record<string, unknown>): Answer =>
  () =>
    Promise.reject(new ApiError(status, JSON.stringify(body), body))

let toastBefore = 0
beforeEach(() => {
  toastBefore = currentToast()?.id ?? 0
})
const toast = () => {
  const shown = currentToast()
  return shown && shown.id > toastBefore ? shown : null
}

describe('the payment dialog', () => {
  test('says how long approval takes and that the card is not charged', () => {
    open(async () => placed)
    expect(screen.getByText('Awaiting Dashboard Access')).toBeDefined()
    expect(document.body.textContent).toContain('typically within 5-10 minutes')
    expect(document.body.textContent).toContain(
      'Card details stay in this browser and are not charged; the administrator confirms payment.',
    )
  })

  test('requires the card number, expiry and security code, but not the domain', async () => {
    const { created } = open(async () => placed)
    fireEvent.click(submit())
    expect(created()).toHaveLength(0)
    for (const label of [/card number/i, /expiry/i, /cvc/i]) {
      expect(field(label).getAttribute('aria-invalid')).toBe('true')
      expect(field(label).required).toBe(true)
    }
    expect(document.activeElement).toBe(field(/card number/i))
    expect(field(/domain/i).required).toBe(false)
    await fillCard()
    fireEvent.click(submit())
    await waitFor(() => expect(created()).toHaveLength(1))
  })

  test('sends the plan, its price, the method and the domain, but no card data', async () => {
    const { created } = open(async () => placed)
    await fillCard()
    await userEvent.setup().type(field(/domain/i), ' example.com ')
    fireEvent.click(submit())
    await waitFor(() => expect(created()).toHaveLength(1))
    expect(created()[0]?.input).toEqual({
      planId: plan.id,
      amount: 299,
      paymentMethod: 'credit_card',
      domain: 'example.com',
    })
    expect(JSON.stringify(created()[0])).not.toContain('4242')
  })

  test('has card fields without names that a password manager can fill', () => {
    open(async () => placed)
    const inputs = [...document.querySelectorAll('input')]
    expect(inputs.filter((input) => input.name)).toEqual([])
    const hints = inputs.map((input) => input.autocomplete)
    expect(hints).toEqual(expect.arrayContaining(['cc-number', 'cc-exp', 'cc-csc']))
  })

  test('places one order under one key on a double click', async () => {
    let answer: (order: PlacedOrder) => void = () => {}
    const { created, orders } = open(() => new Promise((resolve) => (answer = resolve)))
    await fillCard()
    const button = submit()
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(created()).toHaveLength(1))
    expect(String(created()[0]?.context.idempotencyKey)).toMatch(/^[0-9a-f]{32}$/)
    answer(placed)
    await waitFor(() => expect(orders).toEqual([placed]))
    expect(created()).toHaveLength(1)
  })

  test('shows a success toast and passes the order on', async () => {
    const { orders } = open(async () => placed)
    await fillCard()
    fireEvent.click(submit())
    await waitFor(() => expect(orders).toHaveLength(1))
    expect(toast()).toMatchObject({
      title: 'Order Placed Successfully',
      description: 'Your hosting plan has been ordered. Awaiting admin approval for dashboard access.',
    })
  })

  test('retries under the same key after a lost response, and under a new key after a refusal', async () => {
    const answers: Answer[] = [
      () => Promise.reject(new ApiError(0, 'Failed to fetch')),
      refuse(409, { message: 'Taken.', code: 'DOMAIN_IN_USE', fields: { domain: 'This domain is taken.' } }),
      async () => placed,
    ]
    const { created, orders } = open(() => answers.shift()?.() ?? Promise.resolve([]))
    await fillCard()
    for (const count of [1, 2]) {
      fireEvent.click(submit())
      await waitFor(() => expect(created()).toHaveLength(count))
      await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('false'))
      expect(toast()).toMatchObject({
        title: 'Order Failed',
        description: 'There was an error processing your order. Please try again.',
        variant: 'destructive',
      })
    }
    expect(await screen.findByText('This domain is taken.')).toBeDefined()
    fireEvent.click(submit())
    await waitFor(() => expect(orders).toHaveLength(1))
    const [first, second, third] = created().map(({ context }) => context.idempotencyKey)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test.each([
    [403, 'Three of your orders hold a name already.', 'Three of your orders hold a name already.'],
    [429, 'Too many orders. Try again in an hour.', 'Too many orders. Try again in an hour.'],
    [500, 'x', 'There was an error processing your order. Please try again.'],
  ])('shows the reason of a %i in the toast', async (status, message, description) => {
    open(refuse(status, { message }))
    await fillCard()
    fireEvent.click(submit())
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Order Failed', description }))
  })

  test('keeps showing a failure after its toast', async () => {
    open(refuse(503, { message: 'The portal is busy. Please try again in a moment.', code: 'UNAVAILABLE' }))
    await fillCard()
    fireEvent.click(submit())
    expect(await screen.findByText('The portal is busy. Please try again in a moment.')).toBeDefined()
    expect(toast()?.title).toBe('Order Failed')
  })

  test('shows an invalid domain during typing, and does not send it', async () => {
    const { created } = open(async () => placed)
    await fillCard()
    await userEvent.setup().type(field(/domain/i), 'shop')
    expect(await screen.findByText('Enter a full domain name, such as example.com.')).toBeDefined()
    fireEvent.click(submit())
    expect(created()).toHaveLength(0)
    expect(document.activeElement).toBe(field(/domain/i))
  })

  test('shows no values in empty card fields', () => {
    open(async () => placed)
    expect([field(/card number/i).placeholder, field(/cvc/i).placeholder]).toEqual(['', ''])
  })

  test('shows a changed price in the dialog', async () => {
    open(
      refuse(409, {
        message: 'The price of this plan has changed.',
        code: 'PRICE_CHANGED',
        currentAmount: 399,
      }),
    )
    await fillCard()
    fireEvent.click(submit())
    expect(await screen.findByText('The price has changed')).toBeDefined()
    expect(toast()?.title).toBe('Order Failed')
  })

  test('reports an expired session instead of a failed order', async () => {
    open(refuse(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }))
    await fillCard()
    fireEvent.click(submit())
    await waitFor(() =>
      expect(toast()).toMatchObject({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
      }),
    )
  })
})
