import { expect, test } from 'bun:test'
import { describeDue } from './describe-due.ts'

const deadline = '2026-12-31T06:30:00.000Z'
const before = new Date('2026-12-30T06:30:00.000Z')
const after = new Date('2027-01-01T06:30:00.000Z')

test('states the consequence of an unpaid invoice', () => {
  const service = { kind: 'renewal', deadline, isSuspended: false } as const
  const domain = { kind: 'domainRenewal', deadline, isSuspended: false } as const
  expect(describeDue(service, before)).toBe('If unpaid, suspended on 31 Dec 2026.')
  expect(describeDue(domain, before)).toBe('If unpaid, expires on 31 Dec 2026.')
  expect(describeDue(service, after)).toBe('Suspension is imminent.')
  expect(describeDue(domain, after)).toBe('Expired.')
})

test('states the effect of a payment', () => {
  expect(describeDue({ kind: 'renewal', deadline, isSuspended: true }, after)).toContain('Suspended until')
  expect(describeDue({ kind: 'planChange', deadline: null, isSuspended: false }, before)).toContain(
    'The plan changes',
  )
})
