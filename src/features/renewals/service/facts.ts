import { day } from '#shared/time.ts'
import type { Facts } from '../rules/next-step.ts'
import type { Claim } from '../rules/notices.ts'
import type { ChargeRow } from './rows.ts'
import type { Standing } from './standing.ts'

export const claimOf = ({ issuedAt, dueAt, remindedDays, warnedAt }: ChargeRow): Claim => ({
  issuedAt,
  dueAt,
  remindedMs: remindedDays === null ? null : remindedDays * day,
  warnedAt,
})

/** Reads the facts for a service's next step from its rows. */
export const factsOf = (
  { term, bought, claim }: Pick<Standing, 'term' | 'bought' | 'claim'>,
  leavesAt: Date | null,
): Facts => ({
  leavesAt,
  status: bought.service.status,
  paidUntil: term.paidUntil,
  claim: claim && claimOf(claim),
  suspendedAt: term.suspendedAt,
  endedAt: term.endedAt,
  doNotSuspendBefore: term.doNotSuspendBefore,
})
