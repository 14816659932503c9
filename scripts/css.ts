import { Glob } from 'bun'
import { transform } from 'lightningcss'
import type { CssRule } from '../src/web/critical-css.ts'

const mantine = 'node_modules/@mantine/core'
const always = ['baseline', 'default-css-variables', 'global']
const moduleFile = /@mantine\/core\/esm\/.*\/([A-Za-z]+)\.module\.m?js$/

/** Names of Mantine's style sheets that the given modules need. */
function usedSheets(modules: readonly string[]): string[] {
  const names = modules.flatMap((path) => path.match(moduleFile)?.[1] ?? [])
  return [...new Set([...always, ...names])]
}

/**
 * Mantine's sheets for the components really used, in the order of its own `styles.css`: sorted otherwise, the plain button
 * would override the button.
 */
async function mantineCss(modules: readonly string[]): Promise<string> {
  const whole = await Bun.file(`${mantine}/styles.css`).text()
  const sheets: { place: number; css: string }[] = []
  for (const name of usedSheets(modules)) {
    const file = Bun.file(`${mantine}/styles/${name}.css`)
    if (!(await file.exists())) continue
    const css = await file.text()
    const base = always.indexOf(name)
    const marker = css.match(/\.m_[0-9a-f]+/)?.[0] ?? ''
    sheets.push({ place: base >= 0 ? base - always.length : whole.indexOf(marker), css })
  }
  sheets.sort((one, other) => one.place - other.place)
  return sheets.map(({ css }) => css).join('\n')
}

/** Our own sheets: the tokens' base first, then the kit, then features, each by path. */
export async function ownSheets(root: string): Promise<string[]> {
  const paths = await Array.fromAsync(new Glob('src/**/*.css').scan(root))
  const rank = (path: string) => (path === 'src/web/base.css' ? 0 : path.startsWith('src/web/') ? 1 : 2)
  return paths.sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
}

/** Minifies for browsers that support nesting of media ranges and logical properties natively (two years back). */
function minify(css: string): string {
  const version = (major: number) => major << 16
  const targets = { chrome: version(111), firefox: version(115), safari: (16 << 16) | (4 << 8) }
  const { code } = transform({
    filename: 'app.css',
    code: new TextEncoder().encode(css),
    minify: true,
    targets,
  })
  return new TextDecoder().decode(code)
}

/** The one style sheet of the application, minified. `fontFaces` stand first. */
export async function collectCss(
  root: string,
  modules: readonly string[],
  fontFaces: string,
): Promise<string> {
  const own = await Promise.all((await ownSheets(root)).map((path) => Bun.file(`${root}/${path}`).text()))
  return minify([fontFaces, await mantineCss(modules), ...own].join('\n'))
}

function splitTop(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === separator && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  return [...parts, text.slice(from)]
}

function withoutFunctions(selector: string): string {
  let text = selector
  let before: string
  do {
    before = text
    // What `:not(…)` names must be absent, and one of several alternatives is enough: neither is needed.
    text = text.replace(/:(?:not|has)\([^()]*\)/g, '').replace(/:(?:is|where)\([^()]*,[^()]*\)/g, '')
    text = text.replace(/:(?:is|where|dir|lang|nth-[a-z-]+)\(([^()]*)\)/g, ' $1 ')
  } while (text !== before)
  return text
}

// Set before the first paint, or changed by a visitor without any script.
const scheme = /^\[data-(mantine-color-scheme|scheme|ready)/

/** Classes and `data-` attributes that must be in a markup for the selector to match anything in it. */
export function needsOf(selector: string): string[] {
  const plain = withoutFunctions(selector)
  const classes = plain.match(/\.-?[_a-zA-Z][\w-]*/g) ?? []
  const attributes = (plain.match(/\[data-[\w-]+/g) ?? []).filter((name) => !scheme.test(name))
  return [...new Set([...classes, ...attributes])]
}

function closing(css: string, open: number): number {
  let depth = 0
  for (let i = open; i < css.length; i++) {
    if (css[i] === '"' || css[i] === "'") i = css.indexOf(css[i] ?? '', i + 1)
    else if (css[i] === '{') depth++
    else if (css[i] === '}' && --depth === 0) return i
  }
  return css.length
}

function ruleOf(head: string, body: string): CssRule {
  const whole = `${head}{${body}}`
  if (head.startsWith('@keyframes ')) return { kind: 'keyframes', name: head.slice(11).trim(), text: whole }
  if (/^@(media|supports|layer|container)/.test(head)) return { kind: 'group', head, rules: parseRules(body) }
  const [, code] = /unicode-range:U\+([0-9a-f]+)(?:;|$)/i.exec(body) ?? []
  if (code) return { kind: 'face', character: String.fromCodePoint(Number.parseInt(code, 16)), text: whole }
  if (head.startsWith('@')) return { kind: 'plain', text: whole }
  return {
    kind: 'rule',
    selectors: splitTop(head, ',').map((text) => ({ text, needs: needsOf(text) })),
    body,
  }
}

/** The pieces of a minified sheet, each with what it needs, for `createCriticalCss`. */
export function parseRules(css: string): CssRule[] {
  const rules: CssRule[] = []
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open < 0) break
    const end = closing(css, open)
    rules.push(ruleOf(css.slice(at, open).trim(), css.slice(open + 1, end)))
    at = end + 1
  }
  return rules
}
