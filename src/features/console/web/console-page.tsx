import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import type { Database } from '#features/databases/contract/contract.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DatabaseIcon, MoreIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PanelTabs, panelId, tabId } from '#web/ui/panel-tabs.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Splitter, useSplit } from '#web/ui/splitter.tsx'
import type { Table } from '../contract/contract.ts'
import { type ConsoleTab, consoleTabs, searchOfTab, tabOf } from './console-search.ts'
import { DataTab } from './rows/data-tab.tsx'
import { SchemaTree } from './schema-tree.tsx'
import { SqlTab } from './sql/sql-tab.tsx'

const TreeDrawer = lazyPart(() => import('./schema-drawer.tsx'), 'SchemaDrawer')

const route = getRouteApi('/signed-in/shell/databases/$id')

const treeSplit = { name: 'database-tree', initial: 260, min: 200, max: 460, unit: 'px' } as const

type PanelProps = { database: Database; tables: Table[]; tab: ConsoleTab; isFocused: boolean }

function Panel({ database, tables, tab, isFocused }: PanelProps) {
  const { schema, table: name, sort } = route.useSearch()
  if (tab === 'sql') return <SqlTab database={database} tables={tables} isFocused={isFocused} />
  const table = tables.find((each) => each.schema === schema && each.name === name)
  if (table)
    return <DataTab key={`${table.schema} ${table.name}`} database={database} table={table} sort={sort} />
  return (
    <EmptyState
      icon={<DatabaseIcon size={28} />}
      title={tables.length === 0 ? 'No tables yet' : 'Select a table'}
      text={tables.length === 0 ? 'Run a CREATE TABLE or import a dump.' : 'Its rows open here.'}
    />
  )
}

function Work({ database, tables }: { database: Database; tables: Table[] }) {
  const search = route.useSearch()
  // Without tables the SQL tab comes first, and stays open when the first table is created.
  const [first] = useState<ConsoleTab>(tables.length === 0 ? 'sql' : 'data')
  const tab = tabOf(search, first)
  const split = useSplit(treeSplit)
  const drawer = useDialog<'tables'>()
  return (
    <div className="console-split" style={{ '--console-tree': `${split.at}px` } as CSSProperties}>
      <section id="console-tree" className="console-index" aria-label="Tables">
        <SchemaTree databaseId={database.id} tables={tables} />
      </section>
      <Splitter split={split} label="Width of the list of tables" controls="console-tree" />
      <div className="console-main">
        <button type="button" className="button console-open-tree" onClick={() => drawer.open('tables')}>
          <MoreIcon size={16} /> Tables
        </button>
        <PanelTabs label="Console" name="console" tabs={consoleTabs} chosen={tab} searchOf={searchOfTab} />
        <div
          className="console-panel"
          role="tabpanel"
          id={panelId('console')}
          aria-labelledby={tabId('console', tab)}
        >
          <Panel
            database={database}
            tables={tables}
            tab={tab}
            isFocused={search.tab === undefined && first === 'sql'}
          />
        </div>
      </div>
      {drawer.subject && (
        <TreeDrawer
          key={drawer.key}
          opened={drawer.isOpen}
          onClose={drawer.close}
          databaseId={database.id}
          tables={tables}
        />
      )}
    </div>
  )
}

function Console({ database }: { database: Database }) {
  const trpc = useTRPC()
  const { id, dbName, dbType, connection } = database
  const query = useQuery(trpc.databases.sql.schema.queryOptions({ id }))
  return (
    <>
      <PageHeader
        title={dbName}
        subtitle={`${typeNames[dbType]} · ${connection.database} · signed in as ${connection.username}`}
      />
      <QueryState query={query} what="The tables" loadingText="Loading tables..." isEmpty={() => false}>
        {({ tables }) => <Work database={database} tables={tables} />}
      </QueryState>
    </>
  )
}

/** One database: its tables, their rows, and SQL as its own user. */
export function ConsolePage() {
  const trpc = useTRPC()
  const { id } = route.useParams()
  const query = useQuery(trpc.databases.list.queryOptions({}))
  return (
    <QueryState query={query} what="This database" loadingText="Loading database...">
      {(all) => {
        const database = all.find((each) => each.id === id)
        if (database) return <Console key={id} database={database} />
        return <EmptyState icon={<DatabaseIcon size={28} />} title="This database no longer exists" />
      }}
    </QueryState>
  )
}
