import { type Claim, type Notice, nextNotice } from './notices.ts'
import type { Policy } from './policy.ts'

/** What decides how a domain that is registered here goes on. */
export type DomainFacts = {
  isExpired: boolean
  autoRenew: boolean
  expiresAt: Date
  /** The year that waits for its money. */
  claim: Claim | null
  /** The customer was told that it ends, because it is not to be renewed. */
  isLapseTold: boolean
  /** When the account is deleted. */
  leavesAt: Date | null
  /** The domain goes with its service, unless that is brought back. */
  hasServiceEnded: boolean
}

export type DomainStep =
  | Exclude<Notice, { step: 'enforce' }>
  | { step: 'invoice' | 'extend' | 'lapse' | 'expire' }

/** What is to be done about a domain now; null when nothing is (docs/product.md, "Renewals of domains"). */
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
