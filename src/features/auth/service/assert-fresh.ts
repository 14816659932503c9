import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { after, minute } from '#shared/time.ts'
import { freshMinutes } from '../contract/security-limits.ts'

type Caller = Pick<CustomerContext, 'session' | 'now'>

/** Whether the caller has just proved who they are. */
function isFresh({ session, now }: Caller): boolean {
  const { confirmedAt } = session
  // A moment in the future was noted by a clock that ran ahead, and proves nothing for longer than the rule allows.
  if (!confirmedAt || confirmedAt > after(now(), minute)) return false
  return after(confirmedAt, freshMinutes * minute) > now()
}

/**
 * The caller proved who they are within the last 10 minutes, by signing in or by being asked again: called before a
 * dangerous change, after the check whose it is (docs/product.md, "Asking again"). The browser asks, and repeats the call.
 * @throws SUDO_REQUIRED
 */
export function assertFresh(ctx: Caller): void {
  if (!isFresh(ctx)) throw new DomainError('SUDO_REQUIRED', 'Please confirm that it is you first.')
}
