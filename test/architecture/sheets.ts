import { join } from 'node:path'
import { breakpoints, radius, space, text } from '#web/tokens.ts'
import { lineAt, type Offence } from './source.ts'

/** A style sheet; `code` is its text with comments blanked: same length, same lines. */
export type Sheet = { file: string; code: string }

export const readSheet = (file: string, css: string): Sheet => ({
  file,
  code: css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' ')),
})

/** Every style sheet of the project. */
export async function readSheets(root: string): Promise<Sheet[]> {
  const files = [...new Bun.Glob('src/**/*.css').scanSync({ cwd: root })].sort()
  return Promise.all(files.map(async (file) => readSheet(file, await Bun.file(join(root, file)).text())))
}

const head = /[^{};]+(?=\{)/g
const insideFunctions = /:(?:has|not)\([^()]*(?:\([^()]*\)[^()]*)*\)/g

/** The classes in the last compound of a selector that has any: the element that the rule styles. */
const styledClasses = (selector: string): string[] => {
  const parts = selector.replaceAll(insideFunctions, '').split(/[\s>+~]+(?![^(]*\))/)
  const styled = parts.findLast((part) => part.includes('.')) ?? ''
  return [...styled.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)
}

/** Each class is styled in one sheet; another sheet changes it through a custom property, an attribute or a class of its own. */
export function checkOwners(sheets: readonly Sheet[]): Offence[] {
  const owners = new Map<string, string>()
  const offences: Offence[] = []
  for (const { file, code } of sheets) {
    for (const { 0: selectors, index } of code.matchAll(head)) {
      if (selectors.trim().startsWith('@')) continue
      for (const name of selectors.split(/,(?![^(]*\))/).flatMap(styledClasses)) {
        const owner = owners.get(name) ?? file
        owners.set(name, owner)
        const line = lineAt(code, index + selectors.search(/\S/))
        if (owner !== file) offences.push({ file, line, message: `.${name} is styled in ${owner}` })
      }
    }
  }
  return offences
}

const widths = new Set<string>(Object.values(breakpoints))

/** Layouts change only at token widths, written as ranges. */
export const checkBreakpoints = ({ file, code }: Sheet): Offence[] =>
  [...code.matchAll(/@media[^{]+/g)].flatMap(({ 0: query, index }) =>
    (query.match(/(?:min|max)-width|\d+px/g) ?? [])
      .filter((found) => !widths.has(found))
      .map((found) => ({
        file,
        line: lineAt(code, index),
        message: `${found} is no breakpoint of the tokens`,
      })),
  )

const scales: [property: RegExp, prefix: string, scale: Record<string, string>][] = [
  [/^(padding|margin|gap$|row-gap$|column-gap$)/, 'space', space],
  [/^font(-size)?$/, 'text', text],
  [/^border(-\w+)*-radius$/, 'radius', radius],
]

/** A value that exists as a token is written as the token. */
export const checkTokens = ({ file, code }: Sheet): Offence[] =>
  [...code.matchAll(/^\s*([a-z-]+):([^;{}]*);/gm)].flatMap(
    ({ 0: whole, 1: property = '', 2: value = '', index }) =>
      scales
        .filter(([pattern]) => pattern.test(property))
        .flatMap(([, prefix, scale]) =>
          Object.entries(scale)
            .filter(([, size]) => value.split(/[\s(),]+/).includes(size))
            .map(([name, size]) => ({
              file,
              line: lineAt(code, index + whole.search(/\S/)),
              message: `${size} is var(--${prefix}-${name})`,
            })),
        ),
  )
