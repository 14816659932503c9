import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { day } from '#shared/time.ts'
import { type Claim, type Notice, nextNotice, planNotices } from './notices.ts'
import type { Policy } from './policy.ts'

/** Facts that decide the next step of a service. */
export type Facts = {
  status: ServiceStatus
  paidUntil: Date
  /** The unpaid renewal. */
  claim: Claim | null
  /** When it was suspended for that. */
  suspendedAt: Date | null
  /** When its term ended with the service. */
  endedAt: Date | null
  doNotSuspendBefore: Date | null
  /** When the account is deleted. */
  leavesAt: Date | null
}

/**
 * `invoice`: bill the next period. `suspend`, `terminate`: the consequences. `resume`: a service suspended for its payment is
 * paid. `extend`: a month more without an invoice. `release`: an administrator ended that suspension. `end`, `revive`: the term
 * follows a service that ended or was restored.
 */
export type Step =
  | Exclude<Notice, { step: 'enforce' }>
  | { step: 'invoice' | 'extend' | 'suspend' | 'resume' | 'release' | 'terminate' | 'end' | 'revive' }

export type StepName = Step['step']

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** Whether the service is suspended for a reason other than payment: no step applies then. */
const isHeld = ({ status, suspendedAt }: Facts): boolean => status === 'suspended' && suspendedAt === null

/** Whether nothing awaits payment. */
const isUnbilled = ({ claim, suspendedAt }: Facts): boolean => claim === null && suspendedAt === null

/** Whether the account is deleted before the next period begins, which is then not billed. */
const isLeft = ({ leavesAt, paidUntil }: Facts): boolean => leavesAt !== null && leavesAt <= paidUntil

/** A step that follows from the status alone, at any time. */
function stepOfStatus({ status, suspendedAt, endedAt, claim }: Facts): Step | null | undefined {
  if (status === 'terminated') return endedAt === null ? { step: 'end' } : null
  if (endedAt !== null) return { step: 'revive' }
  if (suspendedAt === null) return undefined
  if (status !== 'suspended') return { step: 'release' }
  return claim === null ? { step: 'resume' } : undefined
}

/** The step due on a service; null when there is none (docs/product/renewals.md, "Renewals"). */
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

/** When the next step is due if nothing else happens; null when it needs a change of status. */
export function nextMoment(facts: Facts, policy: Policy, now: Date): Date | null {
  if (stepOfStatus(facts)) return now
  const { status, suspendedAt, claim, paidUntil, doNotSuspendBefore } = facts
  if (status === 'terminated' || isHeld(facts)) return null
  // Unpaid charges without a consequence are checked again daily, in case renewals are turned on.
  if (!policy.isBilled) return isUnbilled(facts) ? paidUntil : later(now, day)
  if (suspendedAt !== null) return later(suspendedAt, policy.terminateAfter)
  // An account that stays after all is billed within a day.
  if (claim === null && isLeft(facts)) return later(now, day)
  if (claim === null) return later(paidUntil, -policy.renewBefore)
  const planned = planNotices(claim, policy, doNotSuspendBefore).map(({ at }) => at)
  return planned.find((at) => at > now) ?? planned.at(-1) ?? null
}
