import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { statusOf } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Service } from '../../contract/contract.ts'
import { useServerControl } from './control/server-control.ts'
import { ServerControlProvider, useOpenControl } from './control/server-control-context.ts'
import { ServerLog } from './log/server-log.tsx'
import { ServerMonitoring } from './monitoring/server-monitoring.tsx'
import { ServerMissingPage } from './server-missing-page.tsx'
import { ServerOverview } from './server-overview.tsx'
import { ServerProcesses } from './server-processes.tsx'
import { readServerSearch } from './server-search.ts'
import { SiteHeader } from './site-header.tsx'
import { addressOfTab, searchOfTab, useSiteTabs } from './site-tabs.ts'

const ServerSettings = lazyPart(() => import('./control/server-settings.tsx'), 'ServerSettings')

/** Preloads the settings tab, so that the page is rendered with it. */
export const preloadSettings = () => ServerSettings.preload()

const frameRoute = getRouteApi('/signed-in/shell/server-management/$serviceId')
const route = getRouteApi('/signed-in/shell/server-management/$serviceId/')

/** The key of the open tab: from `?tab=` for this feature's tabs, else the last part of the path. */
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
      <SiteHeader service={service} control={control} />
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

/** The page of a site: its name, state, actions and tabs around the open tab. */
export function ServerFrame() {
  const trpc = useTRPC()
  const { serviceId } = frameRoute.useParams()
  const query = useQuery(trpc.servers.get.queryOptions({ id: serviceId }))
  // The service may end while the page is open.
  if (statusOf(query.error) === 404) return <ServerMissingPage />
  return (
    <QueryState query={query} what="This service" loadingText="Loading service...">
      {(service) => <Frame key={service.id} service={service} />}
    </QueryState>
  )
}

/** This feature's tabs of a site: overview, monitoring, processes, log and settings. */
export function ServerPage() {
  const trpc = useTRPC()
  const { serviceId: id } = route.useParams()
  const { tab } = route.useSearch()
  const service = useQuery(trpc.servers.get.queryOptions({ id })).data
  const control = useOpenControl()
  if (!service) return null
  if (tab === 'monitoring') return <ServerMonitoring service={service} />
  if (tab === 'processes') return <ServerProcesses service={service} />
  if (tab === 'logs') return <ServerLog service={service} />
  if (tab === 'settings') return <ServerSettings service={service} control={control} />
  return <ServerOverview service={service} />
}
