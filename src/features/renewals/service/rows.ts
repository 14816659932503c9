import { and, asc, eq, gt } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Source, Tx } from '#db/types.ts'
import type { Deps, OwnerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

export type TermRow = Schema['renewalTerms']['$inferSelect']
export type ChargeRow = Schema['renewalCharges']['$inferSelect']
export type PeriodRow = Schema['renewalPeriods']['$inferSelect']
export type ServiceRow = Schema['userServices']['$inferSelect']
export type PlanRow = Schema['pricingPlans']['$inferSelect']

export type Owned = { userId: string; serviceId: string }

export const isTerm = ({ t }: Pick<Tx, 't'>, { userId, serviceId }: Owned) =>
  and(eq(t.renewalTerms.userId, userId), eq(t.renewalTerms.serviceId, serviceId))

/** The term of a service, locked: every change to its renewal takes this row first. */
export async function lockTerm(
  tx: Tx,
  { store }: Pick<Deps, 'store'>,
  owned: Owned,
): Promise<TermRow | undefined> {
  const [term] = await store.lock(tx.select().from(tx.t.renewalTerms).where(isTerm(tx, owned)))
  return term
}

export type Bought = { service: ServiceRow; plan: PlanRow }

/** A service and its plan; undefined when the customer has no such service. */
export async function readBought(
  { read, t }: Source,
  { userId, serviceId }: Owned,
): Promise<Bought | undefined> {
  const { userServices: s, pricingPlans } = t
  const [row] = await read
    .select({ service: s, plan: pricingPlans })
    .from(s)
    .innerJoin(pricingPlans, eq(pricingPlans.id, s.planId))
    .where(and(eq(s.userId, userId), eq(s.id, serviceId)))
  return row
}

/** One of the caller's services that has not ended. @throws NOT_FOUND when it is missing, ended or another user's */
export async function findBought(source: Source, ctx: OwnerContext, id: string): Promise<Bought> {
  const found = await readBought(source, { userId: ctx.user.id, serviceId: id })
  if (!found || found.service.status === 'terminated') throw notFound('This service')
  return found
}

/** Open charges of one kind. */
export async function readOpen(
  { read, t }: Source,
  { userId, serviceId, kind }: Owned & { kind: ChargeRow['kind'] },
): Promise<ChargeRow | undefined> {
  const { renewalCharges: c } = t
  const which = and(eq(c.userId, userId), eq(c.serviceId, serviceId), eq(c.kind, kind), eq(c.status, 'open'))
  const [charge] = await read.select().from(c).where(which)
  return charge
}

/** Periods of a service that are not over at `now`, in the order of time. */
export const readPeriods = (
  { read, t }: Source,
  { userId, serviceId }: Owned,
  now: Date,
): PromiseLike<PeriodRow[]> => {
  const { renewalPeriods: p } = t
  return read
    .select()
    .from(p)
    .where(and(eq(p.userId, userId), eq(p.serviceId, serviceId), gt(p.endsAt, now)))
    .orderBy(asc(p.startsAt))
}
