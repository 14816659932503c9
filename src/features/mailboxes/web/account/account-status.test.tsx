import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import type { EmailAccount } from '../../contract/contract.ts'
import { AccountStatus } from './account-status.tsx'

const show = (account: Pick<EmailAccount, 'status' | 'reason' | 'isMailOn'>) =>
  render(<AccountStatus account={account as EmailAccount} />)

test('an active account without domain mail is not shown as active', () => {
  show({ status: 'active', reason: null, isMailOn: false })
  screen.getByText('Mail not set up')
})

test.each([
  ['active', null, 'Active'],
  [
    'active',
    'The hosting service of this address is not running, so it receives no mail.',
    'Receives nothing',
  ],
  ['suspended', 'The hosting service of this address is not running, so it receives no mail.', 'Suspended'],
  ['pending', 'Add a destination in Forwarding to start.', 'Pending'],
] as const)('an account with the status %s and the reason %p has the badge %p', (status, reason, label) => {
  show({ status, reason, isMailOn: true })
  expect(screen.getByText(label)).toBeDefined()
})
