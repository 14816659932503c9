import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { Domain } from '../../contract.ts'
import { DomainProof } from './domain-proof.tsx'

const user = userEvent.setup({ document })
const domain: Domain = {
  id: 'd',
  name: 'example.com',
  domainName: 'example.com',
  status: 'pending',
  ssl: false,
  www: 'as-typed',
  httpsRedirect: true,
  hsts: false,
  autoRenew: false,
  privacy: false,
  transferLock: false,
  registrar: 'external',
  nameservers: ['ns1.localhost'],
  serial: 1,
  expires: null,
  expiryDate: null,
  serviceId: null,
  challenge: { name: '_portal-challenge.example.com', type: 'TXT', value: 'abc' },
  verifiedAt: null,
  problem: 'There is no TXT record yet.',
  address: '203.0.113.5',
  host: '@',
  certificate: { state: 'off', isTrusted: false, until: null, problem: null },
  createdAt: '2026-11-23T00:00:00.000Z',
}

test('what was last found is said until somebody looks again', async () => {
  const message = 'The DNS could not be asked.'
  renderWithCalls(<DomainProof domain={domain} />, async () => ({ domain, verified: false, message }))
  expect(screen.getByRole('status').textContent).toBe('There is no TXT record yet.')
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(message))
})

test('a look that the server refuses says why, and can be repeated', async () => {
  renderWithCalls(<DomainProof domain={domain} />, async () => {
    throw new ApiError(409, '{}', { message: 'example.com is a domain of another customer.' })
  })
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await screen.findByText('example.com is a domain of another customer.')
  expect(screen.getByRole('button', { name: 'Check now' })).toBeDefined()
})
