import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useHydrated } from '#web/hydrated.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { type Column, DataTable, readSort, writeSort } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { type CloudSearch, matches, selectedOf } from './cloud-search.ts'
import { type Entity, factsOf, type Resource } from './entity.ts'
import type { ShownResource } from './resource-drawer.tsx'
import { ResourceName } from './resource-name.tsx'
import { SortSelect } from './sort-select.tsx'

const ResourceDrawer = lazyPart(() => import('./resource-drawer.tsx'), 'ResourceDrawer')

export type EntitySectionProps<Row extends Resource> = {
  entity: Entity<Row>
  rows: readonly Row[]
  search: CloudSearch
  /** The actions on a row, in its last column and in its drawer. */
  actions?: (row: Row) => ReactNode
  /** Between the heading and the table. */
  notice?: ReactNode
}

function columnsOf<Row extends Resource>(props: EntitySectionProps<Row>): Column<Row>[] {
  const { entity, search, actions } = props
  const { id, nameHeader = 'Name', nameOf } = entity
  const name: Column<Row> = {
    key: 'name',
    header: nameHeader,
    sortValue: nameOf,
    cell: (row) => <ResourceName entity={id} row={row} name={nameOf(row)} search={search} />,
  }
  const columns = [name, ...entity.columns].map((column) => ({ ...column, key: `${id}.${column.key}` }))
  if (!actions) return columns
  return [
    ...columns,
    {
      key: `${id}.actions`,
      header: 'Actions',
      align: 'right',
      card: 'actions',
      cell: (row) => <RowActions label={nameOf(row)}>{actions(row)}</RowActions>,
    },
  ]
}

const textOf = <Row extends Resource>({ nameOf, columns }: Entity<Row>, row: Row): string =>
  [nameOf(row), ...columns.map(({ text }) => text(row))].join(' ')

const resourceOf = <Row extends Resource>(
  { entity, actions }: EntitySectionProps<Row>,
  row: Row,
): ShownResource => ({
  id: row.id,
  providerId: row.providerId,
  name: entity.nameOf(row),
  isSimulated: row.simulated,
  facts: factsOf([...entity.columns, ...(entity.details ?? [])], row),
  stored: entity.storedOf?.(row),
  measured: entity.measuredOf?.(row),
  actions: actions?.(row),
})

/** Mounted from the first selection on, since it returns the focus when it closes; after a failure, from the next one. */
function useDrawer(selected: string | undefined) {
  const [before, setBefore] = useState<string>()
  const [isThere, setThere] = useState(false)
  if (selected !== before) {
    setBefore(selected)
    if (selected !== undefined) setThere(true)
  }
  return { isThere, remove: () => setThere(false) }
}

/** A list of one entity: heading, table, and the drawer of the row selected in the URL. */
export function EntitySection<Row extends Resource>(props: EntitySectionProps<Row>) {
  const { entity, rows, search, notice } = props
  const navigate = useNavigate()
  const titleId = useId()
  const isHydrated = useHydrated()
  const columns = columnsOf(props)
  const sort = readSort(search.sort, columns)
  const shown = rows.filter((row) => matches(textOf(entity, row), search.q))
  const sortBy = (next: NonNullable<typeof sort>) =>
    void navigate({
      to: '/cloud-management',
      search: { ...search, sort: writeSort(next) },
      replace: true,
      resetScroll: false,
    })
  const selected = selectedOf(search, entity.id)
  const drawer = useDrawer(selected)
  const deselect = () => {
    drawer.remove()
    const { selected: _, ...rest } = search
    void navigate({ to: '/cloud-management', search: rest, replace: true, resetScroll: false })
  }
  const row = rows.find(({ id }) => id === selected)
  return (
    <section aria-labelledby={titleId} className="cloud-section">
      <div className="cloud-section-head">
        <h2 id={titleId}>
          {entity.title} <span className="count">{rows.length}</span>
        </h2>
        {shown.length > 1 && (
          <SortSelect title={entity.title} columns={columns} sort={sort} onSort={sortBy} />
        )}
      </div>
      {notice}
      {shown.length > 0 ? (
        <DataTable
          caption={entity.title}
          columns={columns}
          rows={shown}
          rowId={({ id }) => id}
          rowLabel={entity.nameOf}
          sort={sort}
          onSort={sortBy}
        />
      ) : (
        <NothingShown title={entity.title} hasRows={rows.length > 0} search={search} />
      )}
      {isHydrated && drawer.isThere && (
        <ResourceDrawer
          onClose={deselect}
          entity={entity}
          resource={row && resourceOf(props, row)}
          selected={selected}
          search={search}
        />
      )}
    </section>
  )
}

function NothingShown({ title, hasRows, search }: { title: string; hasRows: boolean; search: CloudSearch }) {
  if (!hasRows) return <p className="cloud-nothing">Nothing here yet.</p>
  return <EmptyState title={`Nothing in ${title} matches “${search.q}”`} />
}
