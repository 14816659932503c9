import type { Column, Sort } from '#web/ui/tables/data-table.tsx'

type SortSelectProps<Row> = {
  title: string
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** The sort of a list whose cards have no header row to press. */
export function SortSelect<Row>({ title, columns, sort, onSort }: SortSelectProps<Row>) {
  const sortable = columns.filter(({ sortValue }) => sortValue)
  const key = sort?.key ?? ''
  const direction = sort?.direction ?? 'asc'
  const isDown = direction === 'desc'
  return (
    <span className="cloud-sort">
      <select
        className="control"
        aria-label={`Sort ${title}`}
        value={key}
        onChange={({ currentTarget: { value } }) => value && onSort({ key: value, direction })}
      >
        <option value="">Newest first</option>
        {sortable.map((column) => (
          <option key={column.key} value={column.key}>
            {column.header}
          </option>
        ))}
      </select>
      {sort && (
        <button
          type="button"
          className="button"
          aria-label={isDown ? 'Descending; sort ascending' : 'Ascending; sort descending'}
          onClick={() => onSort({ key, direction: isDown ? 'asc' : 'desc' })}
        >
          <span aria-hidden="true">{isDown ? '↓' : '↑'}</span>
        </button>
      )}
    </span>
  )
}
