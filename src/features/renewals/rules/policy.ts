import type { Env } from '#server/settings.ts'
import { DomainError } from '#shared/errors.ts'
import { after, day } from '#shared/time.ts'

/** The operator's periods, in milliseconds; `reminders` before the invoice is due, longest first. */
export type Policy = {
  /** Off: terms are extended unbilled, and earlier invoices have no consequence. */
  isBilled: boolean
  renewBefore: number
  domainRenewBefore: number
  reminders: readonly number[]
  grace: number
  warning: number
  terminateAfter: number
}

export const policyOf = (env: Env): Policy => ({
  isBilled: env.RENEWALS === 'on',
  renewBefore: env.RENEW_BEFORE_DAYS * day,
  domainRenewBefore: env.DOMAIN_RENEW_BEFORE_DAYS * day,
  reminders: env.RENEW_REMINDER_DAYS.map((days) => days * day),
  grace: env.RENEW_GRACE_DAYS * day,
  warning: env.RENEW_WARNING_DAYS * day,
  terminateAfter: env.RENEW_TERMINATE_DAYS * day,
})

/** @throws WRONG_STATE while this portal does not bill renewals */
export function assertBilled(env: Env): void {
  if (policyOf(env).isBilled) return
  throw new DomainError('WRONG_STATE', 'This portal does not bill renewals. Contact us instead.')
}

/** Minimum time between a warning and its consequence, however late the warning is. */
export const leastWarning = day

/** The later of the two. */
export const latest = (one: Date, other: Date): Date => new Date(Math.max(one.getTime(), other.getTime()))

/**
 * When an invoice is due: at the end of the paid time, and never with less notice than usual, however late it is issued. So
 * nobody must hurry because the portal was off, or was upgraded to a version that writes invoices.
 */
export const dueDate = (wanted: Date, { issuedAt, notice }: { issuedAt: Date; notice: number }): Date =>
  latest(wanted, after(issuedAt, notice))
