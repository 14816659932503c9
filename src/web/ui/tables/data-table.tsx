import type { ReactNode } from 'react'
import { SelectAll, type Selection, SelectRow } from './data-table-selection.tsx'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  align?: 'right'
  /** Its position in a card: beside the name, or at the end. The first column is the name. */
  card?: 'state' | 'actions'
  /** Sentences, which take the remaining width. */
  isText?: boolean
  /** Hidden in a narrow table, since the row's own page or dialog shows it too. */
  isDetail?: boolean
  /** Makes the column sortable by this value. */
  sortValue?: (row: Row) => string | number
  /** Sortable by the server, which returns the rows in order. */
  isSortable?: boolean
}

export type Sort = { key: string; direction: 'asc' | 'desc' }

export type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Names a row, for its check box and its card. */
  rowLabel?: (row: Row) => string
  /** From the URL; without it the rows stay in their order. */
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: Selection
}

/** `name`, or `-name` for descending: a sort as stored in the URL. */
export function readSort(text: unknown, columns: readonly { key: string }[]): Sort | undefined {
  if (typeof text !== 'string') return undefined
  const key = text.replace(/^-/, '')
  if (!columns.some((column) => column.key === key)) return undefined
  return { key, direction: text.startsWith('-') ? 'desc' : 'asc' }
}

export const writeSort = ({ key, direction }: Sort): string => (direction === 'desc' ? `-${key}` : key)

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en-IN', { numeric: true })

function sorted<Row>(rows: readonly Row[], columns: Column<Row>[], sort: Sort | undefined): readonly Row[] {
  const value = columns.find(({ key }) => key === sort?.key)?.sortValue
  if (!value || !sort) return rows
  const factor = sort.direction === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => factor * compare(value(one), value(other)))
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const { key, header, align, isDetail, sortValue, isSortable = sortValue !== undefined } = column
  const look = { 'data-align': align, 'data-detail': isDetail || undefined }
  if (!isSortable || !onSort)
    return (
      <th scope="col" {...look}>
        {header}
      </th>
    )
  const direction = sort?.key === key ? sort.direction : undefined
  const next = direction === 'asc' ? 'desc' : 'asc'
  const state = direction ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'
  return (
    <th scope="col" {...look} aria-sort={state}>
      <button type="button" className="data-table-sort" onClick={() => onSort({ key, direction: next })}>
        {header}
      </button>
    </th>
  )
}

/** Rows with a sticky header, sorting and selection; below 900 px a card per row: name and state, one line of facts, actions. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, rowLabel = rowId, sort, onSort, selection } = props
  const shown = sorted(rows, columns, sort)
  return (
    <table className="data-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="data-table-check">
              <SelectAll all={shown.map(rowId)} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} {...(onSort ? { onSort } : {})} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => {
          const id = rowId(row)
          const isSelected = selection?.ids.has(id) ?? false
          return (
            <tr key={id} data-selected={isSelected || undefined}>
              {selection && (
                <td className="data-table-check" data-label="Select">
                  <SelectRow id={id} label={rowLabel(row)} selection={selection} />
                </td>
              )}
              {columns.map(({ key, header, cell, align, card, isText, isDetail }, place) => (
                <td
                  key={key}
                  data-label={header}
                  data-align={align}
                  data-card={place === 0 ? 'name' : card}
                  data-text={isText || undefined}
                  data-detail={isDetail || undefined}
                >
                  <div className="data-table-value">{cell(row)}</div>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
