import { EditorState } from '@codemirror/state'
import type { LoadedProps } from '#web/ui/editor/code-editor.tsx'
import { CodeMirror } from '#web/ui/editor/code-mirror.tsx'
import { languageOf } from '#web/ui/editor/languages.ts'

/** The editor of a stored text, in the language that the ending of its name says. */
export function TextCodeMirror({
  name,
  isReadOnly,
  ...props
}: LoadedProps<{ name: string; isReadOnly: boolean }>) {
  return <CodeMirror {...props} extensions={[languageOf(name), EditorState.readOnly.of(isReadOnly)]} />
}
