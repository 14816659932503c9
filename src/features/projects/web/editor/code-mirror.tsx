import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import type { LanguageSupport } from '@codemirror/language'
import type { LoadedProps } from '#web/ui/editor/code-editor.tsx'
import { CodeMirror } from '#web/ui/editor/code-mirror.tsx'
import type { FileType } from '../../contract/kinds.ts'

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

/** The editor of a project's file, in its language. With the editor itself some 190 KB. */
export function FileCodeMirror({ type, ...props }: LoadedProps<{ type: FileType }>) {
  return <CodeMirror {...props} extensions={[languages[type]()]} />
}
