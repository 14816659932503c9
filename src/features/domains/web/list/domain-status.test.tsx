import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { DomainStatus } from './domain-status.tsx'

test.each([
  ['active', 'Active'],
  ['pending', 'Pending'],
  ['expired', 'Expired'],
  ['error', 'Error'],
  ['parked', 'Unknown'],
  ['constructor', 'Unknown'],
])('shows the status %s as %s', (status, word) => {
  render(<DomainStatus status={status} />)
  expect(screen.getByText(word)).toBeDefined()
})
