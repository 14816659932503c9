import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListSearch } from '#web/lib/paged-list.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ServerIcon } from '#web/ui/icons.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ListControls, ListPager } from '#web/ui/tables/list-controls.tsx'
import type { Service } from '../../contract/contract.ts'
import { pageOfSites, sitesOf, todayInputOf } from './dashboard-sites.ts'
import { SettingUp, SiteCard } from './site-card.tsx'
import { siteOrders } from './site-orders.ts'

const noServices = (
  <EmptyState
    icon={<ServerIcon size={28} />}
    title="No services yet"
    text="Choose a plan to create your first site."
    action={
      <Link to="/select-plan" className="button" data-primary="">
        Choose a plan
      </Link>
    }
  />
)

const noOwnServices = <p className="quiet">No services yet. Choose a plan to create your first site.</p>

type SiteCardsProps = {
  query: { data: Service[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  search: ListSearch
  /** Administrators need no site of their own. */
  isAside: boolean
}

/** The customer's services, those that need attention first. */
export function SiteCards({ query, search, isAside }: SiteCardsProps) {
  const empty = isAside ? noOwnServices : noServices
  return (
    <QueryState query={query} what="Your sites" loadingText="Loading services..." empty={empty}>
      {(services) => <Cards services={services} search={search} />}
    </QueryState>
  )
}

function Cards({ services, search }: { services: Service[]; search: ListSearch }) {
  const trpc = useTRPC()
  const overviews = useQuery(trpc.servers.overview.queryOptions()).data ?? []
  const page = pageOfSites(sitesOf(services, overviews), search)
  const days = useQuery(trpc.servers.today.queryOptions(todayInputOf(page))).data ?? []
  return (
    <>
      {page.isLong && <ListControls search={search} label="Search sites" orders={siteOrders} />}
      <ul className="site-cards">
        {page.rows.map((site) =>
          site.service.status === 'pending' ? (
            <SettingUp key={site.service.id} site={site} />
          ) : (
            <SiteCard
              key={site.service.id}
              site={site}
              today={days.find(({ id }) => id === site.service.id)}
            />
          ),
        )}
      </ul>
      <ListPager page={page} />
    </>
  )
}
