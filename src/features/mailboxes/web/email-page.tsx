import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ServiceFilter } from '#web/list/service-filter.tsx'
import { useChosenService } from '#web/list/use-chosen-service.ts'
import { useTRPC } from '#web/trpc.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { texts } from '../contract/texts.ts'
import { EmailAccounts } from './email-accounts.tsx'
import { EmailStatsCards } from './email-stats.tsx'

const route = getRouteApi('/signed-in/shell/email')

/** The customer's email accounts, of one service or all, and their totals. */
export function EmailPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  const accounts = useQuery(trpc.email.list.queryOptions({}))
  const chosenServiceId = useChosenService(search.service, services)
  const open = accounts.data?.find(({ id }) => id === search.account)
  // A linked account is in the list, whatever filter was chosen last.
  const chosen = open && open.serviceId !== chosenServiceId ? undefined : chosenServiceId
  const stats = useQuery(trpc.email.stats.queryOptions())
  return (
    <div className="list-page email">
      <EmailAccounts
        search={search}
        serviceId={chosen}
        head={(create) => (
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
        )}
      >
        <div className="email-stats">
          <EmailStatsCards stats={stats.data} accounts={accounts.data?.length} />
        </div>
      </EmailAccounts>
    </div>
  )
}
