import { describe, expect, test } from 'bun:test'
import { after, day, hour } from '#shared/time.ts'
import { type Facts, nextMoment, nextStep } from './next-step.ts'
import type { Claim } from './notices.ts'
import { dueDate, type Policy } from './policy.ts'

const policy: Policy = {
  isBilled: true,
  renewBefore: 14 * day,
  domainRenewBefore: 30 * day,
  reminders: [7 * day, 3 * day, day],
  grace: 7 * day,
  warning: day,
  terminateAfter: 30 * day,
}
const paidUntil = new Date('2026-12-24T06:30:00.000Z')
const issuedAt = after(paidUntil, -14 * day)
const claim = { issuedAt, dueAt: paidUntil, remindedMs: null, warnedAt: null }
const facts: Facts = {
  status: 'active',
  paidUntil,
  claim: null,
  suspendedAt: null,
  endedAt: null,
  doNotSuspendBefore: null,
  leavesAt: null,
}
const billedAt = after(paidUntil, -policy.renewBefore)

test('does not bill an account that is deleted before the next period, and bills within a day if it stays', () => {
  const leaving = { ...facts, leavesAt: paidUntil }
  expect(nextStep(leaving, policy, billedAt)).toBeNull()
  expect(nextMoment(leaving, policy, billedAt)).toEqual(after(billedAt, day))
  expect(nextStep({ ...facts, leavesAt: after(paidUntil, 1) }, policy, billedAt)).toEqual({ step: 'invoice' })
})

const unpaid = (more: Partial<Claim> = {}): Facts => ({
  ...facts,
  claim: { ...claim, ...more },
})
const stepAt = (of: Facts, ms: number) => nextStep(of, policy, after(paidUntil, ms))

describe('the next period', () => {
  test('is billed 14 days before the end of the paid one, and not a millisecond earlier', () => {
    expect(stepAt(facts, -14 * day - 1)).toBeNull()
    expect(stepAt(facts, -14 * day)).toEqual({ step: 'invoice' })
    expect(nextMoment(facts, policy, after(paidUntil, -20 * day))).toEqual(after(paidUntil, -14 * day))
  })

  test('is due at that end, and with 14 days of notice when its invoice is late', () => {
    expect(dueDate(paidUntil, { issuedAt, notice: 14 * day })).toEqual(paidUntil)
    const late = after(paidUntil, 9 * day)
    expect(dueDate(paidUntil, { issuedAt: late, notice: 14 * day })).toEqual(after(late, 14 * day))
  })
})

describe('an unpaid renewal', () => {
  test('is reminded of 7, 3 and 1 day before it is due', () => {
    expect(stepAt(unpaid(), -7 * day - 1)).toBeNull()
    expect(stepAt(unpaid(), -7 * day)).toEqual({ step: 'remind', ms: 7 * day })
    expect(stepAt(unpaid({ remindedMs: 7 * day }), -3 * day)).toEqual({ step: 'remind', ms: 3 * day })
    expect(stepAt(unpaid({ remindedMs: 3 * day }), -day)).toEqual({ step: 'remind', ms: day })
    expect(stepAt(unpaid({ remindedMs: day }), -1)).toBeNull()
  })

  test('gets one reminder for several that were missed, and none once it is due', () => {
    expect(stepAt(unpaid(), -2 * day)).toEqual({ step: 'remind', ms: 3 * day })
    expect(stepAt(unpaid(), 0)).toBeNull()
    expect(stepAt(unpaid(), 6 * day - 1)).toBeNull()
  })

  test('gets a warning a day before the grace period ends, and the consequence at its end', () => {
    expect(stepAt(unpaid(), 6 * day)).toEqual({ step: 'warn' })
    const warned = unpaid({ warnedAt: after(paidUntil, 6 * day) })
    expect(stepAt(warned, 7 * day - 1)).toBeNull()
    expect(stepAt(warned, 7 * day)).toEqual({ step: 'suspend' })
  })

  test('does not suspend without a warning 24 hours before, however late that is', () => {
    expect(stepAt(unpaid(), 21 * day)).toEqual({ step: 'warn' })
    const warned = unpaid({ warnedAt: after(paidUntil, 21 * day) })
    expect(stepAt(warned, 22 * day - 1)).toBeNull()
    expect(stepAt(warned, 22 * day)).toEqual({ step: 'suspend' })
  })

  test('waits until the day that an administrator set', () => {
    const spared = { ...unpaid(), doNotSuspendBefore: after(paidUntil, 30 * day) }
    expect(stepAt(spared, 20 * day)).toBeNull()
    expect(stepAt(spared, 29 * day)).toEqual({ step: 'warn' })
    const warned = { ...spared, claim: { ...claim, warnedAt: after(paidUntil, 29 * day) } }
    expect(stepAt(warned, 30 * day - 1)).toBeNull()
    expect(stepAt(warned, 30 * day)).toEqual({ step: 'suspend' })
  })
})

describe('a suspended service', () => {
  const suspendedAt = after(paidUntil, 7 * day)
  const suspended: Facts = { ...unpaid(), status: 'suspended', suspendedAt }

  test('is terminated 30 days later, and resumed as soon as it is paid', () => {
    expect(stepAt(suspended, 37 * day - 1)).toBeNull()
    expect(stepAt(suspended, 37 * day)).toEqual({ step: 'terminate' })
    expect(stepAt({ ...suspended, claim: null }, 8 * day)).toEqual({ step: 'resume' })
  })

  test('gets a new warning before its next suspension when an administrator released it', () => {
    expect(stepAt({ ...suspended, status: 'active' }, 8 * day)).toEqual({ step: 'release' })
    expect(stepAt(unpaid(), 8 * day)).toEqual({ step: 'warn' })
  })

  test('stays suspended for another reason, whatever is due', () => {
    for (const days of [-14, -7, 6, 60, 400])
      expect(stepAt({ ...unpaid(), status: 'suspended' }, days * day)).toBeNull()
    expect(nextMoment({ ...unpaid(), status: 'suspended' }, policy, paidUntil)).toBeNull()
  })
})

test('ends its term with the service, and starts it again when the service is restored', () => {
  const ended = { ...unpaid(), status: 'terminated' as const }
  expect(stepAt(ended, 0)).toEqual({ step: 'end' })
  expect(stepAt({ ...ended, endedAt: paidUntil }, hour)).toBeNull()
  expect(stepAt({ ...facts, endedAt: paidUntil }, hour)).toEqual({ step: 'revive' })
})

describe('where renewals are off', () => {
  const off = { ...policy, isBilled: false }
  const at = (of: Facts, ms: number) => nextStep(of, off, after(paidUntil, ms))
  const overdue: Facts = { ...unpaid(), status: 'suspended', suspendedAt: after(paidUntil, 7 * day) }

  test('extends a service by a month when the last one is over, and not a millisecond earlier', () => {
    expect([at(facts, -1), at(facts, 0)]).toEqual([null, { step: 'extend' }])
    expect(nextMoment(facts, off, after(paidUntil, -20 * day))).toEqual(paidUntil)
  })

  test('takes no step on unpaid invoices, and checks them once a day', () => {
    expect([at(unpaid(), 400 * day), at(overdue, 400 * day)]).toEqual([null, null])
    for (const of of [unpaid(), overdue])
      expect(nextMoment(of, off, paidUntil)).toEqual(after(paidUntil, day))
  })

  test('still follows the payment and status of a service', () => {
    expect(at({ ...overdue, claim: null }, 8 * day)).toEqual({ step: 'resume' })
    expect(at({ ...facts, status: 'terminated' }, 0)).toEqual({ step: 'end' })
  })
})
