import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import { type LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { FileType } from '../contract/kinds.ts'
import type { EditorProps } from './editor-props.ts'

const languages: Record<FileType, () => LanguageSupport> = {
  html: () => html(),
  css: () => css(),
  js: () => javascript({ jsx: true }),
  ts: () => javascript({ typescript: true }),
  py: () => python(),
  // JSON is the part of JavaScript that needs no grammar of its own.
  json: () => javascript(),
  md: () => markdown(),
}

export type Selection = { from: number; to: number }

/** The code editor: colours, line numbers, search, undo. Its own chunk, some 190 KB. */
export function CodeMirror(props: EditorProps & { selection: Selection | null }) {
  const { value, type, label, onChange, selection } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useEffectEvent(onChange)
  const begin = useEffectEvent((parent: HTMLElement) => {
    const editor = new EditorView({
      doc: value,
      parent,
      ...(selection ? { selection: { anchor: selection.from, head: selection.to } } : {}),
      extensions: [
        basicSetup,
        languages[type](),
        syntaxHighlighting(classHighlighter),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString())
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
    return () => editor.destroy()
  }, [])
  // A text from elsewhere: a version that was restored, or the other side of a conflict.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div className="project-editor" ref={place} />
}
