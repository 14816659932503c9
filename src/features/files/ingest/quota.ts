import { and, eq, ne } from 'drizzle-orm'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import { overQuota } from '../service/over-quota.ts'
import { readTrashTotals } from '../trash/trash-totals.ts'

const readUsage = (ctx: OwnerContext, serviceId?: string) => {
  const { userServices, pricingPlans } = ctx.store.t
  const { userId, id, status } = userServices
  return ctx.store.read
    .select({ status, used: userServices.diskBytes, limits: pricingPlans.limits })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(and(eq(userId, ctx.user.id), ne(status, 'terminated'), serviceId ? eq(id, serviceId) : undefined))
}

/**
 * Remaining quota, in bytes, of one of the caller's services.
 * @throws NOT_FOUND when it is missing or another customer's, WRONG_STATE unless it is active
 */
export async function remainingQuota(ctx: OwnerContext, serviceId: string): Promise<number> {
  const usage = only(await readUsage(ctx, serviceId), 'This service')
  if (usage.status !== 'active') throw new DomainError('WRONG_STATE', 'This service is not active.')
  return Math.max(0, usage.limits.diskBytes - usage.used)
}

/** Largest remaining quota, in bytes, of the caller's active services. @throws NO_ACTIVE_SERVICE when there is none */
export async function largestQuota(ctx: CustomerContext): Promise<number> {
  const active = (await readUsage(ctx)).filter(({ status }) => status === 'active')
  if (active.length === 0) throw new DomainError('NO_ACTIVE_SERVICE', 'This needs an active service.')
  return Math.max(0, ...active.map(({ used, limits }) => limits.diskBytes - used))
}

/**
 * Runs work that takes storage of the caller's service, or of one that is not known yet.
 * @throws TOO_LARGE with `trashBytes`, the storage that emptying the trash would free; and errors of the work
 */
export async function withTrashBytes<T>(
  ctx: CustomerContext,
  serviceId: () => string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'TOO_LARGE') throw error
    const { bytes } = await readTrashTotals(ctx, { serviceId: serviceId() })
    throw overQuota(bytes)
  }
}
