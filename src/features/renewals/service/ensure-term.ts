import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { addMonths, dayOfMonth, nextMonthlyDay } from '../contract/calendar.ts'
import { type Bought, lockTerm, type TermRow } from './rows.ts'

/** The first term of a service: the month that its order paid, or the rest of the present month. */
export function firstTerm({ service, plan }: Bought, now: Date) {
  const { userId, id: serviceId, activatedAt } = service
  const began = activatedAt ?? service.createdAt
  const anchorDay = dayOfMonth(began)
  const paidUntil = nextMonthlyDay(began, now)
  const isFirst = addMonths(began, 1, anchorDay) >= paidUntil
  const startsAt = isFirst ? began : addMonths(paidUntil, -1, anchorDay)
  return {
    term: { userId, serviceId, anchorDay, paidUntil, nextAt: now, createdAt: now, updatedAt: now },
    period: {
      userId,
      serviceId,
      planId: plan.id,
      startsAt,
      endsAt: paidUntil,
      months: 1,
      pricePaise: plan.pricePaise,
    },
  }
}

/**
 * The term of the service, locked. Creates a missing one: a month from activation on, or up to the next monthly day, so that an
 * older service owes nothing for the past. Idempotent.
 * @throws WRONG_STATE when the service is not active yet
 */
export async function ensureTerm(tx: Tx, ctx: Pick<Deps, 'store' | 'now'>, bought: Bought): Promise<TermRow> {
  const { service } = bought
  if (service.status === 'pending') throw new DomainError('WRONG_STATE', 'This service is not active yet.')
  const owned = { userId: service.userId, serviceId: service.id }
  const known = await lockTerm(tx, ctx, owned)
  if (known) return known
  const { term, period } = firstTerm(bought, ctx.now())
  const [made] = await tx.insert(tx.t.renewalTerms).values(term).onConflictDoNothing().returning()
  if (made) await tx.insert(tx.t.renewalPeriods).values(period)
  const found = made ?? (await lockTerm(tx, ctx, owned))
  if (!found) throw new Error('the term was not stored')
  return found
}
