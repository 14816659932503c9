import { Link } from '@tanstack/react-router'
import type { Today } from '#features/monitoring/contract/today.ts'
import { formatBytes, formatLimit } from '#shared/bytes.ts'
import { showName } from '#shared/names/show-name.ts'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { UptimeBars } from '#web/ui/charts/uptime-bars.tsx'
import { usageTone } from '#web/ui/values/status-badge.tsx'
import { diskPercent } from '../site/findings.ts'
import { SiteState, shownAddress } from '../site/site-state.tsx'
import { SitePicture } from '../site-picture.tsx'
import { isWorthDrawing, type Site, sumOfDay } from './dashboard-sites.ts'

type SiteCardProps = { site: Site; today: Today | undefined }

/** A site: its picture, name, address and state, its worst problem, and its figures that have values. */
export function SiteCard({ site, today }: SiteCardProps) {
  const { service, name, troubles, overview } = site
  const { id, url, previewUrl, status } = service
  const address = shownAddress(service)
  return (
    <li className="site-card" data-troubled={troubles.length > 0 || undefined}>
      <div className="site-card-picture">
        <SitePicture service={service} isEmpty={overview?.diskBytes === 0} />
      </div>
      <div className="site-card-body">
        <div className="site-card-head">
          <h3>
            <Link to="/server-management/$serviceId" params={{ serviceId: id }}>
              {name}
            </Link>
          </h3>
          {url && (
            <a
              className="row-action site-card-way"
              href={previewUrl ?? url}
              target="_blank"
              rel="noreferrer"
              aria-label={`Open ${name}`}
            >
              Open
            </a>
          )}
        </div>
        <p className="site-card-address">
          {address && address !== name ? showName(address) : service.plan.name}
        </p>
        <SiteState status={status} overview={overview} />
        {troubles[0] && (
          <p className="site-trouble">
            {troubles[0]}
            {status === 'suspended' && (
              <>
                {' '}
                <a className="site-card-way" href="/contact">
                  Contact us
                </a>
              </>
            )}
          </p>
        )}
        <Figures site={site} today={today} />
      </div>
    </li>
  )
}

/** Its figures, each with a chart once there is one to draw. */
function Figures({ site: { name, overview }, today }: SiteCardProps) {
  if (!overview) return null
  const percent = diskPercent(overview) ?? 0
  const views = sumOfDay(today, 'pageViews') ?? 0
  const sent = sumOfDay(today, 'bytesOut') ?? 0
  const uptime = today?.uptimePercent ?? 100
  return (
    <dl className="site-card-figures">
      <div>
        <dt>Disk</dt>
        <dd className="tabular">
          {formatBytes(overview.diskBytes)} of {formatLimit(overview.diskQuotaBytes)}
          <span className="site-card-track" data-tone={usageTone(percent)} aria-hidden="true">
            <span style={{ width: `${Math.min(100, percent)}%` }} />
          </span>
        </dd>
      </div>
      {today && views > 0 && (
        <div>
          <dt>Page views, 24 h</dt>
          <dd className="tabular">
            {views.toLocaleString('en-IN')}
            {isWorthDrawing(today.pageViews) && (
              <Sparkline
                values={today.pageViews}
                label={`Page views of ${name} per half hour, excluding bots`}
              />
            )}
          </dd>
        </div>
      )}
      {today && sent > 0 && (
        <div>
          <dt>Traffic, 24 h</dt>
          <dd className="tabular">
            {formatBytes(sent)}
            {isWorthDrawing(today.bytesOut) && (
              <Sparkline values={today.bytesOut} label={`Traffic of ${name} per half hour`} />
            )}
          </dd>
        </div>
      )}
      {today && uptime < 100 && (
        <div>
          <dt>Uptime, 24 h</dt>
          <dd className="tabular">
            {uptime}%
            <UptimeBars strip={today.strip} label={`Hourly uptime of ${name}, ${uptime}%`} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** A service in setup, in one line. */
export const SettingUp = ({ site: { service, name, troubles } }: { site: Site }) => (
  <li className="site-waiting">
    <Link to="/server-management/$serviceId" params={{ serviceId: service.id }}>
      {name}
    </Link>{' '}
    {troubles[0] ?? 'is being set up. This page updates automatically.'}
  </li>
)
