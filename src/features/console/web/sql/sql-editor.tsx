import { CodeEditor, type EditorProps } from '#web/ui/editor/code-editor.tsx'
import type { Extra } from './sql-code-mirror.tsx'

const load = async () => (await import('./sql-code-mirror.tsx')).SqlCodeMirror

/** SQL, edited in the dialect of the engine, completed from the tables that are there. */
export const SqlEditor = (props: EditorProps & Extra) => <CodeEditor load={load} editor={props} />
