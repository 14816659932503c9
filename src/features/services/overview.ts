import { and, eq, inArray, max, ne, sql } from 'drizzle-orm'
import { maxRows } from '#db/paging.ts'
import { prepareOnce } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { overviewOutput } from './contract/overview.ts'

type Ended = { completed: Date | null; failed: Date | null }

const ofCaller = sql.placeholder('userId')

const endedBackups = ({ read, t: { backups } }: Store) => {
  const { serviceId, status, createdAt, userId } = backups
  return read
    .select({ serviceId, status, at: max(createdAt) })
    .from(backups)
    .where(and(eq(userId, ofCaller), inArray(status, ['completed', 'failed'])))
    .groupBy(serviceId, status)
    .prepare('ended_backups')
}

const ownRoom = ({ read, t: { userServices, pricingPlans, backupSchedules } }: Store) => {
  const { id, diskBytes, userId, status, planId } = userServices
  const { serviceId, enabled } = backupSchedules
  return read
    .select({ id, diskBytes, limits: pricingPlans.limits, hasSchedule: enabled })
    .from(userServices)
    .innerJoin(pricingPlans, eq(pricingPlans.id, planId))
    .leftJoin(backupSchedules, and(eq(backupSchedules.userId, userId), eq(serviceId, id)))
    .where(and(eq(userId, ofCaller), ne(status, 'terminated')))
    .limit(maxRows)
    .prepare('own_room')
}

/** When a backup of each of the caller's services was completed last, and when one failed, by service. */
async function readBackups({ store, user }: CustomerContext): Promise<Map<string, Ended>> {
  const rows = await prepareOnce(store, endedBackups).execute({ userId: user.id })
  const found = new Map<string, Ended>()
  for (const row of rows) {
    const ended = found.get(row.serviceId) ?? { completed: null, failed: null }
    ended[row.status === 'failed' ? 'failed' : 'completed'] = row.at
    found.set(row.serviceId, ended)
  }
  return found
}

/** Room, backups and whether there is a schedule of each of the caller's services that has not ended, in two queries. */
export async function listOverview(ctx: CustomerContext): Promise<Answer<typeof overviewOutput>[]> {
  const rows = await prepareOnce(ctx.store, ownRoom).execute({ userId: ctx.user.id })
  const backups = await readBackups(ctx)
  return rows.map(({ limits, hasSchedule, ...row }) => {
    const { completed = null, failed = null } = backups.get(row.id) ?? {}
    return {
      ...row,
      diskQuotaBytes: limits.diskBytes,
      lastBackupAt: completed,
      hasBackupFailed: failed !== null && (completed === null || failed > completed),
      hasSchedule: hasSchedule === true,
    }
  })
}
