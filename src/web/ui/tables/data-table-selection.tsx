import { type ChangeEvent, useEffect, useRef } from 'react'

/** The selected rows, with the actions to select. */
export type Selection = {
  ids: ReadonlySet<string>
  /** A row was clicked; with Shift, the range up to it. */
  onPick: (id: string, isRange: boolean) => void
  /** Selects all rows, or none. */
  onPickAll: (isOn: boolean) => void
}

const hasShift = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/** The header's check box: checked for all rows, mixed for some. */
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
