import { dirname, join } from 'node:path'
import { lineAt, type Offence, type Source } from './source.ts'

/** Folder of the product rules, relative to the project root. */
export const rulesFolder = 'docs/product'

// References to standards name the standard first: RFC 9110 section 5.2.
const elsewhere =
  /\bdecisions section\b|\bpart [12]\b(?:,? sections? \d)?|\bthe specification\b|\(design[:,]|(?<!\b(?:RFC \d+|APPNOTE|file format,) )\bsections? \d/gi

// A comment may break between the file and the heading.
const pointer = /(docs\/product(?:\/[a-z-]+)?\.md),[\s*/]*"([^"\n]+)"(?: and "([^"\n]+)")?/g

const isRule = (file: string): boolean => file.startsWith('test/architecture')

/** A comment names no document outside the repository: it states the rule, or points to a heading below docs/product. */
export function checkDocuments({ file, text }: Pick<Source, 'file' | 'text'>): Offence[] {
  if (isRule(file)) return []
  return [...text.matchAll(elsewhere)].map(({ 0: found, index }) => ({
    file,
    line: lineAt(text, index),
    message: `"${found}" is of no document here: say the rule, or point to ${rulesFolder}/<part>.md, "<heading>"`,
  }))
}

/** The headings of a text in Markdown. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Every referenced heading exists in the document named with it. `headings`: the headings of each document, by path. */
export function checkPointers(
  { file, text }: Source,
  headings: ReadonlyMap<string, readonly string[]>,
): Offence[] {
  if (isRule(file)) return []
  return [...text.matchAll(pointer)].flatMap(({ index, 1: document = '', 2: one, 3: other }) =>
    [one, other]
      .filter((heading) => heading !== undefined && !headings.get(document)?.includes(heading))
      .map((heading) => ({
        file,
        line: lineAt(text, index),
        message: `${document} has no heading "${heading}"`,
      })),
  )
}

/** Document links to files and headings that do not exist. `documents`: Markdown texts by path. */
export function findDeadLinks(
  documents: ReadonlyMap<string, string>,
  isThere: (path: string) => boolean,
): string[] {
  const anchors = new Map(
    [...documents].map(([path, text]) => [path, new Set(headingsOf(text).map(anchorOf))] as const),
  )
  return [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, file, anchor]) => {
        const target = file ? join(dirname(path), file) : path
        if (!isThere(target)) return true
        return anchor !== undefined && !anchors.get(target)?.has(anchor)
      })
      .map(([, file, anchor]) => `${path}: ${file}${anchor ? `#${anchor}` : ''}`),
  )
}
