import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { payees } from '#test/support/payees.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import { PayPanel } from './pay-panel.tsx'

const pay = {
  id: '019aa000-0000-7000-8000-000000000001',
  kind: 'invoice',
  title: 'Invoice INV/2627/000001',
  amount: 99,
  paidAmount: 0,
  credit: 0,
  currency: 'INR',
  reference: 'INV2627000001',
  upi: { id: payees.upiId, name: 'Hosting', link: 'upi://pay?pa=hosting@okbank' },
  bank: payees.bank,
  canPayOnline: false,
  reports: [],
}

const show = (answer: object) => {
  const asked: string[] = []
  renderWithCalls(<PayPanel kind="invoice" id={pay.id} />, async (path) => {
    asked.push(path)
    return { ...pay, ...answer }
  })
  return asked
}

test('an open invoice shows the amount due, by UPI and by bank', async () => {
  const asked = show({})
  await screen.findByText('₹99.00 INR')
  expect(screen.getByRole('link', { name: 'Open a UPI app' }).getAttribute('href')).toBe(pay.upi.link)
  expect(screen.getByText(payees.bank.accountNumber)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Pay online' })).toBeNull()
  expect(asked).toEqual(['payments.invoice.get'])
})

test.each([
  [40, /₹40\.00 INR pays part of this once the order is approved\. ₹59\.00 INR is left for you to pay\.$/],
  [99, /₹99\.00 INR pays this once the order is approved\. You have nothing to transfer\.$/],
])('a pending order shows how much the credit of ₹%d pays', async (credit, text) => {
  show({ kind: 'order', credit })
  const said = await screen.findByText(/Your account credit/)
  expect(said.textContent?.replaceAll('\u00a0', ' ')).toMatch(text)
})

test('says so when no account is set, and asks for no reference', async () => {
  show({ upi: null, bank: null })
  await screen.findByText(/Payments are not set up yet/)
  expect(screen.queryByText('Have you paid?')).toBeNull()
})

test('confirms a received payment', async () => {
  show({ amount: 0, paidAmount: 99 })
  await screen.findByText(/you have paid in full/)
  expect(screen.queryByText('UPI')).toBeNull()
})

test('shows a reported transfer with its outcome', async () => {
  const report = { id: pay.id, reference: '632912345678', createdAt: '2026-11-24T06:00:00.000Z' }
  show({ reports: [{ ...report, status: 'dismissed' }] })
  await screen.findByText('Not found')
})
