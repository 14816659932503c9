import type { LoadedProps } from '#web/ui/editor/code-editor.tsx'
import { CodeMirror } from '#web/ui/editor/code-mirror.tsx'
import { languageOf } from '#web/ui/editor/languages.ts'
import type { FileType } from '../../contract/kinds.ts'

/** The code editor with its languages, some 190 KB. */
export function FileCodeMirror({ type, ...props }: LoadedProps<{ type: FileType }>) {
  return <CodeMirror {...props} extensions={[languageOf(`file.${type}`)]} />
}
