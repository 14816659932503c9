import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { PlanPreview, previewedPlan } from './plan-preview.tsx'
import { planValues } from './plan-values.ts'

const filled = { ...planValues(null), name: 'Team', price: '449', originalPrice: '599', isPopular: true }

test('shows the plan of the form as visitors will see it', () => {
  render(<PlanPreview plan={previewedPlan(filled)} />)
  const card = screen.getByRole('region', { name: 'As visitors see it' })
  for (const text of ['Team', '₹449', '₹599', 'Most popular', '10 GB storage', '5 mailboxes'])
    expect(card.textContent).toContain(text)
})

test('shows no price for a contact-sales plan', () => {
  render(<PlanPreview plan={previewedPlan({ ...filled, isContact: true })} />)
  expect(screen.getByText('Contact')).toBeDefined()
  expect(screen.queryByText('₹449')).toBeNull()
})

test('shows no card for an invalid form', () => {
  expect(previewedPlan({ ...filled, price: 'x' })).toBeNull()
  render(<PlanPreview plan={null} />)
  expect(screen.queryByRole('listitem')).toBeNull()
})
