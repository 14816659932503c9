import { beforeEach, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import type { Domain } from '../../contract/contract.ts'
import { SettingsTab } from './settings-tab.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { WwwSetting } from './www-setting.tsx'

const user = userEvent.setup({ document })
const domain: Domain = {
  id: 'd',
  name: 'example.com',
  domainName: 'example.com',
  status: 'active',
  ssl: false,
  www: 'as-typed',
  httpsRedirect: true,
  hsts: false,
  autoRenew: true,
  privacy: true,
  transferLock: true,
  registrar: 'local',
  nameservers: ['ns1.localhost'],
  serial: 1,
  expires: null,
  expiryDate: null,
  serviceId: null,
  challenge: null,
  verifiedAt: null,
  problem: null,
  address: '203.0.113.5',
  host: '@',
  certificate: { state: 'off', isServed: true, isTrusted: false, until: null, problem: null },
  createdAt: '2026-11-23T00:00:00.000Z',
}

let calls: [path: string, input: unknown][]
beforeEach(() => {
  calls = []
})

const switchOf = (name: string) => screen.getByRole('switch', { name })

test('shows a switch as chosen before the server has answered', async () => {
  const answer = Promise.withResolvers<Domain>()
  renderWithCalls(<SettingsTab domain={domain} />, (path, input) => {
    calls.push([path, input])
    return path === 'domains.settings' ? answer.promise : Promise.resolve([])
  })
  expect(switchOf('Transfer lock')).toHaveProperty('checked', true)
  await user.click(switchOf('Transfer lock'))
  expect(switchOf('Transfer lock')).toHaveProperty('checked', false)
  expect(switchOf('Privacy protection')).toHaveProperty('checked', true)
  expect(calls).toContainEqual(['domains.settings', { id: 'd', transferLock: false }])
  answer.resolve({ ...domain, transferLock: false })
  await screen.findByText('Transfer lock is off.')
})

test('reverts a switch that the server refuses, and says why', async () => {
  renderWithCalls(<SettingsTab domain={domain} />, async (path) => {
    if (path === 'domains.settings') throw new ApiError(503, '{}', { message: 'The portal is busy.' })
    return []
  })
  await user.click(switchOf('Auto-renewal'))
  await screen.findByText('The portal is busy.')
  await waitFor(() => expect(switchOf('Auto-renewal')).toHaveProperty('checked', true))
})

function openTransfer(answer: object) {
  renderWithCalls(<TransferDialog domain={domain} opened onClose={() => {}} />, async (path, input) => {
    calls.push([path, input])
    return answer
  })
}

test('sends no request before the code is wanted, and lists the obstacles to a transfer', async () => {
  openTransfer({ eligible: false, blockers: ['The transfer lock is on.'] })
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Get the transfer code' }))
  await screen.findByText('The transfer lock is on.')
  expect(calls).toEqual([['domains.transfer', { id: 'd' }]])
  expect(screen.getByRole('button', { name: 'Get the transfer code' })).toBeDefined()
})

test('copies the transfer code, and does not request it twice', async () => {
  openTransfer({ eligible: true, blockers: [], authCode: 'a-code-of-its-own' })
  await user.click(screen.getByRole('button', { name: 'Get the transfer code' }))
  await screen.findByText('a-code-of-its-own')
  expect(screen.getByRole('button', { name: 'Copy transfer code' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Get the transfer code' })).toBeNull()
})

test('keeps a code valid that was shown before, until a new one is requested', async () => {
  const answers = [
    { eligible: true, blockers: [] },
    { eligible: true, blockers: [], authCode: 'a-new-code' },
  ]
  renderWithCalls(<TransferDialog domain={domain} opened onClose={() => {}} />, async (path, input) => {
    calls.push([path, input])
    return answers.shift()
  })
  await user.click(screen.getByRole('button', { name: 'Get the transfer code' }))
  await screen.findByText(/still valid/)
  await user.click(screen.getByRole('button', { name: 'Issue a new code' }))
  await screen.findByText('a-new-code')
  expect(calls).toEqual([
    ['domains.transfer', { id: 'd' }],
    ['domains.transfer', { id: 'd', newCode: true }],
  ])
})

test('selects one of the two names, and explains the effect', async () => {
  const inputs: unknown[] = []
  renderWithCalls(<WwwSetting domain={domain} />, async (_, input) => {
    inputs.push(input)
    return { ...domain, www: 'to-bare' }
  })
  screen.getByText('example.com and www.example.com both show the site.')
  await user.selectOptions(screen.getByRole('combobox'), 'Redirect to example.com')
  expect(inputs).toEqual([{ id: 'd', www: 'to-bare' }])
  await screen.findByText('Visitors to www.example.com are sent to example.com.')
})
