import { shownTime } from './shown-time.ts'

/** Characters of a value that a table shows; the rest is in the dialog of the value. */
const foldedLength = 60

/** A value to look at in full. */
export type OpenedValue = { column: string; type: string; value: string; isCut: boolean }

/** Whether a table shows only the beginning of a value. */
export const isFolded = (value: string, isCut: boolean): boolean =>
  isCut || value.length > foldedLength || value.includes('\n')

type CellProps = {
  value: string | null
  column: { name: string; type: string }
  /** Only the beginning of the value is known. */
  isCut?: boolean
  onOpen: (value: OpenedValue) => void
}

/** A value of a result: NULL is told from an empty text, a time is that of Kolkata, and a long text is folded. */
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
