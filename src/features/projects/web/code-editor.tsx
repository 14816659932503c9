import { useEffect, useRef, useState } from 'react'
import { onReconnected } from '#web/lib/connection.ts'
import { loadPart } from '#web/lib/load-part.ts'
import type { CodeMirror, Selection } from './code-mirror.tsx'
import type { EditorProps } from './editor-props.ts'

type Loaded = { Editor: typeof CodeMirror; selection: Selection | null }

/** A plain text field until the code editor is there, which takes over the text, the focus and the place in it. */
export function CodeEditor(props: EditorProps) {
  const { value, label, onChange } = props
  const plain = useRef<HTMLTextAreaElement>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isThere = true
    let isTaken = false
    const take = ({ CodeMirror: Editor }: { CodeMirror: typeof CodeMirror }) => {
      if (!isThere || isTaken) return
      isTaken = true
      const field = plain.current
      const isFocused = field !== null && field === document.activeElement
      const selection = isFocused ? { from: field.selectionStart, to: field.selectionEnd } : null
      setLoaded({ Editor, selection })
    }
    // Without the editor, for whatever reason, the plain field is used; when the server is back, the editor is loaded again.
    const fetchEditor = () => void loadPart(() => import('./code-mirror.tsx')).then(take, () => undefined)
    fetchEditor()
    const forget = onReconnected(fetchEditor)
    return () => {
      isThere = false
      forget()
    }
  }, [])
  if (loaded) return <loaded.Editor {...props} selection={loaded.selection} />
  return (
    <textarea
      ref={plain}
      className="project-editor project-editor-plain"
      aria-label={label}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
