import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import type { Extension } from '@codemirror/state'

// JSON is a subset of JavaScript and needs no grammar of its own, and XML is close enough to HTML.
const languages: [endings: string, language: () => Extension][] = [
  ['html htm shtml xhtml php svg xml rss atom', () => html()],
  ['css scss less', () => css()],
  ['js mjs cjs jsx json jsonld map webmanifest', () => javascript({ jsx: true })],
  ['ts mts cts', () => javascript({ typescript: true })],
  ['tsx', () => javascript({ jsx: true, typescript: true })],
  ['py', () => python()],
  ['md markdown', () => markdown()],
]

/** The grammar for a file name's extension; none for an unknown one. */
export function languageOf(name: string): Extension {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return languages.find(([endings]) => endings.split(' ').includes(ending))?.[1]() ?? []
}
