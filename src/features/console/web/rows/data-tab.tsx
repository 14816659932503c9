import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Database } from '#features/databases/contract/contract.ts'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlusIcon, RefreshIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Rows, Table } from '../../contract/contract.ts'
import { defaultPageRows } from '../../contract/limits.ts'
import type { OpenedValue } from '../cell.tsx'
import { RowGrid } from './row-grid.tsx'
import type { Row } from './row-values.ts'
import { useChangeCell } from './use-change-cell.ts'

const ValueDialog = lazyPart(() => import('../value-dialog.tsx'), 'ValueDialog')
const RowDialog = lazyPart(() => import('./row-dialog.tsx'), 'RowDialog')
const RowDeleteDialog = lazyPart(() => import('./row-delete-dialog.tsx'), 'RowDeleteDialog')

const route = getRouteApi('/signed-in/shell/databases/$id')

type RowAction = { verb: 'add'; row: null } | { verb: 'change' | 'delete'; row: Row }

type PageProps = {
  database: Database
  table: Table
  rows: Rows
  sort: string | undefined
  /** Number of rows on earlier pages. */
  before: number
}

function Page({ database, table, rows, sort, before }: PageProps) {
  const value = useDialog<OpenedValue>()
  const action = useDialog<RowAction>()
  const navigate = route.useNavigate()
  const at = { id: database.id, schema: table.schema, table: table.name }
  const save = useChangeCell(at, rows)
  const chosen = action.subject
  const shared = { at, rows, opened: action.isOpen, onClose: action.close }
  return (
    <>
      <div className="console-toolbar">
        {table.kind === 'table' && (
          <button
            type="button"
            className="button"
            data-primary=""
            onClick={() => action.open({ verb: 'add', row: null })}
          >
            <PlusIcon size={16} /> Add Row
          </button>
        )}
        {rows.editProblem === null ? (
          <p className="console-quiet console-hint">Double-click a value to edit it, or press Enter on it.</p>
        ) : (
          <p className="console-quiet">{rows.editProblem}</p>
        )}
      </div>
      {rows.rows.length === 0 ? (
        <EmptyState title={before > 0 ? 'No more rows' : 'No rows yet'} />
      ) : (
        <RowGrid
          caption={`Rows of ${table.name}`}
          rows={rows}
          sort={sort}
          onSort={(next) =>
            void navigate({
              search: ({ sort: _, ...old }) => (next === undefined ? old : { ...old, sort: next }),
              resetScroll: false,
            })
          }
          onOpenValue={value.open}
          onChange={(row) => action.open({ verb: 'change', row })}
          onDelete={(row) => action.open({ verb: 'delete', row })}
          onSave={save}
        />
      )}
      {value.subject && (
        <ValueDialog key={value.key} opened={value.isOpen} onClose={value.close} subject={value.subject} />
      )}
      {chosen && chosen.verb !== 'delete' && <RowDialog key={action.key} {...shared} row={chosen.row} />}
      {chosen?.verb === 'delete' && <RowDeleteDialog key={action.key} {...shared} row={chosen.row} />}
    </>
  )
}

type DataTabProps = { database: Database; table: Table; sort: string | undefined }

/** Paging state: the cursors of the earlier pages, and of the current one last. */
const usePages = (sort: string | undefined) => {
  const [state, setState] = useState<{ sort: string | undefined; cursors: string[] }>({ sort, cursors: [] })
  const cursors = state.sort === sort ? state.cursors : []
  return { cursors, go: (next: string[]) => setState({ sort, cursors: next }) }
}

/** The rows of a table, by page. */
export function DataTab({ database, table, sort }: DataTabProps) {
  const trpc = useTRPC()
  const { cursors, go } = usePages(sort)
  const cursor = cursors.at(-1)
  const query = useQuery(
    trpc.databases.sql.rows.queryOptions({
      id: database.id,
      schema: table.schema,
      table: table.name,
      ...(sort === undefined ? {} : { sort }),
      ...(cursor === undefined ? {} : { cursor }),
    }),
  )
  const before = cursors.length * defaultPageRows
  return (
    <>
      <div className="console-title">
        <h2>{table.name}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Refresh rows"
          data-tooltip="Refresh rows"
          aria-busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          <RefreshIcon size={16} />
        </button>
      </div>
      <QueryState query={query} what="The rows" loadingText="Loading rows..." isEmpty={() => false}>
        {(rows) => <Page database={database} table={table} rows={rows} sort={sort} before={before} />}
      </QueryState>
      <nav className="list-pager" aria-label="Pages of rows">
        <button
          type="button"
          className="button"
          disabled={cursors.length === 0}
          onClick={() => go(cursors.slice(0, -1))}
        >
          Previous
        </button>
        <span className="tabular" role="status">
          {query.data && query.data.rows.length > 0
            ? `${before > 0 ? `Page ${cursors.length + 1}, ` : ''}${countText(query.data.rows.length, 'row')}`
            : ''}
        </span>
        <button
          type="button"
          className="button"
          disabled={!query.data?.nextCursor}
          onClick={() => query.data?.nextCursor && go([...cursors, query.data.nextCursor])}
        >
          Next
        </button>
      </nav>
    </>
  )
}
