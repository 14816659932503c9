import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { after, minute } from '#shared/time.ts'
import { freshMinutes } from '../contract/security-limits.ts'

type Caller = Pick<CustomerContext, 'session' | 'now'>

/** Whether the caller has just proved their identity. */
function isFresh({ session, now }: Caller): boolean {
  const { confirmedAt } = session
  // A fast clock dated the proof in the future: it does not extend the window.
  if (!confirmedAt || confirmedAt > after(now(), minute)) return false
  return after(confirmedAt, freshMinutes * minute) > now()
}

/**
 * Requires a proof of identity within the last 10 minutes, by a sign-in or a confirmation. Called before a dangerous change,
 * after the ownership check (docs/product/account-security.md, "Re-authentication"). The browser prompts for it and repeats the call.
 * @throws SUDO_REQUIRED
 */
export function assertFresh(ctx: Caller): void {
  if (!isFresh(ctx)) throw new DomainError('SUDO_REQUIRED', 'Please confirm that it is you first.')
}
