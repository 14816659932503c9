import { PencilIcon, TrashIcon } from '#web/ui/icons.tsx'
import type { RowColumn, Rows } from '../../contract.ts'
import { Cell, type OpenedValue } from '../cell.tsx'
import { nameOf, type Row } from './row-values.ts'

type RowGridProps = {
  caption: string
  rows: Rows
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  onOpenValue: (value: OpenedValue) => void
  onChange: (row: Row) => void
  onDelete: (row: Row) => void
}

/** Ascending, then descending, then the table's own order. */
function nextSort(name: string, sort: string | undefined): string | undefined {
  if (sort === name) return `-${name}`
  return sort === `-${name}` ? undefined : name
}

function HeaderCell({ column, sort, onSort }: { column: RowColumn } & Pick<RowGridProps, 'sort' | 'onSort'>) {
  const { name, type, keyPosition } = column
  const direction = { [name]: 'ascending', [`-${name}`]: 'descending' } as const
  const state = sort === undefined ? 'none' : (direction[sort] ?? 'none')
  return (
    <th scope="col" aria-sort={state}>
      <button type="button" className="data-table-sort" onClick={() => onSort(nextSort(name, sort))}>
        {name}
      </button>
      <span className="console-type">
        {type}
        {keyPosition !== null && ', key'}
      </span>
    </th>
  )
}

/** Rows under their columns in a part that scrolls by itself, each with what can be done to it. */
export function RowGrid({ caption, rows, sort, onSort, onOpenValue, onChange, onDelete }: RowGridProps) {
  const { columns, editProblem } = rows
  const canEdit = editProblem === null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className="console-scroll" aria-label={caption} tabIndex={0}>
      <table className="console-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {canEdit && (
              <th scope="col" className="console-row-verbs">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row, place) => (
            <tr key={canEdit ? nameOf(rows, row) : place}>
              {canEdit && (
                <td className="console-row-verbs">
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Edit row ${nameOf(rows, row)}`}
                    onClick={() => onChange(row)}
                  >
                    <PencilIcon size={16} />
                  </button>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Delete row ${nameOf(rows, row)}`}
                    onClick={() => onDelete(row)}
                  >
                    <TrashIcon size={16} />
                  </button>
                </td>
              )}
              {columns.map((column, at) => (
                <td key={column.name}>
                  <Cell
                    value={row.values[at] ?? null}
                    column={column}
                    isCut={row.cut.includes(at)}
                    onOpen={onOpenValue}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
