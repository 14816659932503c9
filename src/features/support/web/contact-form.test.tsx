import { expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { writeRefusedForm } from '#web/refused-form.ts'
import { currentToast } from '#web/ui/overlays/toast.ts'
import { ContactForm } from './contact-form.tsx'

const user = userEvent.setup({ document })
const message = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  subject: 'Hello',
  message: 'Two\nlines',
}
const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
}

async function send(values: Partial<typeof message>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await user.type(screen.getByLabelText(labels[name as keyof typeof labels]), value)
  }
  await user.click(screen.getByRole('button', { name: 'Send Message' }))
}

test('the message is sent as typed, and the reference is shown', async () => {
  const call = mock(async () => ({ reference: 'MSG-1234' }))
  const onSent = mock()
  renderWithCalls(<ContactForm onSent={onSent} />, call)
  await send(message)
  await waitFor(() => expect(onSent).toHaveBeenCalledWith('MSG-1234'))
  expect(call).toHaveBeenCalledWith('support.contact', message)
})

test('every field is required, and nothing is sent while one is empty', async () => {
  const call = mock(async () => ({}))
  renderWithCalls(<ContactForm onSent={() => {}} />, call)
  await send({ firstName: 'Asha', subject: '  ' })
  const invalid = [...document.querySelectorAll('[aria-invalid]')].map((input) => input.getAttribute('name'))
  expect(invalid).toEqual(['lastName', 'email', 'subject', 'message'])
  expect(document.activeElement?.getAttribute('name')).toBe('lastName')
  expect(call).not.toHaveBeenCalled()
})

test('an error is shown in a toast with the server’s message, and the form keeps its values', async () => {
  const sentence = 'Too many messages. Try again later.'
  renderWithCalls(<ContactForm onSent={() => {}} />, async () => {
    throw new ApiError(429, '', { message: sentence })
  })
  await send(message)
  await waitFor(() => expect(currentToast()?.description).toBe(sentence))
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe(message.message)
})

test('a rejected form without a script is shown again with its values', () => {
  const cache = createQueryClient()
  const sentence = 'Enter a valid email address.'
  writeRefusedForm(cache, {
    message: sentence,
    fields: { email: sentence },
    values: { ...message, email: 'asha' },
  })
  renderWithCalls(<ContactForm onSent={() => {}} />, async () => ({}), cache)
  expect(document.querySelector('form [role=alert]')?.textContent).toContain(sentence)
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('asha')
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
})
