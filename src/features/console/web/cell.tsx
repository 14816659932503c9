import { shownTime } from './shown-time.ts'

/** Characters of a value shown in a table; a dialog shows the rest. */
const foldedLength = 60

/** A value to show in full. */
export type OpenedValue = { column: string; type: string; value: string; isCut: boolean }

/** Whether a table shows only the start of a value. */
export const isFolded = (value: string, isCut: boolean): boolean =>
  isCut || value.length > foldedLength || value.includes('\n')

type CellProps = {
  value: string | null
  column: { name: string; type: string }
  /** Only the start of the value is known. */
  isCut?: boolean
  onOpen: (value: OpenedValue) => void
}

/** A result value: NULL differs from an empty text, times are in IST, and long texts are truncated. */
export function Cell({ value, column, isCut = false, onOpen }: CellProps) {
  if (value === null) return <span className="console-null">NULL</span>
  if (value === '') return <span className="console-null">empty</span>
  const time = shownTime(column.type, value)
  if (time !== null) return <span title={value}>{time}</span>
  if (!isFolded(value, isCut)) return value
  return (
    <button
      type="button"
      className="console-folded"
      data-tooltip="Show the whole value"
      onClick={() => onOpen({ column: column.name, type: column.type, value, isCut })}
    >
      {value.slice(0, foldedLength).replaceAll('\n', '↵')}…
    </button>
  )
}
