import { useEffect, useRef, useState } from 'react'
import type { RowColumn } from '../../contract/contract.ts'

type CellEditorProps = {
  column: RowColumn
  value: string | null
  /** Stores the value; false when it was refused. */
  onSave: (value: string | null) => Promise<boolean>
  /** It is over; `isByKey` when the focus belongs to the cell again. */
  onEnd: (isByKey: boolean) => void
}

/** A value being written in its place: Enter and leaving it store it, Escape keeps the old one. */
export function CellEditor({ column, value, onSave, onEnd }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value ?? '')
  const [isSaving, setSaving] = useState(false)
  // Leaving the field, which closing it does too, stores nothing more.
  const isOver = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const end = (isByKey: boolean) => {
    isOver.current = true
    onEnd(isByKey)
  }
  const save = async (next: string | null, isByKey: boolean) => {
    if (isSaving || isOver.current) return
    // An empty field over NULL was not written to.
    if (next === value || (value === null && next === '')) return end(isByKey)
    setSaving(true)
    const isStored = await onSave(next)
    setSaving(false)
    if (isStored) end(isByKey)
  }
  return (
    <span className="console-cell-editor">
      <input
        ref={input}
        className="mono"
        aria-label={`New value for ${column.name}`}
        aria-busy={isSaving}
        readOnly={isSaving}
        value={text}
        size={Math.max(8, text.length + 1)}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => void save(text, false)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') void save(text, true)
          if (event.key === 'Escape') end(true)
        }}
      />
      {column.isNullable && value !== null && (
        <button
          type="button"
          className="row-action"
          // The field keeps the focus, whose loss would store what is in it.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void save(null, true)}
        >
          Set NULL
        </button>
      )}
    </span>
  )
}
