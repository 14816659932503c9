import { z } from 'zod'
import type { RowColumn, Rows } from '../../contract/contract.ts'
import { knownValues, type Row } from './row-values.ts'

const kinds = ['value', 'null', 'default'] as const

/** A column of the form: a text, which may be empty, NULL, or the table's default. */
type CellForm = { kind: (typeof kinds)[number]; text: string }
export type RowForm = { cells: CellForm[] }

export const rowForm = z.object({
  cells: z.array(z.object({ kind: z.enum(kinds), text: z.string() })),
})

const newCell = ({ isNullable, fallback }: RowColumn): CellForm => {
  if (fallback !== null) return { kind: 'default', text: '' }
  return { kind: isNullable ? 'null' : 'value', text: '' }
}

/** Initial values, for an existing or a new row. */
export const initialRow = ({ columns }: Pick<Rows, 'columns'>, row: Row | null): RowForm => ({
  cells: columns.map((column, place) => {
    if (row === null) return newCell(column)
    const value = row.values[place] ?? null
    return value === null ? { kind: 'null', text: '' } : { kind: 'value', text: value }
  }),
})

const writtenIn = ({ kind, text }: CellForm): string | null => (kind === 'null' ? null : text)

/** The values of a new row, without columns left to their default. */
export const addedValues = (columns: readonly RowColumn[], { cells }: RowForm) =>
  Object.fromEntries(
    columns.flatMap(({ name, isEditable }, place) => {
      const cell = cells[place]
      return cell && isEditable && cell.kind !== 'default' ? [[name, writtenIn(cell)]] : []
    }),
  ) as Record<string, string | null>

/** The values that differ from the row. */
export function changedValues(rows: Pick<Rows, 'columns'>, row: Row, { cells }: RowForm) {
  const before = knownValues(rows, row)
  const changed = rows.columns.flatMap(({ name, isEditable }, place) => {
    const cell = cells[place]
    if (!cell || !isEditable || !(name in before)) return []
    return writtenIn(cell) === before[name] ? [] : [[name, writtenIn(cell)] as const]
  })
  return Object.fromEntries(changed)
}
