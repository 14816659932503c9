import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { renderWithCalls } from '#test/support/render.tsx'
import { DomainField } from './domain-field.tsx'

function Field() {
  const [domain, setDomain] = useState('')
  return <DomainField id="domain" value={domain} problem={undefined} onChange={setDomain} />
}

test('shows an error below an invalid domain when typing pauses, and removes it once corrected', async () => {
  renderWithCalls(<Field />, async () => null)
  const field = screen.getByLabelText('Domain (optional)')
  await userEvent.type(field, 'shop')
  expect(await screen.findByText('Enter a full domain name, such as example.com.')).toBeDefined()
  await userEvent.type(field, '.example.com')
  await waitFor(() => expect(screen.queryByText(/full domain name/)).toBeNull())
})
