import { expect, mock, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import type { DomainMailChange } from '../../contract/contract.ts'
import { isFreeOfMail, MailChoice } from './mail-choice.tsx'

const user = userEvent.setup({ document })
const record = (type: string) => ({ type, name: '@', value: 'x', ttl: 3_600, priority: null })
const planOf = (removed: string[]): DomainMailChange => ({
  applied: false,
  serial: 1,
  added: [record('MX'), record('TXT')],
  removed: removed.map(record),
  kept: 1,
  effects: [],
})

const show = (plan: DomainMailChange | undefined, error: unknown = null) => {
  const change = mock()
  renderWithCalls(
    <MailChoice name="shop.example" plan={plan} error={error} isOn={false} onChange={change} />,
    async () => null,
  )
  return change
}

test('mail is set up along with the first address of a domain', async () => {
  const change = show(planOf([]))
  await user.click(screen.getByRole('checkbox', { name: 'Set up mail for shop.example' }))
  expect(change).toHaveBeenCalledWith(true)
  expect(screen.getByText('Adds 2 DNS records. 1 other record stays unchanged.')).toBeDefined()
})

test('mail at another provider is only moved on request', () => {
  expect([isFreeOfMail(planOf(['TXT'])), isFreeOfMail(planOf(['MX']))]).toEqual([true, false])
  show(planOf(['MX']))
  expect(screen.getByText(/goes to another provider now/)).toBeDefined()
})

test('a preview that fails to load is reported and offers nothing', () => {
  show(undefined, new Error('down'))
  expect(screen.getByRole('alert')).toBeDefined()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
