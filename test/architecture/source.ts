import { dirname, join, normalize } from 'node:path'

/** A line that breaks a rule. */
export type Offence = { file: string; line: number; message: string }

type Import = {
  specifier: string
  /** Path from the project root for own modules, the bare specifier for packages. */
  target: string
  isOwn: boolean
  /** `import type` and `typeof import()`: absent at run time. */
  isType: boolean
  isReexport: boolean
  line: number
}

export type Source = {
  file: string
  text: string
  /** The text with comments and string contents blanked: same length, same lines. */
  code: string
  imports: Import[]
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

// Comments, strings, templates and regular expressions; a regular expression only where no character
// before it ends a value, or a division would swallow the rest of its line.
const lexeme =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*`|(?<=[=(,:[!&|?{};\n]\s*)\/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g

/** Blanks a template’s text but not its expressions. */
const blankTemplate = (template: string): string => {
  const parts = template.slice(1, -1).split(/(\$\{(?:[^{}]|\{[^{}]*\})*\})/)
  return `\`${parts.map((part, index) => (index % 2 === 1 ? part : blank(part))).join('')}\``
}

function blankLexeme(found: string): string {
  if (found.startsWith('//') || found.startsWith('/*')) return blank(found)
  const quote = found[0] ?? ''
  if (quote === '`') return blankTemplate(found)
  return quote + blank(found.slice(1, -1)) + quote
}

const isComment = (found: string): boolean => found.startsWith('//') || found.startsWith('/*')

/** Line number of a position, counted from one. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** All aliases of package.json. */
const aliases: [prefix: string, folder: string][] = [
  ['#db/', 'db/'],
  ['#shared/', 'src/shared/'],
  ['#features/', 'src/features/'],
  ['#app/', 'src/app/'],
  ['#server/', 'src/server/'],
  ['#web/', 'src/web/'],
  ['#test/', 'test/'],
]

function resolve(file: string, specifier: string): Pick<Import, 'target' | 'isOwn'> {
  if (specifier === '#env') return { target: 'src/app/env.ts', isOwn: true }
  if (specifier.startsWith('.')) return { target: normalize(join(dirname(file), specifier)), isOwn: true }
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  if (!alias) return { target: specifier, isOwn: false }
  return { target: alias[1] + specifier.slice(alias[0].length), isOwn: true }
}

const statement =
  /(?<![\w.$])(import|export)\s+(type\s+(?!from\b))?((?:[\w$*\s,]|\{[^}]*\})+?)\s*from\s*(['"])([^'"\n]+)\4/g
const bare = /(?<![\w.$])import\s*(['"])([^'"\n]+)\1/g
const dynamic = /(?<![\w.$])(typeof\s+)?import\(\s*(['"])([^'"\n]+)\2/g

/** Every import, in line order. An import whose start is blanked in `code` is only quoted text. */
function scanImports(file: string, text: string, code: string): Import[] {
  const found: Import[] = []
  const add = (index: number, specifier: string, facts: { isType: boolean; isReexport?: boolean }) => {
    if (code[index] === ' ') return
    const line = lineAt(text, index)
    found.push({ specifier, ...resolve(file, specifier), isReexport: false, ...facts, line })
  }
  for (const { index, 1: word, 2: type, 5: specifier } of text.matchAll(statement)) {
    if (specifier) add(index, specifier, { isType: type !== undefined, isReexport: word === 'export' })
  }
  for (const { index, 2: specifier } of text.matchAll(bare)) {
    if (specifier) add(index, specifier, { isType: false })
  }
  for (const { index, 1: type, 3: specifier } of text.matchAll(dynamic)) {
    if (specifier) add(index, specifier, { isType: type !== undefined })
  }
  return found.sort((a, b) => a.line - b.line)
}

/** A file as the rules see it; `file` is its path from the project root. */
export function readSource(file: string, text: string): Source {
  const code = text.replaceAll(lexeme, blankLexeme)
  const withoutComments = text.replaceAll(lexeme, (found) => (isComment(found) ? blank(found) : found))
  return { file, text, code, imports: scanImports(file, withoutComments, code) }
}

/** Tests, test support and browser journeys may use everything. */
export const isTest = (file: string): boolean =>
  file.startsWith('test/') || /\.(test|e2e|fault)\.tsx?$/.test(file)

/** Every source file in the project. */
export async function readTree(root: string): Promise<Source[]> {
  const files = [...new Bun.Glob('{src,db,scripts,test}/**/*.{ts,tsx}').scanSync({ cwd: root })].sort()
  return Promise.all(files.map(async (file) => readSource(file, await Bun.file(join(root, file)).text())))
}
