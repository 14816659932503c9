import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { olderById, olderThan, toPage } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { adminBackupOutput, listBackupsInput } from '../contract/desk.ts'

// Failed backups that no one deletes would otherwise be counted forever.
const shownDays = 7

/** Same spelling as in the partial index of failed backups: SQLite compares the text. */
function failedLately({ store: { t }, now }: CustomerContext): SQL | undefined {
  const { backups } = t
  return and(sql`${backups.status} = 'failed'`, gte(backups.finishedAt, after(now(), -shownDays * day)))
}

/** Number of backups that failed in the last seven days. */
export const countFailedBackups = (ctx: CustomerContext): Promise<number> =>
  ctx.store.read.$count(ctx.store.t.backups, failedLately(ctx))

/** Backups with their customer and service. */
function selectBackups({ store: { read, t } }: CustomerContext) {
  const { backups, userServices, users, pricingPlans } = t
  const ofItsService = and(eq(userServices.userId, backups.userId), eq(userServices.id, backups.serviceId))
  const { id, email, firstName, lastName } = users
  return read
    .select({
      backup: backups,
      user: { id, email, firstName, lastName },
      plan: pricingPlans.name,
      domain: userServices.domain,
    })
    .from(backups)
    .innerJoin(userServices, ofItsService)
    .innerJoin(users, eq(users.id, backups.userId))
    .innerJoin(pricingPlans, eq(pricingPlans.id, userServices.planId))
}

type Row = Awaited<ReturnType<typeof selectBackups>>[number]

const present = ({ backup, ...of }: Row): Answer<typeof adminBackupOutput> => ({
  id: backup.id,
  serviceId: backup.serviceId,
  ...of,
  backupType: backup.backupType,
  origin: backup.origin,
  status: backup.status,
  fileSize: backup.fileSize,
  reason: backup.reason,
  verifiedAt: backup.verifiedAt,
  createdAt: backup.createdAt,
  finishedAt: backup.finishedAt,
})

/** All customers' backups, newest first; or those that failed in the last seven days, latest failure first. */
export async function listAllBackups(ctx: CustomerContext, input: z.output<typeof listBackupsInput>) {
  const { backups } = ctx.store.t
  const { status, cursor, limit } = input
  const all = selectBackups(ctx)
  const rows = await (status === 'failed'
    ? all
        .where(and(failedLately(ctx), olderThan({ at: backups.finishedAt, id: backups.id }, cursor)))
        .orderBy(desc(backups.finishedAt), desc(backups.id))
    : all.where(olderById(backups.id, cursor)).orderBy(desc(backups.id))
  ).limit(limit + 1)
  const key = ({ backup: { id, finishedAt, createdAt } }: Row) => ({
    at: (status === 'failed' ? finishedAt : null) ?? createdAt,
    id,
  })
  return toPage(rows, { limit, key, present })
}
