import { and, eq, ne, sql } from 'drizzle-orm'
import { readUnchanged } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { PlanLimits } from '#features/catalogue/contract/contract.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import type { PollContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

export type MeasuredService = {
  id: string
  userId: string
  status: ServiceStatus
  diskBytes: number
  activatedAt: Date | null
  limits: PlanLimits
}

/** Statuses in which a service should run and is measured; not running then counts as down. */
export const measuredStatuses: ServiceStatus[] = ['active', 'restarting', 'stopped']

/** Columns that measuring a service needs. */
export const selectMeasured = ({ read, t: { userServices, pricingPlans } }: Store) =>
  read
    .select({
      id: userServices.id,
      userId: userServices.userId,
      status: userServices.status,
      diskBytes: userServices.diskBytes,
      activatedAt: userServices.activatedAt,
      limits: pricingPlans.limits,
    })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))

const ownMeasured = (store: Store) => {
  const { id, userId, status } = store.t.userServices
  const own = and(eq(userId, sql.placeholder('userId')), eq(id, sql.placeholder('id')))
  return selectMeasured(store)
    .where(and(own, ne(status, 'terminated')))
    .prepare('own_measured_service')
}

/** The caller's service with its plan's limits. @throws NOT_FOUND when it is missing, terminated or another user's */
export async function findMeasured(ctx: PollContext, id: string): Promise<MeasuredService> {
  const [service] = await readUnchanged(ctx.store, ownMeasured, { userId: ctx.user.id, id })
  if (!service) throw notFound('This service')
  return service
}
