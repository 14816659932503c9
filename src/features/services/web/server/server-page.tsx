import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { siteName } from '#shared/names/site-name.ts'
import { statusOf } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { ExternalIcon } from '#web/ui/icons.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { Service } from '../../contract.ts'
import { type ServerControl, useServerControl } from './control/server-control.ts'
import { ServerPower } from './control/server-power.tsx'
import { ServerSettings } from './control/server-settings.tsx'
import { ServerLog } from './log/server-log.tsx'
import { ServerMonitoring } from './monitoring/server-monitoring.tsx'
import { ServerMissingPage } from './server-missing-page.tsx'
import { ServerNotice } from './server-notice.tsx'
import { ServerOverview } from './server-overview.tsx'
import { ServerProcesses } from './server-processes.tsx'
import { type ServerTab, searchOfTab, serverTabs } from './server-search.ts'
import { texts } from './server-texts.ts'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId')

/** The stored status, but "Restarting" for 10 s after a restart was requested. */
function ServerStatus({ service, isRestarting }: { service: Service; isRestarting: boolean }) {
  const status = isRestarting ? 'restarting' : service.status
  return (
    <span className="server-status" role="status">
      <StatusBadge status={status} />
    </span>
  )
}

type PanelProps = { tab: ServerTab; service: Service; control: ServerControl }

function Panel({ tab, service, control }: PanelProps) {
  if (tab === 'monitoring') return <ServerMonitoring service={service} />
  if (tab === 'processes') return <ServerProcesses service={service} />
  if (tab === 'logs') return <ServerLog service={service} />
  if (tab === 'settings') return <ServerSettings service={service} control={control} />
  return <ServerOverview service={service} />
}

function Server({ service }: { service: Service }) {
  const { tab = 'overview' } = route.useSearch()
  const control = useServerControl()
  const { domain, plan, url, status } = service
  return (
    <div className="server">
      <PageHeader
        title={siteName(service)}
        subtitle={domain ? `${plan.name}, ${service.category.name}` : service.category.name}
        back={{ to: '/dashboard', label: texts.back }}
        actions={
          <div className="server-actions">
            <ServerStatus service={service} isRestarting={control.isRestarting} />
            {url && status === 'active' && (
              <a className="button" href={url} target="_blank" rel="noreferrer">
                <ExternalIcon size={16} /> Open site
              </a>
            )}
            <ServerPower service={service} control={control} />
          </div>
        }
      />
      <ServerNotice service={service} />
      <PanelTabs label="Server" name="server" tabs={serverTabs} chosen={tab} searchOf={searchOfTab} />
      <div
        className="server-panel"
        role="tabpanel"
        id={panelId('server')}
        aria-labelledby={tabId('server', tab)}
      >
        <Panel tab={tab} service={service} control={control} />
      </div>
    </div>
  )
}

/** One service in tabs: what it is, what it used, what runs of it, what it wrote, and how it is run. */
export function ServerPage() {
  const trpc = useTRPC()
  const { serviceId } = route.useParams()
  const query = useQuery(trpc.servers.get.queryOptions({ id: serviceId }))
  // It may end while somebody looks at it.
  if (statusOf(query.error) === 404) return <ServerMissingPage />
  return (
    <QueryState query={query} what="This service" loadingText="Loading service...">
      {(service) => <Server key={service.id} service={service} />}
    </QueryState>
  )
}
