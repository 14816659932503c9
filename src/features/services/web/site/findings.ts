import type { Service } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'

const fullAt = 90

/** Disk usage of a site, in percent; null while unknown. */
export const diskPercent = (overview: Overview | undefined): number | null =>
  overview && overview.diskQuotaBytes > 0 ? (100 * overview.diskBytes) / overview.diskQuotaBytes : null

function certificateTrouble(overview: Overview | undefined): string | null {
  const failed = overview?.failedCertificate
  if (!failed) return null
  return failed.notAfter === null
    ? 'The certificate could not be issued'
    : 'The certificate could not be renewed'
}

/** Possible problems of a site, worst first; null for those it does not have. */
export function findingsOf(service: Service, overview: Overview | undefined): (string | null)[] {
  const percent = diskPercent(overview) ?? 0
  const { status, suspendedReason, provisioning } = service
  return [
    status === 'suspended' ? `Suspended${suspendedReason ? `: ${suspendedReason}` : ''}` : null,
    status === 'stopped' ? 'Stopped: your site is offline' : null,
    provisioning?.state === 'failed' ? 'Setup failed. We are looking into it' : null,
    certificateTrouble(overview),
    overview?.hasBackupFailed ? 'The last backup failed' : null,
    percent > fullAt ? `The disk is ${Math.floor(percent)}% full` : null,
  ]
}
