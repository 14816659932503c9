import { type ChangeEvent, useEffect, useRef } from 'react'

/** The rows that are selected, and what selects them. */
export type Selection = {
  ids: ReadonlySet<string>
  /** A row was pressed; with Shift, the range up to it. */
  onPick: (id: string, isRange: boolean) => void
  /** All rows of the table, or none of them. */
  onPickAll: (isOn: boolean) => void
}

const hasShift = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/** The check box of the head: on when all rows are selected, mixed when some are. */
export function SelectAll({ all, selection }: { all: readonly string[]; selection: Selection }) {
  const count = all.filter((id) => selection.ids.has(id)).length
  const isAll = count > 0 && count === all.length
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      className="checkbox"
      aria-label="Select all rows"
      checked={isAll}
      onChange={() => selection.onPickAll(!isAll)}
    />
  )
}

type SelectRowProps = { id: string; label: string; selection: Selection }

export const SelectRow = ({ id, label, selection }: SelectRowProps) => (
  <input
    type="checkbox"
    className="checkbox"
    aria-label={`Select ${label}`}
    checked={selection.ids.has(id)}
    onChange={(event) => selection.onPick(id, hasShift(event))}
  />
)
