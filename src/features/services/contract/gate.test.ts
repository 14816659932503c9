import { expect, test } from 'bun:test'
import { gateOf } from './gate.ts'

const customer = { isAdmin: false, hasAdminAccess: false }
const services = (
  ...statuses: ('pending' | 'active' | 'restarting' | 'stopped' | 'suspended' | 'terminated')[]
) => statuses.map((status) => ({ status }))

test('administrators and users with access go to the dashboard whatever they own', () => {
  expect(gateOf({ isAdmin: true, hasAdminAccess: false }, [])).toBe('dashboard')
  expect(gateOf({ isAdmin: false, hasAdminAccess: true }, services('pending'))).toBe('dashboard')
})

test('a customer without services chooses a plan', () => {
  expect(gateOf(customer, [])).toBe('select-plan')
})

test('a customer whose services are all pending waits', () => {
  expect(gateOf(customer, services('pending', 'pending'))).toBe('pending-activation')
})

test('a customer with an active, stopped or suspended service goes to the dashboard', () => {
  for (const status of ['active', 'restarting', 'stopped', 'suspended'] as const) {
    expect(gateOf(customer, services('pending', status))).toBe('dashboard')
  }
})
