import { and, eq, max, ne, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'

/** Number of live services with a completed backup, and of those with one since restored or tested. */
export async function countTestedServices(
  store: Store,
  since: Date,
): Promise<{ services: number; tested: number }> {
  const { backups, userServices } = store.t
  const ofItsService = and(eq(userServices.userId, backups.userId), eq(userServices.id, backups.serviceId))
  const [row] = await store.readLong((read) => {
    const lastProof = read
      .select({ serviceId: backups.serviceId, verifiedAt: max(backups.verifiedAt).as('last_verified_at') })
      .from(backups)
      .innerJoin(userServices, ofItsService)
      .where(and(eq(backups.status, 'completed'), ne(userServices.status, 'terminated')))
      .groupBy(backups.userId, backups.serviceId)
      .as('last_proof')
    const isTested = sql`${lastProof.verifiedAt} >= ${sql.param(since, backups.verifiedAt)}`
    return read
      .select({
        services: sql<number>`count(*)`.mapWith(Number),
        tested: sql<number>`coalesce(sum(case when ${isTested} then 1 else 0 end), 0)`.mapWith(Number),
      })
      .from(lastProof)
  })
  return row ?? { services: 0, tested: 0 }
}
