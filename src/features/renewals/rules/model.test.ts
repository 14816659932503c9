import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { after, day, hour, minute } from '#shared/time.ts'
import { type Facts, nextMoment, nextStep, type Step } from './next-step.ts'
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
const month = 30 * day

type World = { facts: Facts; now: Date; log: string[]; claims: number }

const set = (world: World, facts: Partial<Facts>) => {
  world.facts = { ...world.facts, ...facts }
}

const advance = (world: World, ms: number) => {
  world.now = after(world.now, ms)
}

/** Applies a step to the facts; fails on impossible ones. */
function apply(world: World, step: Step): void {
  const { facts, now, claims } = world
  const { claim } = facts
  world.log.push(`${claims}:${step.step === 'remind' ? `remind-${step.ms}` : step.step}`)
  if (step.step === 'invoice') {
    expect(claim).toBeNull()
    world.claims += 1
    const dueAt = dueDate(facts.paidUntil, { issuedAt: now, notice: policy.renewBefore })
    set(world, { claim: { issuedAt: now, dueAt, remindedMs: null, warnedAt: null } })
  } else if (step.step === 'remind' && claim) {
    expect(now < claim.dueAt).toBe(true)
    set(world, { claim: { ...claim, remindedMs: step.ms } })
  } else if (step.step === 'warn' && claim) set(world, { claim: { ...claim, warnedAt: now } })
  else if (step.step === 'suspend' && claim) {
    expect(now.getTime() - (claim.warnedAt?.getTime() ?? Number.NaN)).toBeGreaterThanOrEqual(day)
    expect(now.getTime()).toBeGreaterThanOrEqual(claim.dueAt.getTime() + policy.grace)
    expect(now.getTime()).toBeGreaterThanOrEqual(facts.doNotSuspendBefore?.getTime() ?? 0)
    expect(facts.status).not.toBe('suspended')
    set(world, { status: 'suspended', suspendedAt: now })
  } else if (step.step === 'terminate') {
    expect(now.getTime() - (facts.suspendedAt?.getTime() ?? Number.NaN)).toBeGreaterThanOrEqual(30 * day)
    set(world, { status: 'terminated' })
  } else if (step.step === 'end') set(world, { endedAt: now, claim: null, suspendedAt: null })
  else if (step.step === 'revive') set(world, { endedAt: null, paidUntil: now })
  else if (step.step === 'resume') set(world, { status: 'active', suspendedAt: null })
  else if (step.step === 'release')
    set(world, { suspendedAt: null, claim: claim && { ...claim, warnedAt: null } })
}

/** External events. */
const happenings: ((world: World, number: number) => void)[] = [
  (world, number) => advance(world, (number % 48) * hour),
  (world, number) => advance(world, (number % 21) * day),
  (world) => advance(world, -day),
  (world) => {
    const { claim, paidUntil } = world.facts
    if (claim) set(world, { claim: null, paidUntil: after(paidUntil, month) })
  },
  (world) => {
    if (world.facts.status === 'active') set(world, { status: 'suspended' })
    else if (world.facts.status === 'suspended') set(world, { status: 'active' })
  },
  (world, number) => {
    if (number % 8 === 0 && world.facts.status !== 'terminated') set(world, { status: 'terminated' })
    else if (world.facts.status === 'terminated') set(world, { status: 'active' })
  },
  (world, number) => {
    const { claim } = world.facts
    const doNotSuspendBefore = after(world.now, (number % 40) * day)
    set(world, { doNotSuspendBefore, claim: claim && { ...claim, warnedAt: null } })
  },
]

function settle(world: World): void {
  for (let steps = 0; ; steps += 1) {
    const step = nextStep(world.facts, policy, world.now)
    if (!step) break
    expect(steps).toBeLessThan(6)
    apply(world, step)
  }
  const next = nextMoment(world.facts, policy, world.now)
  // Nothing is due that was not due at its own time.
  if (next)
    expect(nextStep(world.facts, policy, after(next, minute)) !== null || next <= world.now).toBe(true)
}

const start = new Date('2026-11-20T06:30:00.000Z')
const begin = (): World => ({
  facts: {
    status: 'active',
    paidUntil: after(start, month),
    claim: null,
    suspendedAt: null,
    endedAt: null,
    doNotSuspendBefore: null,
    leavesAt: null,
  },
  now: start,
  log: [],
  claims: 0,
})

const happening = fc.tuple(fc.nat(happenings.length - 1), fc.nat(1_000))

test('never suspends without warning, repeats a reminder or gets stuck, in any order of payments, decisions and clocks', () => {
  const history = fc.array(happening, { minLength: 20, maxLength: 120, size: 'max' })
  fc.assert(
    fc.property(history, (turns) => {
      const world = begin()
      for (const [kind, number] of turns) {
        happenings[kind]?.(world, number)
        settle(world)
      }
      const once = world.log.filter((entry) => /remind|invoice/.test(entry))
      expect(new Set(once).size).toBe(once.length)
    }),
    { numRuns: 300 },
  )
})
