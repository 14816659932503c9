import { CodeEditor, type EditorProps } from '#web/ui/editor/code-editor.tsx'
import type { FileType } from '../../contract/kinds.ts'

const load = async () => (await import('./code-mirror.tsx')).FileCodeMirror

/** A file's text in the code editor. */
export const FileEditor = (props: EditorProps & { type: FileType }) => (
  <CodeEditor load={load} editor={props} />
)
