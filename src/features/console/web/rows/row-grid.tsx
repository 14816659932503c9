import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { PencilIcon, TrashIcon } from '#web/ui/icons.tsx'
import type { RowColumn, Rows } from '../../contract/contract.ts'
import { Cell, isFolded, type OpenedValue } from '../cell.tsx'
import { CellEditor } from './cell-editor.tsx'
import { nameOf, type Row } from './row-values.ts'

type RowGridProps = {
  caption: string
  rows: Rows
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  onOpenValue: (value: OpenedValue) => void
  onChange: (row: Row) => void
  onDelete: (row: Row) => void
  /** Stores one value of a row; false when it was refused. */
  onSave: (row: Row, column: RowColumn, value: string | null) => Promise<boolean>
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

type CellPosition = { row: number; column: number }

const steps: Partial<Record<string, CellPosition>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

const isSame = (one: CellPosition | null, other: CellPosition): boolean =>
  one?.row === other.row && one.column === other.column

const addressOf = ({ row, column }: CellPosition): string => `${row} ${column}`

/** The cell of an event. */
function positionOf(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = cell?.dataset.cell?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

/** The cell with the tab stop, where arrow keys start, and the cell being edited. */
function useCells({ rows, onChange }: Pick<RowGridProps, 'rows' | 'onChange'>) {
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<CellPosition>({ row: 0, column: 0 })
  const [edited, setEdited] = useState<CellPosition | null>(null)
  const focus = (place: CellPosition) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${addressOf(place)}"]`)?.focus()
  const begin = (place: CellPosition) => {
    const [row, column] = [rows.rows[place.row], rows.columns[place.column]]
    if (!row || !column) return
    const value = row.values[place.column] ?? null
    const isLong = value !== null && isFolded(value, row.cut.includes(place.column))
    // Too long for a line, or not editable: the row dialog opens instead.
    if (isLong || !column.isEditable) onChange(row)
    else setEdited(place)
  }
  const end = (isByKey: boolean) => {
    if (isByKey && edited) setTimeout(() => focus(edited))
    setEdited(null)
  }
  const press = (event: KeyboardEvent) => {
    const place = positionOf(event.target)
    if (!place || event.target !== event.currentTarget.querySelector(`[data-cell="${addressOf(place)}"]`))
      return
    const step = steps[event.key]
    if (step) focus({ row: place.row + step.row, column: place.column + step.column })
    else if (event.key === 'Enter' || event.key === 'F2') begin(place)
    else return
    event.preventDefault()
  }
  const pressTwice = ({ target }: MouseEvent) => {
    const place = positionOf(target)
    if (place && !isSame(edited, place)) begin(place)
  }
  return { table, at, setAt, edited, end, press, pressTwice }
}

/** Rows in a scrolling grid with editable cells, and actions for each row. */
export function RowGrid(props: RowGridProps) {
  const { caption, rows, sort, onSort, onOpenValue, onChange, onDelete, onSave } = props
  const { columns, editProblem } = rows
  const canEdit = editProblem === null
  const { table, at, setAt, edited, end, press, pressTwice } = useCells(props)
  const editing = canEdit ? { role: 'grid', onKeyDown: press, onDoubleClick: pressTwice } : {}
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="console-scroll" aria-label={caption} tabIndex={0}>
      <table ref={table} className="console-table" {...editing}>
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
          {rows.rows.map((row, line) => (
            <tr key={canEdit ? nameOf(rows, row) : line}>
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
              {columns.map((column, index) => {
                const place = { row: line, column: index }
                const value = row.values[index] ?? null
                const reached = canEdit && {
                  role: 'gridcell',
                  'data-cell': addressOf(place),
                  // Its editor has the tab stop instead.
                  tabIndex: isSame(edited, place) ? undefined : isSame(at, place) ? 0 : -1,
                  onFocus: () => setAt(place),
                }
                return (
                  <td key={column.name} {...reached}>
                    {canEdit && isSame(edited, place) ? (
                      <CellEditor
                        column={column}
                        value={value}
                        onSave={(next) => onSave(row, column, next)}
                        onEnd={end}
                      />
                    ) : (
                      <Cell
                        value={value}
                        column={column}
                        isCut={row.cut.includes(index)}
                        onOpen={onOpenValue}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
