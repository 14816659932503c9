import { type ComponentType, useEffect, useRef, useState } from 'react'
import { onReconnected } from '../../lib/calls/connection.ts'
import { loadPart } from '../../lib/navigation/load-part.ts'

export type Selection = { from: number; to: number }

export type EditorProps = {
  value: string
  /** Accessible name. */
  label: string
  onChange: (value: string) => void
  /** Called with the selection; both ends are equal for a cursor. */
  onSelect?: (selection: Selection) => void
}

/** The loaded editor; `selection` is the cursor of the plain field, null when it had no focus. */
export type LoadedProps<Extra> = EditorProps & Extra & { selection: Selection | null }

type Loaded<Extra> = { Editor: ComponentType<LoadedProps<Extra>>; selection: Selection | null }

type CodeEditorProps<Extra> = {
  /** A stable function. */
  load: () => Promise<ComponentType<LoadedProps<Extra>>>
  editor: EditorProps & Extra
}

/** A plain text field until the code editor has loaded, which takes over the text, the focus and the cursor. */
export function CodeEditor<Extra extends object>({ load, editor }: CodeEditorProps<Extra>) {
  const { value, label, onChange, onSelect } = editor
  const plain = useRef<HTMLTextAreaElement>(null)
  const [loaded, setLoaded] = useState<Loaded<Extra> | null>(null)
  useEffect(() => {
    let isThere = true
    let isTaken = false
    const take = (Editor: ComponentType<LoadedProps<Extra>>) => {
      if (!isThere || isTaken) return
      isTaken = true
      const field = plain.current
      const isFocused = field !== null && field === document.activeElement
      const selection = isFocused ? { from: field.selectionStart, to: field.selectionEnd } : null
      setLoaded({ Editor, selection })
    }
    // If the editor cannot load, the plain field remains; once the server answers, the editor loads again.
    const fetchEditor = () => void loadPart(load).then(take, () => undefined)
    fetchEditor()
    const forget = onReconnected(fetchEditor)
    return () => {
      isThere = false
      forget()
    }
  }, [load])
  if (loaded) return <loaded.Editor {...editor} selection={loaded.selection} />
  return (
    <textarea
      ref={plain}
      className="code-editor code-editor-plain"
      aria-label={label}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onSelect={({ currentTarget: { selectionStart: from, selectionEnd: to } }) => onSelect?.({ from, to })}
    />
  )
}
