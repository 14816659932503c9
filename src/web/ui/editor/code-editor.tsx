import { type ComponentType, useEffect, useRef, useState } from 'react'
import { onReconnected } from '../../lib/calls/connection.ts'
import { loadPart } from '../../lib/navigation/load-part.ts'

export type Selection = { from: number; to: number }

export type EditorProps = {
  value: string
  /** Its name for assistive technology. */
  label: string
  onChange: (value: string) => void
  /** Hears what is selected, from and to being equal where the cursor is. */
  onSelect?: (selection: Selection) => void
}

/** An editor once it is loaded; `selection` is where the cursor was in the plain field, null when it was not there. */
export type LoadedProps<Extra> = EditorProps & Extra & { selection: Selection | null }

type Loaded<Extra> = { Editor: ComponentType<LoadedProps<Extra>>; selection: Selection | null }

type CodeEditorProps<Extra> = {
  /** The same function each time. */
  load: () => Promise<ComponentType<LoadedProps<Extra>>>
  editor: EditorProps & Extra
}

/** A plain text field until the code editor is there, which takes over the text, the focus and the place in it. */
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
    // Without the editor, for whatever reason, the plain field is used; when the server is back, the editor is loaded again.
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
