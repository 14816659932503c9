import { and, eq, inArray, isNotNull, max, ne, sql } from 'drizzle-orm'
import { maxRows } from '#db/lists/paging.ts'
import { prepareOnce } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { testAuthority } from '#shared/test-authority.ts'
import type { overviewOutput } from './contract/overview.ts'

type Overview = Answer<typeof overviewOutput>
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

const ownCertificates = ({ read, t: { certificates, domains } }: Store) => {
  const { userId, domainId, status, notAfter, authority } = certificates
  return read
    .select({ serviceId: domains.serviceId, status, notAfter, authority })
    .from(certificates)
    .innerJoin(domains, and(eq(domains.userId, userId), eq(domains.id, domainId)))
    .where(and(eq(userId, ofCaller), isNotNull(domains.serviceId)))
    .limit(maxRows)
    .prepare('own_certificates')
}

type Certificate = NonNullable<Overview['certificate']>

const urgency = { issued: 0, pending: 1, failed: 2 }

/** The certificate of each of the caller's services that needs attention most, by service. */
async function readCertificates({ store, user }: CustomerContext): Promise<Map<string | null, Certificate>> {
  const rows = await prepareOnce(store, ownCertificates).execute({ userId: user.id })
  const ordered = rows.toSorted(
    (one, other) =>
      urgency[one.status] - urgency[other.status] || Number(other.notAfter) - Number(one.notAfter),
  )
  return new Map(
    ordered.map(({ serviceId, authority, ...certificate }) => [
      serviceId,
      { ...certificate, isTrusted: authority !== testAuthority },
    ]),
  )
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

/** Room, backups, schedule and certificate of each of the caller's services that has not ended, in three queries. */
export async function listOverview(ctx: CustomerContext): Promise<Overview[]> {
  const rows = await prepareOnce(ctx.store, ownRoom).execute({ userId: ctx.user.id })
  const backups = await readBackups(ctx)
  const certificates = await readCertificates(ctx)
  const shown = ctx.shared ? rows.filter(({ id }) => id === ctx.shared?.serviceId) : rows
  return shown.map(({ limits, hasSchedule, ...row }) => {
    const { completed = null, failed = null } = backups.get(row.id) ?? {}
    return {
      ...row,
      diskQuotaBytes: limits.diskBytes,
      lastBackupAt: completed,
      hasBackupFailed: failed !== null && (completed === null || failed > completed),
      hasSchedule: hasSchedule === true,
      certificate: certificates.get(row.id) ?? null,
    }
  })
}
