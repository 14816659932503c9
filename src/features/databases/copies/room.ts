import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type {
  NamedDatabase,
  OwnedService,
  ServiceDatabases,
} from '#features/backups/drivers/service-databases.ts'
import { databaseTypes } from '#features/engines/contract/kinds.ts'
import type { OwnService } from '#features/services/service.ts'
import type { JobContext } from '#server/context.ts'
import { limitReached, only } from '#shared/errors.ts'
import { countText } from '#shared/text/count-text.ts'
import { assertFree } from '../service/create.ts'
import { readAll } from './list.ts'
import { engineOf } from './refusals.ts'

/** A service's plan limits, even while the service is busy. @throws NOT_FOUND */
export async function readPlan(
  tx: Tx,
  { userId, serviceId }: OwnedService,
): Promise<Pick<OwnService, 'id' | 'userId' | 'limits'>> {
  const { userServices, pricingPlans } = tx.t
  const plans = await tx
    .select({ limits: pricingPlans.limits })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(and(eq(userServices.userId, userId), eq(userServices.id, serviceId)))
  return { id: serviceId, userId, ...only(plans, 'This service') }
}

const localModes = ['embedded', 'managed']

/** Disk space these databases take on the portal's machine, for engines that store their data there. */
export const diskBytes: ServiceDatabases['diskBytes'] = ({ databaseEngines }, databases) =>
  databases.reduce((sum, { type, databaseBytes }) => {
    const known = databaseTypes.find((each) => each === type)
    const isLocal = known !== undefined && localModes.includes(databaseEngines[known].mode)
    return isLocal ? sum + databaseBytes : sum
  }, 0)

/** Asserts that the service has these databases, or room for the missing ones. @throws LIMIT_REACHED by the plan, CONFLICT */
export async function assertRoom(
  ctx: JobContext,
  service: OwnedService,
  databases: readonly NamedDatabase[],
): Promise<void> {
  const all = await readAll(ctx, service)
  const isThere = ({ type, database }: NamedDatabase) =>
    all.some(({ dbType, dbName }) => dbType === type && dbName === database)
  const missing = databases.filter((each) => !isThere(each))
  if (missing.length === 0) return
  await ctx.store.tx(async (tx) => {
    const plan = await readPlan(tx, service)
    const { databases: limit } = plan.limits
    if (all.length + missing.length > limit)
      throw limitReached(
        `This would recreate ${countText(missing.length, 'database')}, and this plan has ${countText(limit, 'database')}. Delete one first.`,
        { limit, used: all.length },
      )
    for (const { type, database, user } of missing)
      await assertFree(tx, plan, { dbType: engineOf(ctx, type).type, dbName: database, dbUser: user })
  })
}
