import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ServiceFilter } from '#web/list/service-filter.tsx'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DatabaseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { texts } from '../contract/texts.ts'
import { DatabaseList } from './database-list.tsx'
import { listInput } from './database-search.ts'
import { DatabaseSummary } from './database-summary.tsx'
import { DeletedDatabases } from './deleted-databases.tsx'

const route = getRouteApi('/signed-in/shell/databases')

const CreateDialog = lazyPart(() => import('./dialogs/database-create-dialog.tsx'), 'DatabaseCreateDialog')

/** The customer's databases, and those that were deleted within the last days. */
export function DatabasesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.databases.list.queryOptions(listInput(search)))
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  const dialog = usePageDialog(search.dialog === 'create', true)
  const open = () => dialog.open(true)
  const empty = (
    <EmptyState
      icon={<DatabaseIcon size={28} />}
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={
        <button type="button" className="button" data-primary="" onClick={open}>
          Create Your First Database
        </button>
      }
    />
  )
  return (
    <div className="list-page databases">
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <>
            <ServiceFilter services={services} chosen={search.service} />
            <button type="button" className="button" data-primary="" onClick={open}>
              <PlusIcon size={16} /> Create Database
            </button>
          </>
        }
      />
      <DatabaseSummary databases={query.data} />
      <QueryState
        query={query}
        what="Your databases"
        loadingText="Loading Databases..."
        skeleton={<SkeletonRows text="Loading Databases..." rows={6} />}
        empty={empty}
      >
        {(databases) => <DatabaseList databases={databases} search={search} />}
      </QueryState>
      <DeletedDatabases chosen={search.service} />
      {dialog.subject && (
        <CreateDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          services={services.filter(({ status }) => status === 'active')}
          chosen={search.service}
        />
      )}
    </div>
  )
}
