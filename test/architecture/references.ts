import { lineAt, type Offence, type Source } from './source.ts'

/** Where the rules of the product stand, from the project's root. */
export const rulesFile = 'docs/product.md'

// Sections of standards are named with the standard before them: RFC 9110 section 5.2.
const elsewhere =
  /\bdecisions section\b|\bpart [12]\b(?:,? sections? \d)?|\bthe specification\b|\(design[:,]|(?<!\b(?:RFC \d+|APPNOTE|file format,) )\bsections? \d/gi

// A comment may break between the file and the heading.
const pointer = /docs\/product\.md,[\s*/]*"([^"\n]+)"(?: and "([^"\n]+)")?/g

const isRule = (file: string): boolean => file.startsWith('test/architecture')

/** Names no document that the repository does not hold: the rule itself is said, or docs/product.md is named. */
export function checkDocuments({ file, text }: Pick<Source, 'file' | 'text'>): Offence[] {
  if (isRule(file)) return []
  return [...text.matchAll(elsewhere)].map(({ 0: found, index }) => ({
    file,
    line: lineAt(text, index),
    message: `"${found}" is of no document here: say the rule, or point to ${rulesFile}, "<heading>"`,
  }))
}

/** The headings of a text in Markdown. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** What GitHub makes of a heading in an address. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

/** Every heading that is pointed to is one of docs/product.md. */
export function checkPointers({ file, text }: Source, headings: ReadonlySet<string>): Offence[] {
  if (isRule(file)) return []
  return [...text.matchAll(pointer)].flatMap(({ index, 1: one, 2: other }) =>
    [one, other]
      .filter((heading) => heading !== undefined && !headings.has(heading))
      .map((heading) => ({
        file,
        line: lineAt(text, index),
        message: `${rulesFile} has no heading "${heading}"`,
      })),
  )
}

/** Links of a text in Markdown to headings that it does not have. */
export function findDeadLinks(markdown: string): string[] {
  const anchors = new Set(headingsOf(markdown).map(anchorOf))
  return [...markdown.matchAll(/\]\(#([^)]+)\)/g)].flatMap(([, anchor = '']) =>
    anchors.has(anchor) ? [] : [anchor],
  )
}
