import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { type Mail, MailList } from './mail-list.tsx'

const mail = (values: Partial<Mail>): Mail => ({
  id: values.subject ?? '',
  to: 'asha@example.com',
  subject: '',
  status: 'sent',
  lastError: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  sentAt: '2026-11-22T10:00:01.000Z',
  isFile: false,
  ...values,
})

test('a mail that was written to a file does not count as sent', () => {
  render(<MailList mails={[mail({ subject: 'Verify', isFile: true }), mail({ subject: 'Welcome' })]} />)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Saved to a file')
  expect(first?.textContent).not.toContain('Sent')
  expect(second?.textContent).toContain('Sent')
})
