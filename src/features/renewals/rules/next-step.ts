import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { day } from '#shared/time.ts'
import { type Claim, type Notice, nextNotice, planNotices } from './notices.ts'
import type { Policy } from './policy.ts'

/** What decides how a service goes on. */
export type Facts = {
  status: ServiceStatus
  paidUntil: Date
  /** The renewal that waits for its money. */
  claim: Claim | null
  /** When it was suspended because that did not come. */
  suspendedAt: Date | null
  /** When its term ended with the service. */
  endedAt: Date | null
  doNotSuspendBefore: Date | null
  /** When the account is deleted. */
  leavesAt: Date | null
}

/**
 * `invoice`: the next period is billed. `suspend`, `terminate`: the consequences. `resume`: what was suspended for its
 * money has it. `extend`: a month more that nobody bills. `release`: somebody else ended that suspension. `end`, `revive`:
 * the term follows a service that ended or was restored.
 */
export type Step =
  | Exclude<Notice, { step: 'enforce' }>
  | { step: 'invoice' | 'extend' | 'suspend' | 'resume' | 'release' | 'terminate' | 'end' | 'revive' }

export type StepName = Step['step']

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** Whether the service is suspended for another reason than its money: then nothing is done about that. */
const isHeld = ({ status, suspendedAt }: Facts): boolean => status === 'suspended' && suspendedAt === null

/** Whether no money is asked for. */
const isUnbilled = ({ claim, suspendedAt }: Facts): boolean => claim === null && suspendedAt === null

/** Whether the account is gone before the next period begins: then nobody bills it. */
const isLeft = ({ leavesAt, paidUntil }: Facts): boolean => leavesAt !== null && leavesAt <= paidUntil

/** A step that follows from the status alone, whatever the time. */
function stepOfStatus({ status, suspendedAt, endedAt, claim }: Facts): Step | null | undefined {
  if (status === 'terminated') return endedAt === null ? { step: 'end' } : null
  if (endedAt !== null) return { step: 'revive' }
  if (suspendedAt === null) return undefined
  if (status !== 'suspended') return { step: 'release' }
  return claim === null ? { step: 'resume' } : undefined
}

/** What is to be done about a service now; null when nothing is (docs/product.md, "Renewals"). */
export function nextStep(facts: Facts, policy: Policy, now: Date): Step | null {
  const step = stepOfStatus(facts)
  if (step !== undefined) return step
  if (isHeld(facts)) return null
  const { suspendedAt, claim, paidUntil, doNotSuspendBefore: notBefore } = facts
  if (!policy.isBilled) return isUnbilled(facts) && now >= paidUntil ? { step: 'extend' } : null
  if (suspendedAt !== null)
    return now >= later(suspendedAt, policy.terminateAfter) ? { step: 'terminate' } : null
  if (claim === null)
    return now >= later(paidUntil, -policy.renewBefore) && !isLeft(facts) ? { step: 'invoice' } : null
  const notice = nextNotice(claim, { policy, notBefore, now })
  return notice?.step === 'enforce' ? { step: 'suspend' } : notice
}

/** When there is something to do next if nothing else happens; null when only a change of its status can bring that. */
export function nextMoment(facts: Facts, policy: Policy, now: Date): Date | null {
  if (stepOfStatus(facts)) return now
  const { status, suspendedAt, claim, paidUntil, doNotSuspendBefore } = facts
  if (status === 'terminated' || isHeld(facts)) return null
  // What waits for money that nobody asks for is looked at again, for the day on which somebody does.
  if (!policy.isBilled) return isUnbilled(facts) ? paidUntil : later(now, day)
  if (suspendedAt !== null) return later(suspendedAt, policy.terminateAfter)
  // Whoever keeps the account after all is billed within a day.
  if (claim === null && isLeft(facts)) return later(now, day)
  if (claim === null) return later(paidUntil, -policy.renewBefore)
  const planned = planNotices(claim, policy, doNotSuspendBefore).map(({ at }) => at)
  return planned.find((at) => at > now) ?? planned.at(-1) ?? null
}
