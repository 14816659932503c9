import { Link } from '@tanstack/react-router'
import type { Today } from '#features/monitoring/contract/today.ts'
import { formatBytes, formatLimit } from '#shared/bytes.ts'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { UptimeBars } from '#web/ui/charts/uptime-bars.tsx'
import { StatusBadge, usageTone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { diskPercent, type Site, sumOfDay } from './dashboard-sites.ts'

type SiteCardProps = { site: Site; today: Today | undefined }

/** A service: its name, what is wrong, how full and how busy it is, whether it was up, its backup and its certificate. */
export function SiteCard({ site, today }: SiteCardProps) {
  const { service, name, troubles } = site
  const { id, plan, domain, category, status } = service
  return (
    <li className="site-card" data-troubled={troubles.length > 0 || undefined}>
      <div className="site-card-head">
        <h3>
          <Link to="/server-management/$serviceId" params={{ serviceId: id }}>
            {name}
          </Link>
        </h3>
        <StatusBadge status={status} {...(status === 'restarting' ? { tone: 'warn' } : {})} />
        <p>{domain ? plan.name : category.name}</p>
      </div>
      {troubles.length > 0 && (
        <ul className="site-card-troubles">
          {troubles.map((trouble) => (
            <li key={trouble}>{trouble}</li>
          ))}
        </ul>
      )}
      {status !== 'pending' && (
        <dl className="site-card-metrics">
          <Disk site={site} />
          <LastBackup site={site} />
          <Traffic name={name} today={today} />
          <PageViews name={name} today={today} />
          <Uptime name={name} today={today} />
          <Certificate site={site} />
        </dl>
      )}
      {status !== 'pending' && <Ways site={site} />}
    </li>
  )
}

function Disk({ site }: { site: Site }) {
  const percent = diskPercent(site) ?? 0
  const { diskBytes, diskQuotaBytes } = site.overview ?? { diskBytes: 0, diskQuotaBytes: 0 }
  return (
    <div>
      <dt>Disk</dt>
      <dd className="tabular">
        {formatBytes(diskBytes)} of {formatLimit(diskQuotaBytes)}
        <span className="site-card-track" data-tone={usageTone(percent)} aria-hidden="true">
          <span style={{ width: `${Math.min(100, percent)}%` }} />
        </span>
      </dd>
    </div>
  )
}

function LastBackup({ site: { overview } }: { site: Site }) {
  const at = overview?.lastBackupAt ?? null
  return (
    <div>
      <dt>Last backup</dt>
      <dd>{at === null ? 'Never' : <DateTime at={at} as="relative" />}</dd>
    </div>
  )
}

type OfDay = { name: string; today: Today | undefined }

function Traffic({ name, today }: OfDay) {
  const sent = sumOfDay(today, 'bytesOut')
  const text = sent === null ? 'Not measured yet' : `${formatBytes(sent)} in 24 h`
  return (
    <div>
      <dt>Traffic</dt>
      <dd className="tabular">
        {text}
        {today && sent !== null && (
          <Sparkline values={today.bytesOut} label={`Traffic of ${name} by the half hour, ${text}`} />
        )}
      </dd>
    </div>
  )
}

/** Pages that browsers were shown, without programs that say so. */
function PageViews({ name, today }: OfDay) {
  const views = sumOfDay(today, 'pageViews')
  const text = views === null ? 'Not counted yet' : `${views.toLocaleString('en-IN')} in 24 h`
  return (
    <div>
      <dt>Page views</dt>
      <dd className="tabular">
        {text}
        {today && views !== null && (
          <Sparkline
            values={today.pageViews}
            label={`Page views of ${name} by the half hour, without bots, ${text}`}
          />
        )}
      </dd>
    </div>
  )
}

function Uptime({ name, today }: OfDay) {
  const percent = today?.uptimePercent ?? null
  const text = percent === null ? 'Not measured yet' : `${percent}% in 24 h`
  return (
    <div>
      <dt>Uptime</dt>
      <dd className="tabular">
        {text}
        {today && percent !== null && (
          <UptimeBars strip={today.strip} label={`Uptime of ${name} by the hour, ${text}`} />
        )}
      </dd>
    </div>
  )
}

const withoutCertificate = { off: 'None', pending: 'On its way', issued: 'On its way', failed: 'Not issued' }

function Certificate({ site: { overview } }: { site: Site }) {
  const { status, notAfter } = overview?.certificate ?? { status: 'off' as const, notAfter: null }
  return (
    <div>
      <dt>Certificate</dt>
      <dd>
        {notAfter === null ? (
          withoutCertificate[status]
        ) : (
          <span>
            Until <DateTime at={notAfter} />
          </span>
        )}
      </dd>
    </div>
  )
}

function Ways({ site: { service, name } }: { site: Site }) {
  const { id, url, status } = service
  return (
    <span className="site-card-ways">
      {url && (
        <a className="row-action" href={url} target="_blank" rel="noreferrer" aria-label={`Open ${name}`}>
          Open
        </a>
      )}
      {status === 'active' && (
        <Link className="row-action" to="/files" search={{ service: id }} aria-label={`Files of ${name}`}>
          Files
        </Link>
      )}
      {status === 'suspended' && (
        <a className="row-action" href="/contact" aria-label={`Contact us about ${name}`}>
          Contact us
        </a>
      )}
      <Link className="row-action" to="/backups" search={{ service: id }} aria-label={`Backups of ${name}`}>
        Backups
      </Link>
    </span>
  )
}
