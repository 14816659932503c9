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
    text="Your first site appears here once its service is active."
    action={
      <Link to="/select-plan" className="button">
        Choose a plan
      </Link>
    }
  />
)

/** A row per active service: its address, and links to its files, databases and backups. */
export function WebsitesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.servers.websites.queryOptions())
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  const overviews = useQuery(trpc.servers.overview.queryOptions()).data ?? []
  return (
    <div className="sites">
      <PageHeader title="Websites" subtitle="All your sites. Open one to manage it." />
      <QueryState query={query} what="Your websites" loadingText="Loading websites..." empty={empty}>
        {(websites) => <WebsitesList {...{ websites, services, overviews, search }} />}
      </QueryState>
    </div>
  )
}
