import { eq } from 'drizzle-orm'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import type { JobContext } from '#server/context.ts'
import type { ServerTarget } from '../drivers/driver.ts'
import { siteFolder } from '../site-folder.ts'

export type Supervised = {
  status: ServiceStatus
  autoRestart: boolean
  planName: string
  target: ServerTarget
}

/** The supervisor's view of a service: its wanted state and web server; undefined when there is none. */
export async function readSupervised(ctx: JobContext, id: string): Promise<Supervised | undefined> {
  const { userServices, pricingPlans } = ctx.store.t
  const [row] = await ctx.store.read
    .select({
      userId: userServices.userId,
      status: userServices.status,
      autoRestart: userServices.autoRestart,
      planName: pricingPlans.name,
      limits: pricingPlans.limits,
    })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(eq(userServices.id, id))
  if (!row) return undefined
  const { userId, status, autoRestart, planName, limits } = row
  const { memoryBytes, cpuPercent } = limits
  const root = siteFolder(ctx.env.DATA_DIR, id)
  return {
    status,
    autoRestart,
    planName,
    target: { userId, serviceId: id, root, memoryBytes, cpuPercent },
  }
}
