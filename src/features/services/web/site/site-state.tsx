import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Service, ServiceStatus } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'

type SiteStateProps = { status: ServiceStatus; overview: Overview | undefined }

/** The state of a site in one line: "Live · HTTPS · backed up 2 h ago". Missing parts are left out. */
export const SiteState = ({ status, overview }: SiteStateProps) => (
  <span className="site-state">
    <span role="status">
      <StatusBadge status={status} {...(status === 'active' ? { label: 'Live' } : {})} />
    </span>
    {overview?.certificate?.status === 'issued' && (
      <span>{overview.certificate.isTrusted ? 'HTTPS' : 'HTTPS with a test certificate'}</span>
    )}
    {overview?.lastBackupAt && (
      <span>
        backed up <DateTime at={overview.lastBackupAt} as="relative" />
      </span>
    )}
  </span>
)

/** The displayed address of a site: its domain, else its address on the portal. */
export const shownAddress = ({ domain, previewUrl }: Pick<Service, 'domain' | 'previewUrl'>): string | null =>
  domain ?? previewUrl?.replace(/^https?:\/\/|\/$/g, '') ?? null
