import { useEffect, useRef, useState } from 'react'
import type { RowColumn } from '../../contract/contract.ts'

type CellEditorProps = {
  column: RowColumn
  value: string | null
  /** Stores the value; false when it was refused. */
  onSave: (value: string | null) => Promise<boolean>
  /** Ends editing; `isByKey` returns the focus to the cell. */
  onEnd: (isByKey: boolean) => void
}

/** Edits a value in place: Enter and blur store it, Escape discards it. */
export function CellEditor({ column, value, onSave, onEnd }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value ?? '')
  const [isSaving, setSaving] = useState(false)
  // Closing the field blurs it, which must not store again.
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
    // An empty field over NULL is unchanged.
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
          // Keeps the focus in the field, whose blur would store its text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void save(null, true)}
        >
          Set NULL
        </button>
      )}
    </span>
  )
}
