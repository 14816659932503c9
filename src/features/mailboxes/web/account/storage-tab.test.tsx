import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { renderWithCalls } from '#test/support/render.tsx'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { type Viewer, writeViewer } from '#web/viewer.ts'
import type { EmailAccount, MailSetup } from '../../contract/contract.ts'
import { MailNotice } from '../mail-notice.tsx'
import { StorageTab } from './storage-tab.tsx'

const account: EmailAccount = {
  id: '0190a000-0000-7000-8000-000000000001',
  serviceId: '0190a000-0000-7000-8000-000000000002',
  domainId: null,
  isMailOn: false,
  email: 'asha@example.com',
  type: 'mailbox',
  status: 'active',
  isActive: true,
  reason: null,
  used: 512,
  quota: 2_048,
  forwardTo: [],
  keepCopy: false,
  signature: '',
  messagesReceived: 0,
  spamBlocked: 0,
  unseen: 0,
  createdAt: '2026-11-20T06:30:00.000Z',
  service: { id: '0190a000-0000-7000-8000-000000000002', plan: { name: 'Starter' } },
}

const show = (changes: Partial<EmailAccount>) =>
  renderWithCalls(
    <StorageTab account={{ ...account, ...changes }} search={{}} showSecret={() => {}} />,
    async () => null,
  )

const meterValue = () => Number(screen.getByLabelText('Storage').getAttribute('value'))

test('the bar shows how full a mailbox is and the space left in GB', () => {
  show({})
  expect(meterValue()).toBe(25)
  expect(screen.getByText('1.5 GB')).toBeDefined()
  expect(screen.getByText('30 days')).toBeDefined()
})

test('the bar stops at the quota, and the space left is never negative', () => {
  show({ used: 4_000 })
  expect(meterValue()).toBe(100)
  expect(screen.getByText('0.0 GB')).toBeDefined()
})

test('an address that stores no messages has no bar', () => {
  show({ type: 'forwarding' })
  expect(screen.queryByLabelText('Storage')).toBeNull()
})

const setup: MailSetup = {
  incoming: { host: 'mail.example.com', port: 25, security: 'STARTTLS' },
  imap: null,
  submission: null,
  outgoing: 'relay',
  spamFilter: 'rules',
  virusScanner: 'none',
}

function showNotice(shown: MailSetup, isAdmin: boolean) {
  const client = createQueryClient()
  writeViewer(client, { isAdmin } as Viewer)
  renderWithCalls(<MailNotice setup={shown} />, async () => null, client)
}

const notice = () => document.querySelector('.email-notice strong')?.textContent ?? ''

test.each([
  [{}, ''],
  [{ outgoing: 'files' as const }, 'Outgoing mail is off.'],
  [{ incoming: null }, 'Incoming mail is off.'],
])('an administrator of an installation with %p reads: %p', (changes, sentence) => {
  showNotice({ ...setup, ...changes }, true)
  expect(notice()).toBe(sentence)
})

test('customers do not see what an administrator must connect', () => {
  showNotice({ ...setup, outgoing: 'files' }, false)
  expect(notice()).toBe('')
})
