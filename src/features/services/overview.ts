import { and, eq, inArray, max, ne, sql } from 'drizzle-orm'
import { maxRows } from '#db/lists/paging.ts'
import { readUnchanged } from '#db/store.ts'
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

const ownCertificates = ({ read, t: { certificates, domains, userServices } }: Store) => {
  const { userId, domainId, status, notAfter, authority } = certificates
  const { serviceId, domainName } = domains
  return read
    .select({ serviceId, status, notAfter, authority, domainName, shownDomain: userServices.domain })
    .from(certificates)
    .innerJoin(domains, and(eq(domains.userId, userId), eq(domains.id, domainId)))
    .innerJoin(userServices, and(eq(userServices.userId, userId), eq(userServices.id, serviceId)))
    .where(eq(userId, ofCaller))
    .limit(maxRows)
    .prepare('own_certificates')
}

type Certificates = Pick<Overview, 'certificate' | 'failedCertificate'>

const none: Certificates = { certificate: null, failedCertificate: null }

/** By service: the certificate of its displayed domain, and among those of all its domains the failed one that expires first. */
async function readCertificates({ store, user }: CustomerContext): Promise<Map<string | null, Certificates>> {
  const rows = await readUnchanged(store, ownCertificates, { userId: user.id })
  const found = new Map<string | null, Certificates>()
  for (const { serviceId, domainName, shownDomain, authority, status, notAfter } of rows) {
    const { certificate, failedCertificate } = found.get(serviceId) ?? none
    const isShown = domainName === shownDomain
    const endsFirst =
      status === 'failed' && Number(notAfter) <= Number(failedCertificate?.notAfter ?? notAfter)
    found.set(serviceId, {
      certificate: isShown ? { status, notAfter, isTrusted: authority !== testAuthority } : certificate,
      failedCertificate: endsFirst ? { notAfter } : failedCertificate,
    })
  }
  return found
}

/** By service of the caller: when a backup was last completed, and when one failed. */
async function readBackups({ store, user }: CustomerContext): Promise<Map<string, Ended>> {
  const rows = await readUnchanged(store, endedBackups, { userId: user.id })
  const found = new Map<string, Ended>()
  for (const row of rows) {
    const ended = found.get(row.serviceId) ?? { completed: null, failed: null }
    ended[row.status === 'failed' ? 'failed' : 'completed'] = row.at
    found.set(row.serviceId, ended)
  }
  return found
}

/** Disk usage, backups, schedule and certificate of each of the caller's services that has not ended, in three queries. */
export async function listOverview(ctx: CustomerContext): Promise<Overview[]> {
  const rows = await readUnchanged(ctx.store, ownRoom, { userId: ctx.user.id })
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
      ...(certificates.get(row.id) ?? none),
    }
  })
}
