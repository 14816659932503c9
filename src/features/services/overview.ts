import { and, eq, inArray, max, ne } from 'drizzle-orm'
import { maxRows } from '#db/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { overviewOutput } from './contract/overview.ts'

type Ended = { completed: Date | null; failed: Date | null }

/** When a backup of each of the caller's services was completed last, and when one failed, by service. */
async function readBackups({ store, user }: CustomerContext): Promise<Map<string, Ended>> {
  const { serviceId, status, createdAt, userId } = store.t.backups
  const rows = await store.read
    .select({ serviceId, status, at: max(createdAt) })
    .from(store.t.backups)
    .where(and(eq(userId, user.id), inArray(status, ['completed', 'failed'])))
    .groupBy(serviceId, status)
  const found = new Map<string, Ended>()
  for (const row of rows) {
    const ended = found.get(row.serviceId) ?? { completed: null, failed: null }
    ended[row.status === 'failed' ? 'failed' : 'completed'] = row.at
    found.set(row.serviceId, ended)
  }
  return found
}

/** Room and backups of each of the caller's services that has not ended, in two queries. */
export async function listOverview(ctx: CustomerContext): Promise<Answer<typeof overviewOutput>[]> {
  const { userServices, pricingPlans } = ctx.store.t
  const { id, diskBytes, userId, status, planId } = userServices
  const rows = await ctx.store.read
    .select({ id, diskBytes, limits: pricingPlans.limits })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, planId))
    .where(and(eq(userId, ctx.user.id), ne(status, 'terminated')))
    .limit(maxRows)
  const backups = await readBackups(ctx)
  return rows.map(({ limits, ...row }) => {
    const { completed = null, failed = null } = backups.get(row.id) ?? {}
    return {
      ...row,
      diskQuotaBytes: limits.diskBytes,
      lastBackupAt: completed,
      hasBackupFailed: failed !== null && (completed === null || failed > completed),
    }
  })
}
