import { and, desc, eq, inArray, max } from 'drizzle-orm'
import { maxRows } from '#db/lists/paging.ts'
import { ofShared } from '#db/rows/shared-service.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { websiteOutput } from './contract/contract.ts'
import { siteUrls } from './site-url.ts'

/** Times of the newest completed backup of each of the caller's services, by service. */
async function readLastBackups({ store, user }: CustomerContext): Promise<Map<string, Date | null>> {
  const { backups } = store.t
  const rows = await store.read
    .select({ serviceId: backups.serviceId, at: max(backups.createdAt) })
    .from(backups)
    .where(and(eq(backups.userId, user.id), eq(backups.status, 'completed')))
    .groupBy(backups.serviceId)
  return new Map(rows.map(({ serviceId, at }) => [serviceId, at]))
}

/**
 * A row per active service of the caller, newest first (docs/product/servers.md, "Websites"). `ssl` is from the registered domain of that
 * name; a restarting service counts as active, with `url` null meanwhile.
 */
export async function listWebsites(ctx: CustomerContext): Promise<Answer<typeof websiteOutput>[]> {
  const { userServices, pricingPlans, domains } = ctx.store.t
  const { id, name, domain, slug, status, diskBytes, userId, createdAt } = userServices
  const rows = await ctx.store.read
    .select({ id, name, domain, slug, status, diskBytes, limits: pricingPlans.limits, ssl: domains.ssl })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .leftJoin(domains, and(eq(domains.userId, userId), eq(domains.domainName, domain)))
    .where(and(eq(userId, ctx.user.id), inArray(status, ['active', 'restarting']), ofShared(ctx, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxRows)
  const lastBackups = await readLastBackups(ctx)
  return rows.map(({ limits, ssl, slug, ...row }) => ({
    ...row,
    ...siteUrls(ctx, { ...row, slug }),
    ssl: ssl ?? false,
    diskQuotaBytes: limits.diskBytes,
    lastBackupAt: lastBackups.get(row.id) ?? null,
  }))
}
