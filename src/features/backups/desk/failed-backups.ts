import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { olderThan, toPage } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { PageInput } from '#shared/desk-list.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { failedBackupOutput } from '../contract/desk.ts'

// Failed ones that nobody deletes would be counted for ever.
const shownDays = 7

/** Spelled as the partial index of failed backups spells it: SQLite compares the texts. */
function failedLately({ store: { t }, now }: CustomerContext): SQL | undefined {
  const { backups } = t
  return and(sql`${backups.status} = 'failed'`, gte(backups.finishedAt, after(now(), -shownDays * day)))
}

/** How many backups failed in the last seven days. */
export const countFailedBackups = (ctx: CustomerContext): Promise<number> =>
  ctx.store.read.$count(ctx.store.t.backups, failedLately(ctx))

/** The backups that failed in the last seven days, newest first. */
export async function listFailedBackups(ctx: CustomerContext, input: PageInput) {
  const { backups, userServices, users, pricingPlans } = ctx.store.t
  const ofItsService = and(eq(userServices.userId, backups.userId), eq(userServices.id, backups.serviceId))
  const rows = await ctx.store.read
    .select({
      backup: backups,
      user: { id: users.id, email: users.email },
      plan: pricingPlans.name,
      domain: userServices.domain,
    })
    .from(backups)
    .innerJoin(userServices, ofItsService)
    .innerJoin(users, eq(users.id, backups.userId))
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
    .where(and(failedLately(ctx), olderThan({ at: backups.finishedAt, id: backups.id }, input.cursor)))
    .orderBy(desc(backups.finishedAt), desc(backups.id))
    .limit(input.limit + 1)
  const present = ({
    backup: { id, serviceId, backupType, origin, reason, finishedAt, createdAt },
    user,
    plan,
    domain,
  }: (typeof rows)[number]): Answer<typeof failedBackupOutput> => ({
    id,
    user,
    serviceId,
    plan,
    domain,
    backupType,
    origin,
    reason,
    failedAt: finishedAt ?? createdAt,
  })
  const key = ({ backup }: (typeof rows)[number]) => ({
    at: backup.finishedAt ?? backup.createdAt,
    id: backup.id,
  })
  return toPage(rows, { limit: input.limit, key, present })
}
