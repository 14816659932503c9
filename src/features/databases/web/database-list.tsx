import { useQuery } from '@tanstack/react-query'
import { typeNames } from '#features/engines/contract/kinds.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { pageOf } from '#web/lib/paged-list.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListControls, ListPager } from '#web/ui/tables/list-controls.tsx'
import type { Database } from '../contract.ts'
import { DatabaseRow } from './database-row.tsx'
import { type DatabaseSearch, databaseOrders } from './database-search.ts'
import { type AskedVerb, DatabaseDialogs } from './dialogs/database-dialogs.tsx'

/** As many can show how to connect without the list becoming long. */
const fewRows = 5

const reading = {
  words: ({ dbName, dbUser, dbType, service, connection: { database, username } }: Database) =>
    [dbName, dbUser, typeNames[dbType], service.plan.name, database, username].join(' '),
  orders: {
    name: (one: Database, other: Database) =>
      one.dbName.localeCompare(other.dbName, 'en-IN', { numeric: true }),
    size: (one: Database, other: Database) => other.size - one.size,
  },
}

function useSiteOf(): (database: Database) => string {
  const trpc = useTRPC()
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  return ({ service: { id, plan } }) => serviceLabelIn(services, id, plan.name)
}

type DatabaseListProps = { databases: Database[]; search: DatabaseSearch }

/** The customer's databases, newest first unless sorted otherwise. */
export function DatabaseList({ databases, search }: DatabaseListProps) {
  const page = pageOf(databases, search, reading)
  const siteOf = useSiteOf()
  const dialog = useDialog<AskedVerb>()
  const isSearched = search.q !== undefined
  return (
    <section aria-label="Databases">
      {(page.isLong || isSearched) && (
        <ListControls search={search} label="Search databases" orders={databaseOrders} />
      )}
      {page.found === 0 && !page.isLong && <EmptyState title="Nothing matches the search" />}
      <ul className="record-list">
        {page.rows.map((database) => (
          <li key={database.id}>
            <DatabaseRow
              database={database}
              site={siteOf(database)}
              isConnectionShown={page.rows.length <= fewRows}
              onAsk={(verb) => dialog.open({ verb, database })}
            />
          </li>
        ))}
      </ul>
      <ListPager page={page} />
      <DatabaseDialogs dialog={dialog} databases={databases} />
    </section>
  )
}
