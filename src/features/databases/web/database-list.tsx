import { useQuery } from '@tanstack/react-query'
import { typeNames } from '#features/engines/contract/kinds.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { RecordList } from '#web/list/record-list.tsx'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import type { Database } from '../contract/contract.ts'
import { DatabaseRow } from './database-row.tsx'
import { type DatabaseSearch, databaseOrders } from './database-search.ts'
import { type AskedVerb, DatabaseDialogs } from './dialogs/database-dialogs.tsx'

/** Up to this many rows show their connection settings from the start. */
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
  const siteOf = useSiteOf()
  const dialog = useDialog<AskedVerb>()
  return (
    <section aria-label="Databases">
      <RecordList
        rows={databases}
        search={search}
        reading={reading}
        label="Search databases"
        orders={databaseOrders}
      >
        {(database, { rows }) => (
          <DatabaseRow
            database={database}
            site={siteOf(database)}
            isConnectionShown={rows.length <= fewRows}
            onAsk={(verb) => dialog.open({ verb, database })}
          />
        )}
      </RecordList>
      <DatabaseDialogs dialog={dialog} databases={databases} />
    </section>
  )
}
