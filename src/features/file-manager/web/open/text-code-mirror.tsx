import { EditorState } from '@codemirror/state'
import type { LoadedProps } from '#web/ui/editor/code-editor.tsx'
import { CodeMirror } from '#web/ui/editor/code-mirror.tsx'
import { languageOf } from '#web/ui/editor/languages.ts'

/** The text editor, in the language of the file's extension. */
export function TextCodeMirror({
  name,
  isReadOnly,
  ...props
}: LoadedProps<{ name: string; isReadOnly: boolean }>) {
  return <CodeMirror {...props} extensions={[languageOf(name), EditorState.readOnly.of(isReadOnly)]} />
}
