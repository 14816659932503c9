import { CodeEditor, type EditorProps } from '#web/ui/editor/code-editor.tsx'
import type { FileType } from '../../contract/kinds.ts'

const load = async () => (await import('./code-mirror.tsx')).FileCodeMirror

/** The text of a file, edited in its language. */
export const FileEditor = (props: EditorProps & { type: FileType }) => (
  <CodeEditor load={load} editor={props} />
)
