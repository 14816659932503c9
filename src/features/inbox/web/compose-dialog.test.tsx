import { expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { EmailAccount } from '#features/mailboxes/contract.ts'
import { renderWithCalls } from '#test/support/render.tsx'
import type { OpenMessage } from '../contract.ts'
import type { Begun } from './begun.ts'
import { ComposeDialog } from './compose-dialog.tsx'
import type { Draft } from './draft.ts'

const user = userEvent.setup({ document })
const account: EmailAccount = {
  id: '0190a000-0000-7000-8000-000000000001',
  serviceId: '0190a000-0000-7000-8000-000000000002',
  domainId: null,
  isMailOn: false,
  email: 'asha@temple.example',
  type: 'mailbox',
  status: 'active',
  isActive: true,
  reason: null,
  used: 0,
  quota: 1_024,
  forwardTo: [],
  keepCopy: false,
  signature: '',
  messagesReceived: 0,
  spamBlocked: 0,
  unseen: 0,
  createdAt: '2026-11-20T06:30:00.000Z',
  service: { id: '0190a000-0000-7000-8000-000000000002', plan: { name: 'Starter' } },
}

const emptyDraft: Draft = {
  to: '',
  cc: '',
  bcc: '',
  subject: '',
  text: '',
  inReplyTo: undefined,
  note: undefined,
}
const anew: Begun = { kind: 'new' }

function open(begun: Begun, unsent: Partial<Draft> = {}) {
  const sent = mock()
  const close = mock()
  renderWithCalls(
    <ComposeDialog
      account={account}
      begun={begun}
      own={[account.email]}
      unsent={{ current: { ...emptyDraft, ...unsent } }}
      opened
      onClose={close}
    />,
    async (path, input) => {
      if (path !== 'email.messages.send') return null
      sent(input)
      return { id: account.id, leaves: true }
    },
  )
  return { sent, close, send: () => user.click(screen.getByRole('button', { name: 'Send' })) }
}

test('an answer goes to the addresses that the message asks for, whatever their names', async () => {
  const message = {
    folder: 'inbox',
    id: account.id,
    from: { name: 'Ravi', address: 'ravi@elsewhere.example' },
    people: {
      to: [],
      cc: [],
      replyTo: [
        { name: 'Rao, Meera', address: 'meera@elsewhere.example' },
        { name: 'Support Desk', address: 'support@elsewhere.example' },
      ],
    },
    subject: 'An order',
    text: 'Twelve',
    receivedAt: '2026-11-20T06:30:00.000Z',
  } as unknown as OpenMessage
  const { sent, close, send } = open({ kind: 'answer', message, how: 'sender' })
  await send()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({ to: ['meera@elsewhere.example', 'support@elsewhere.example'] }),
  )
})

test('names with addresses are understood in To, Cc and Bcc', async () => {
  const { sent, close, send } = open(anew, { subject: 'Hi', text: 'Hello' })
  await user.click(screen.getByLabelText('To'))
  await user.paste('"Rao, Meera" <meera@elsewhere.example>, Lee Li <lee@elsewhere.example>')
  await user.click(screen.getByRole('button', { name: 'Add Cc or Bcc' }))
  await user.type(screen.getByLabelText('Cc'), 'a@elsewhere.example (Ann); <b@elsewhere.example>')
  await user.type(screen.getByLabelText('Bcc'), 'boss@elsewhere.example')
  await send()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({
      to: ['meera@elsewhere.example', 'lee@elsewhere.example'],
      cc: ['a@elsewhere.example', 'b@elsewhere.example'],
      bcc: ['boss@elsewhere.example'],
    }),
  )
})

test('what is no address is said, and nothing is sent', async () => {
  const { sent, send } = open(anew, { to: 'Meera', text: 'Hello' })
  await send()
  expect(await screen.findByText('Enter an email address such as name@example.com.')).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
})
