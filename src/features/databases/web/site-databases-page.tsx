import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { Databases } from './databases.tsx'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId/databases')

/** The databases of one site, as a tab of its page. */
export function SiteDatabasesPage() {
  const search = route.useSearch()
  const { serviceId } = route.useParams()
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  return (
    <div className="list-page databases">
      <Databases
        services={services.filter(({ id }) => id === serviceId)}
        chosen={serviceId}
        isBound
        search={search}
        head={(create) => (
          <div className="page-header-row">
            <h2>Databases</h2>
            {create}
          </div>
        )}
      />
    </div>
  )
}
