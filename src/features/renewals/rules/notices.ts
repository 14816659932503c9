import { after } from '#shared/time.ts'
import { latest, leastWarning, type Policy } from './policy.ts'

/** Facts about an unpaid invoice. */
export type Claim = {
  issuedAt: Date
  dueAt: Date
  /** Time between the last reminder and `dueAt`, in milliseconds; null before the first. */
  remindedMs: number | null
  warnedAt: Date | null
}

/** A reminder before the invoice is due, the warning before the consequence, and the consequence. */
export type Notice = { step: 'remind'; ms: number } | { step: 'warn' } | { step: 'enforce' }

type Planned = { at: Date; notice: Notice }

/** When an unpaid invoice has its consequence: after the grace period, and not before the day an administrator set. */
export const deadlineOf = ({ dueAt }: Claim, { grace }: Policy, notBefore: Date | null): Date =>
  new Date(Math.max(dueAt.getTime() + grace, notBefore?.getTime() ?? 0))

/** The remaining notices of an invoice that stays unpaid, in the order of time. */
export function planNotices(claim: Claim, policy: Policy, notBefore: Date | null): Planned[] {
  const deadline = deadlineOf(claim, policy, notBefore)
  if (claim.warnedAt) {
    const at = latest(deadline, after(claim.warnedAt, leastWarning))
    return [{ at, notice: { step: 'enforce' } }]
  }
  const reminders: Planned[] = policy.reminders
    .filter((ms) => claim.remindedMs === null || ms < claim.remindedMs)
    .map((ms) => ({ at: new Date(claim.dueAt.getTime() - ms), notice: { step: 'remind' as const, ms } }))
    // A reminder together with the invoice says nothing new.
    .filter(({ at }) => at > claim.issuedAt)
  const warning: Planned = {
    at: new Date(deadline.getTime() - policy.warning),
    notice: { step: 'warn' },
  }
  return [...reminders, warning].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/**
 * The notice due on an unpaid invoice; null when there is none. Among missed reminders, only the last counts, and none once
 * the invoice is due.
 */
export function nextNotice(
  claim: Claim,
  { policy, notBefore, now }: { policy: Policy; notBefore: Date | null; now: Date },
): Notice | null {
  const due = planNotices(claim, policy, notBefore).filter(({ at }) => at <= now)
  const notice = (due.find((each) => each.notice.step === 'warn') ?? due.at(-1))?.notice
  return notice?.step === 'remind' && now >= claim.dueAt ? null : (notice ?? null)
}
