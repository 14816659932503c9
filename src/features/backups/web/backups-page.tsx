import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ServiceFilter } from '#web/list/service-filter.tsx'
import { useChosenService } from '#web/list/use-chosen-service.ts'
import { useTRPC } from '#web/trpc.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BackupSummary } from './backup-summary.tsx'
import { Backups } from './backups.tsx'
import { useBackups } from './use-backups.ts'

const route = getRouteApi('/signed-in/shell/backups')

/** The customer's backups across all services. */
export function BackupsPage() {
  const search = route.useSearch()
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  const chosen = useChosenService(search.service, services)
  const { data: shown } = useBackups(chosen)
  return (
    <div className="list-page backups">
      <Backups
        services={services}
        chosen={chosen}
        search={search}
        head={(create) => (
          <>
            <PageHeader
              title="Backups"
              subtitle="Verified copies of your files, databases and mailboxes, ready to restore or download."
              actions={
                <>
                  <ServiceFilter services={services} chosen={chosen} />
                  {create}
                </>
              }
            />
            <BackupSummary backups={shown} />
          </>
        )}
      />
    </div>
  )
}
