import { siteName } from '#shared/names/site-name.ts'
import { ExternalIcon } from '#web/ui/icons.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { Service } from '../../contract.ts'
import type { ServerControl } from './control/server-control.ts'
import { ServerPower } from './control/server-power.tsx'
import { texts } from './server-texts.ts'

type HeaderProps = { service: Service; control: ServerControl }

/** The stored status, but "Restarting" for 10 s after a restart was requested. */
function ServerStatus({ service, control: { isRestarting } }: HeaderProps) {
  return (
    <span className="server-status" role="status">
      <StatusBadge status={isRestarting ? 'restarting' : service.status} />
    </span>
  )
}

/** The head of a site's page: what it is called, how it stands, and what can be done to it from every tab. */
export function SiteHeader({ service, control }: HeaderProps) {
  const { domain, plan, url, status, category } = service
  return (
    <PageHeader
      title={siteName(service)}
      subtitle={domain ? `${plan.name}, ${category.name}` : category.name}
      back={{ to: '/dashboard', label: texts.back }}
      actions={
        <div className="server-actions">
          <ServerStatus service={service} control={control} />
          {url && status === 'active' && (
            <a className="button" href={url} target="_blank" rel="noreferrer">
              <ExternalIcon size={16} /> Open site
            </a>
          )}
          <ServerPower service={service} control={control} />
        </div>
      }
    />
  )
}
