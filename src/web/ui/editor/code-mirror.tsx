import { syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { EditorProps, Selection } from './code-editor.tsx'

type CodeMirrorProps = EditorProps & {
  selection: Selection | null
  /** The language and further extensions; read once, when the editor mounts. */
  extensions: readonly Extension[]
  /** Receives the editor while it is mounted. */
  viewRef?: RefObject<EditorView | null>
}

/** A code editor: colours, line numbers, search, undo. Import it lazily. */
export function CodeMirror(props: CodeMirrorProps) {
  const { value, label, onChange, onSelect, selection, extensions, viewRef } = props
  const place = useRef<HTMLDivElement>(null)
  const own = useRef<EditorView>(null)
  const view = viewRef ?? own
  const changed = useEffectEvent(onChange)
  const selected = useEffectEvent((at: Selection) => onSelect?.(at))
  const begin = useEffectEvent((parent: HTMLElement) => {
    const editor = new EditorView({
      doc: value,
      parent,
      ...(selection ? { selection: { anchor: selection.from, head: selection.to } } : {}),
      extensions: [
        // Before the standard keys, so that the caller's take precedence.
        ...extensions,
        basicSetup,
        syntaxHighlighting(classHighlighter),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString())
          const { from, to } = update.state.selection.main
          if (update.selectionSet || update.docChanged) selected({ from, to })
        }),
      ],
    })
    if (selection) editor.focus()
    return editor
  })
  useEffect(() => {
    if (!place.current) return
    const editor = begin(place.current)
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [view])
  // A text set from outside: a restored version, the other side of a conflict, a history entry.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value, view])
  return <div className="code-editor" ref={place} />
}
