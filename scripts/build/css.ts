import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { Glob } from 'bun'
import { transform } from 'lightningcss'
import { cssVariablesResolver, theme } from '#web/ui/theme.ts'

const mantine = 'node_modules/@mantine/core'
const always = ['baseline', 'default-css-variables', 'global']
const moduleFile = /@mantine\/core\/esm\/.*\/([A-Za-z]+)\.module\.m?js$/

/** Names of Mantine's style sheets that the given modules need. */
function usedSheets(modules: readonly string[]): string[] {
  const names = modules.flatMap((path) => path.match(moduleFile)?.[1] ?? [])
  return [...new Set([...always, ...names])]
}

/**
 * Mantine's sheets for the components in use, in the order of its own `styles.css`: in another order, the plain button
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

type Variables = Record<string, string>

const without = (known: Variables, variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name, value]) => known[name] !== value))

/** The theme's variables, without those that Mantine's own sheet already has. */
function themeCss(): string {
  const known = defaultCssVariablesResolver(DEFAULT_THEME)
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const usual = defaultCssVariablesResolver(merged)
  const ours = cssVariablesResolver(merged)
  const changed = (part: keyof ConvertCSSVariablesInput) =>
    without(known[part], { ...usual[part], ...ours[part] })
  const input = { variables: changed('variables'), light: changed('light'), dark: changed('dark') }
  return convertCssVariables(input, ':root')
}

/** Our own sheets: the tokens' base first, then the kit, then features, each sorted by path. */
async function ownSheets(root: string): Promise<string[]> {
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

/** The one style sheet of the application, minified. `fontFaces` come first. */
export async function collectCss(
  root: string,
  modules: readonly string[],
  fontFaces: string,
): Promise<string> {
  const own = await Promise.all((await ownSheets(root)).map((path) => Bun.file(`${root}/${path}`).text()))
  return minify([fontFaces, await mantineCss(modules), themeCss(), ...own].join('\n'))
}
