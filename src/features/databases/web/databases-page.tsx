import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ServiceFilter } from '#web/list/service-filter.tsx'
import { useChosenService } from '#web/list/use-chosen-service.ts'
import { useTRPC } from '#web/trpc.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { texts } from '../contract/texts.ts'
import { DatabaseSummary } from './database-summary.tsx'
import { Databases } from './databases.tsx'
import { useDatabases } from './use-databases.ts'

const route = getRouteApi('/signed-in/shell/databases')

/** The customer's databases across all services. */
export function DatabasesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  const chosen = useChosenService(search.service, services)
  const { data: shown } = useDatabases(chosen)
  return (
    <div className="list-page databases">
      <Databases
        services={services}
        chosen={chosen}
        search={search}
        head={(create) => (
          <>
            <PageHeader
              title={texts.title}
              subtitle={texts.subtitle}
              actions={
                <>
                  <ServiceFilter services={services} chosen={chosen} />
                  {create}
                </>
              }
            />
            <DatabaseSummary databases={shown} />
          </>
        )}
      />
    </div>
  )
}
