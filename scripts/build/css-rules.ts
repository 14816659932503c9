import { type Rule, type Selector, transform, type Visitor } from 'lightningcss'
import type { CssRule } from '#web/critical-css.ts'
import { needsOf } from './selector-needs.ts'

type RuleOf<Type extends Rule['type']> = Extract<Rule, { type: Type }>
type Visit = NonNullable<Visitor<never>['StyleSheet']>

function visitSheet(css: string, visit: Visit): string {
  const code = new TextEncoder().encode(css)
  const result = transform({ filename: 'app.css', code, minify: true, visitor: { StyleSheet: visit } })
  return new TextDecoder().decode(result.code)
}

function read(css: string): Rule[] {
  let rules: Rule[] = []
  visitSheet(css, (sheet) => {
    rules = sheet.rules as Rule[]
  })
  return rules
}

const declarations = { declarations: [{ property: 'top' as const, value: { type: 'auto' as const } }] }

/** One selector of a list; the parser reports no positions for them. */
function print(selector: Selector, { value }: RuleOf<'style'>): string {
  const rule: Rule = { type: 'style', value: { loc: value.loc, selectors: [selector], declarations } }
  const css = visitSheet('', (sheet) => ({ ...sheet, rules: [rule] }))
  return css.slice(0, css.indexOf('{'))
}

function styleOf(rule: RuleOf<'style'>, head: string, body: string): CssRule {
  const { selectors } = rule.value
  const textOf = (selector: Selector) => (selectors.length > 1 ? print(selector, rule) : head)
  return {
    kind: 'rule',
    selectors: selectors.map((selector) => ({ text: textOf(selector), needs: needsOf(selector) })),
    body,
  }
}

function faceOf({ value }: RuleOf<'font-face'>, text: string): CssRule {
  const ranges = value.properties.flatMap((each) => (each.type === 'unicode-range' ? each.value : []))
  const [only, ...others] = ranges
  return only && others.length === 0 && only.start === only.end
    ? { kind: 'face', character: String.fromCodePoint(only.start), text }
    : { kind: 'plain', text }
}

function pieceOf(rule: Rule, css: string, start: number, end: number): CssRule {
  const text = css.slice(start, end)
  const open = text.indexOf('{')
  const head = text.slice(0, open)
  switch (rule.type) {
    case 'style':
      return styleOf(rule, head, text.slice(open + 1, -1))
    case 'media':
    case 'supports':
    case 'container':
      return { kind: 'group', head, rules: piecesOf(rule.value.rules, css, end - 1) }
    case 'keyframes':
      return { kind: 'keyframes', name: rule.value.name.value, text }
    case 'font-face':
      return faceOf(rule, text)
    default:
      return { kind: 'plain', text }
  }
}

const startOf = (rule: Rule): number => ('value' in rule && rule.value ? rule.value.loc.column - 1 : 0)

/** Each rule extends to the next one, the last to `end`. */
const piecesOf = (rules: readonly Rule[], css: string, end: number): CssRule[] =>
  rules.map((rule, i) => {
    const next = rules[i + 1]
    return pieceOf(rule, css, startOf(rule), next ? startOf(next) : end)
  })

/** The pieces of a minified sheet, which is one line, each with its requirements, for `createCriticalCss`. */
export const parseRules = (css: string): CssRule[] => piecesOf(read(css), css, css.length)
