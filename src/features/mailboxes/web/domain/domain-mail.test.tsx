import { expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { renderWithCalls } from '#test/support/render.tsx'
import type { DomainMailChange, DomainMailState } from '../../contract/contract.ts'
import { DomainMail } from './domain-mail.tsx'
import { DomainMailStep } from './domain-mail-step.tsx'

const user = userEvent.setup({ document })
const id = '0190a000-0000-7000-8000-000000000001'

type Check = DomainMailState['checks'][number]

const check = (what: Check['what'], changes: Partial<Check> = {}): Check => ({
  what,
  name: 'shop.example',
  state: 'ok',
  found: 'as it should be',
  wanted: 'as it should be',
  server: '192.0.2.53',
  ...changes,
})

const state: DomainMailState = {
  id,
  name: 'shop.example',
  isMailOn: true,
  selector: 'mail',
  rotatedAt: null,
  greylisting: false,
  catchAllId: null,
  isDnsHere: null,
  checks: [check('MX'), check('SPF'), check('DKIM'), check('DMARC')],
}

const plan: DomainMailChange = {
  applied: false,
  serial: 7,
  added: [{ type: 'MX', name: '@', value: 'mail.shop.example', ttl: 3_600, priority: 10 }],
  removed: [],
  kept: 3,
  effects: [],
}

const framed = (mail: ReactNode, isDone: boolean) => (
  <section aria-label={isDone ? 'done' : 'to do'}>{mail}</section>
)

/** The DNS answers, or does not for the whole test. */
type Answers = { changes?: Partial<DomainMailState>; seen?: Promise<never>; part?: ReactNode }

function show({ changes, seen, part = <DomainMail id={id} /> }: Answers) {
  const setUp = mock()
  renderWithCalls(part, async (path, input) => {
    if (path === 'email.domainMail.state') {
      const isQuick = (input as { dns?: string }).dns === 'skip'
      return isQuick || !seen ? { ...state, ...changes } : seen
    }
    if (path === 'email.list') return []
    if (path !== 'email.domainMail.setUp') return null
    setUp(input)
    return plan
  })
  return { setUp }
}

test('one button sets up mail, after a preview of the records', async () => {
  const checks = [
    check('MX', { state: 'missing', found: null }),
    check('DKIM', { state: 'missing', wanted: null }),
  ]
  const { setUp } = show({ changes: { isMailOn: false, selector: null, checks } })
  await user.click(await screen.findByRole('button', { name: 'Set up mail for shop.example' }))
  await screen.findByText('Adds 1 DNS record. 3 other records stay unchanged.')
  expect(setUp.mock.calls).toEqual([[{ id, apply: false }]])
  await user.click(screen.getByRole('button', { name: 'Publish these records' }))
  await waitFor(() => expect(setUp).toHaveBeenLastCalledWith({ id, apply: true, serial: 7 }))
  expect(screen.queryByText('Advanced')).toBeNull()
})

test('a key that is not generated yet is shown as a note without a copy button', async () => {
  const checks = [check('DKIM', { state: 'missing', found: null, wanted: null })]
  show({ changes: { isMailOn: false, checks } })
  await screen.findByText('Generated when you set up mail')
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

test('valid records need no action, and the resolver is named once', async () => {
  show({})
  expect((await screen.findAllByText('Checked just now with 192.0.2.53.')).length).toBe(1)
  expect(screen.getAllByText('Valid').length).toBe(4)
  expect(screen.queryByText('Expected')).toBeNull()
  expect(screen.getByText('Greylisting')).toBeDefined()
})

test('records of a domain at another provider can be copied', async () => {
  const checks = [check('MX', { state: 'missing', found: null, wanted: '10 mail.shop.example' })]
  show({ changes: { isDnsHere: false, checks } })
  await screen.findByText('The DNS for shop.example is at another provider.')
  expect(screen.getByRole('button', { name: 'Copy the name of the MX record' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy the expected MX record' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Check the records…' })).toBeNull()
})

test('the expected records are shown before the DNS answers', async () => {
  const checks = [check('MX', { state: 'unanswered', found: null, wanted: '10 mail.shop.example' })]
  show({ changes: { checks }, seen: new Promise<never>(() => {}) })
  await screen.findByText('10 mail.shop.example')
  screen.getByText('Checking…')
  expect(screen.queryByText('Not checked')).toBeNull()
})

test.each([
  [{}, 'done', 'Mail is set up, and all records are valid.'],
  [{ checks: [check('MX', { state: 'missing' })] }, 'to do', 'Not all records are visible yet: MX.'],
  [{ isMailOn: false }, 'to do', 'shop.example can’t receive mail from other servers yet.'],
])('as a step it is one line, with the records collapsed: %j', async (changes, region, line) => {
  show({ changes, part: <DomainMailStep domain={{ id, name: 'shop.example' }} frame={framed} /> })
  await screen.findByText(line)
  screen.getByRole('region', { name: region })
  expect(document.querySelector('details')?.open).toBe(false)
})
