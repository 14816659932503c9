import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Service } from '#features/services/contract/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DatabaseIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import type { Database } from '../contract/contract.ts'
import { texts } from '../contract/texts.ts'
import { DatabaseList } from './database-list.tsx'
import type { DatabaseSearch } from './database-search.ts'
import { DeletedDatabases } from './deleted-databases.tsx'
import type { CreatedDatabase } from './dialogs/database-create-dialog.tsx'
import { useDatabases } from './use-databases.ts'

const CreateDialog = lazyPart(() => import('./dialogs/database-create-dialog.tsx'), 'DatabaseCreateDialog')
const MadeDialog = lazyPart(() => import('./dialogs/database-created-dialog.tsx'), 'DatabaseCreatedDialog')

type DatabasesProps = {
  /** All databases of the customer. */
  services: Service[]
  /** The service whose databases are shown, and where new ones are created. */
  chosen: string | undefined
  /** On the page of a site, its databases only. */
  isBound?: boolean
  search: DatabaseSearch
  /** Content above the list, with the create button. */
  head: (create: ReactNode) => ReactNode
}

/** Databases of one service or all: creating, listing, and restoring those deleted in the last days. */
export function Databases({ services, chosen, isBound = false, search, head }: DatabasesProps) {
  const query = useDatabases(chosen)
  const trpc = useTRPC()
  const all = useQuery(trpc.databases.list.queryOptions({})).data ?? []
  // The dialog's choices load before it opens.
  useQuery(trpc.databases.engines.queryOptions())
  const dialog = usePageDialog(search.dialog === 'create', true)
  const made = useDialog<CreatedDatabase>()
  const open = () => dialog.open(true)
  const now = ({ database }: CreatedDatabase): Database =>
    all.find(({ id }) => id === database.id) ?? database
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
    <>
      {head(
        <button type="button" className="button" data-primary="" onClick={open}>
          <PlusIcon size={16} /> Create Database
        </button>,
      )}
      <QueryState
        query={query}
        what="Your databases"
        loadingText="Loading Databases..."
        skeleton={<SkeletonRows text="Loading Databases..." rows={6} />}
        empty={empty}
      >
        {(databases) => <DatabaseList databases={databases} search={search} />}
      </QueryState>
      <DeletedDatabases chosen={chosen} />
      {dialog.subject && (
        <CreateDialog
          key={dialog.key}
          opened={dialog.isOpen}
          onClose={dialog.close}
          services={services.filter(({ status }) => status === 'active')}
          chosen={chosen}
          isBound={isBound}
          databases={all}
          onMade={made.open}
        />
      )}
      {made.subject && (
        <MadeDialog
          key={`made ${made.key}`}
          opened={made.isOpen}
          onClose={made.close}
          database={now(made.subject)}
          password={made.subject.password}
        />
      )}
    </>
  )
}
