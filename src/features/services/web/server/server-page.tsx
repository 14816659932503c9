import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { useOpenControl } from './control/server-control-context.ts'
import { ServerSettings } from './control/server-settings.tsx'
import { ServerLog } from './log/server-log.tsx'
import { ServerMonitoring } from './monitoring/server-monitoring.tsx'
import { ServerOverview } from './server-overview.tsx'
import { ServerProcesses } from './server-processes.tsx'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId/')

/** The services' own tabs of a site: what it is, what it used, what runs of it, what it wrote, and how it is run. */
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
