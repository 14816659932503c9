import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ServerIcon } from '#web/ui/icons.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { WebsitesList } from './websites-list.tsx'

const route = getRouteApi('/signed-in/shell/websites')

const empty = (
  <EmptyState
    icon={<ServerIcon size={28} />}
    title="No websites yet"
    text="A website is there as soon as one of your services is active."
    action={
      <Link to="/select-plan" className="button">
        Choose a plan
      </Link>
    }
  />
)

/** A row per active service: where its site answers, and the short ways to its files, databases and backups. */
export function WebsitesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.servers.websites.queryOptions())
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  return (
    <div className="sites">
      <PageHeader title="Websites" subtitle="Your sites, their addresses and disk usage." />
      <QueryState query={query} what="Your websites" loadingText="Loading websites..." empty={empty}>
        {(websites) => <WebsitesList websites={websites} services={services} search={search} />}
      </QueryState>
    </div>
  )
}
