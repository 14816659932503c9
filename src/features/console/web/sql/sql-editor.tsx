import { CodeEditor, type EditorProps } from '#web/ui/editor/code-editor.tsx'
import type { Extra } from './sql-code-mirror.tsx'

const load = async () => (await import('./sql-code-mirror.tsx')).SqlCodeMirror

/** SQL editor in the engine's dialect, with completion from the existing tables. */
export const SqlEditor = (props: EditorProps & Extra) => <CodeEditor load={load} editor={props} />
