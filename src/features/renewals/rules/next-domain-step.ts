import { type Claim, type Notice, nextNotice } from './notices.ts'
import type { Policy } from './policy.ts'

/** Facts that decide the next step of a domain registered here. */
export type DomainFacts = {
  isExpired: boolean
  autoRenew: boolean
  expiresAt: Date
  /** The unpaid year. */
  claim: Claim | null
  /** The customer was notified of its end, because it will not be renewed. */
  isLapseTold: boolean
  /** When the account is deleted. */
  leavesAt: Date | null
  /** The domain ends with its service, unless that is restored. */
  hasServiceEnded: boolean
}

export type DomainStep =
  | Exclude<Notice, { step: 'enforce' }>
  | { step: 'invoice' | 'extend' | 'lapse' | 'expire' }

/** The step due on a domain; null when there is none (docs/product/renewals.md, "Domain renewals"). */
export function nextDomainStep(facts: DomainFacts, policy: Policy, now: Date): DomainStep | null {
  const { isExpired, autoRenew, expiresAt, claim, isLapseTold, leavesAt, hasServiceEnded } = facts
  if (isExpired) return null
  if (!policy.isBilled && (claim || autoRenew)) return !claim && now >= expiresAt ? { step: 'extend' } : null
  if (claim) {
    const notice = nextNotice(claim, { policy, notBefore: null, now })
    return notice?.step === 'enforce' ? { step: 'expire' } : notice
  }
  if (now.getTime() < expiresAt.getTime() - policy.domainRenewBefore) return null
  if (autoRenew && hasServiceEnded) return null
  if (autoRenew) return leavesAt !== null && leavesAt <= expiresAt ? null : { step: 'invoice' }
  if (!isLapseTold) return { step: 'lapse' }
  return now.getTime() >= expiresAt.getTime() + policy.grace ? { step: 'expire' } : null
}
