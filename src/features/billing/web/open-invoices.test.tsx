import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Invoice } from '../contract/contract.ts'
import { OpenInvoices } from './open-invoices.tsx'

const invoice = (at: number, due = 99): Invoice => ({
  id: `019aa000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  number: `INV/2627/${String(at).padStart(6, '0')}`,
  kind: 'invoice',
  status: due > 0 ? 'open' : 'paid',
  ...{ orderId: null, serviceId: null, correctedId: null, paidAt: null },
  ...{ amount: 99, paid: 99 - due, credited: 0, due, currency: 'INR' },
  creditNotes: [],
  issuedAt: '2026-11-01T00:00:00.000Z',
  dueAt: new Date(Date.UTC(2026, 11, 31 - at)).toISOString(),
})

test('shows the five unpaid invoices due first, and the rest on request', async () => {
  const opened: string[] = []
  const all = Array.from({ length: 12 }, (_, at) => invoice(at + 1))
  render(<OpenInvoices invoices={[...all, invoice(13, 0)]} onOpen={(id) => opened.push(id)} />)
  const numbers = () => screen.getAllByRole('button', { name: /^INV/ }).map((each) => each.textContent)
  expect(numbers()).toEqual([12, 11, 10, 9, 8].map((at) => `INV/2627/${String(at).padStart(6, '0')}`))
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(numbers()).toHaveLength(12)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'INV/2627/000012' }))
  expect(opened).toEqual([invoice(12).id])
})
