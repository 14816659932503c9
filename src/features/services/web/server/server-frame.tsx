import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
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
import { ServerControlProvider } from './control/server-control-context.ts'
import { ServerPower } from './control/server-power.tsx'
import { ServerMissingPage } from './server-missing-page.tsx'
import { ServerNotice } from './server-notice.tsx'
import { readServerSearch } from './server-search.ts'
import { texts } from './server-texts.ts'
import { addressOfTab, searchOfTab, useSiteTabs } from './site-tabs.ts'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId')

type HeaderProps = { service: Service; control: ServerControl }

/** The stored status, but "Restarting" for 10 s after a restart was requested. */
function ServerStatus({ service, control: { isRestarting } }: HeaderProps) {
  return (
    <span className="server-status" role="status">
      <StatusBadge status={isRestarting ? 'restarting' : service.status} />
    </span>
  )
}

function Header({ service, control }: HeaderProps) {
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

/** The key of the open tab: of the services' own in `?tab=`, else the last part of the address. */
function useOpenTab(serviceId: string): string {
  const { pathname, search } = useLocation()
  const last = pathname.split('/').findLast((part) => part !== '')
  return last === serviceId ? (readServerSearch(search).tab ?? 'overview') : (last ?? 'overview')
}

function Frame({ service }: { service: Service }) {
  const control = useServerControl()
  const tabs = useSiteTabs()
  const chosen = useOpenTab(service.id)
  const tabOf = (key: string) => tabs.find((tab) => tab.key === key)
  return (
    <div className="server">
      <Header service={service} control={control} />
      <ServerNotice service={service} />
      <PanelTabs
        label="Server"
        name="server"
        tabs={tabs.map(({ key, words }) => [key, words] as const)}
        chosen={chosen}
        toOf={(key) => addressOfTab(service.id, tabOf(key))}
        searchOf={(key) => searchOfTab(tabOf(key))}
      />
      <div
        className="server-panel"
        role="tabpanel"
        id={panelId('server')}
        aria-labelledby={tabId('server', chosen)}
      >
        <ServerControlProvider value={control}>
          <Outlet />
        </ServerControlProvider>
      </div>
    </div>
  )
}

/** The page of a site around its open tab: its name, how it stands, what can be done to it at any time, and the tabs. */
export function ServerFrame() {
  const trpc = useTRPC()
  const { serviceId } = route.useParams()
  const query = useQuery(trpc.servers.get.queryOptions({ id: serviceId }))
  // It may end while somebody looks at it.
  if (statusOf(query.error) === 404) return <ServerMissingPage />
  return (
    <QueryState query={query} what="This service" loadingText="Loading service...">
      {(service) => <Frame key={service.id} service={service} />}
    </QueryState>
  )
}
