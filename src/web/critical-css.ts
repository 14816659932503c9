/**
 * A part of the style sheet, in source order. A rule has selectors, each with the classes and `data-` attributes it needs;
 * a group is an at-rule around further parts, a face the font of one character; anything else is copied unchanged.
 */
export type CssRule =
  | { kind: 'rule'; selectors: { text: string; needs: string[] }[]; body: string }
  | { kind: 'group'; head: string; rules: CssRule[] }
  | { kind: 'keyframes'; name: string; text: string }
  | { kind: 'face'; character: string; text: string }
  | { kind: 'plain'; text: string }

const remembered = 200

/** Adds to `found` what follows each `start` in the markup, up to one of the characters of `ends`. */
function collect(found: Set<string>, markup: string, start: string, ends: RegExp): void {
  for (let at = markup.indexOf(start); at >= 0; at = markup.indexOf(start, at + start.length)) {
    ends.lastIndex = at + start.length
    found.add(markup.slice(at, ends.exec(markup)?.index))
  }
}

/** The class lists, `data-` attribute names, variables and unusual characters of a markup, which select its rules. */
function traitsOf(markup: string): Set<string> {
  const traits = new Set<string>(markup.match(/[\u2000-\uffff]/g))
  collect(traits, markup, ' class="', /"/g)
  collect(traits, markup, ' data-', /[^a-z0-9-]/g)
  collect(traits, markup, 'var(--', /[^\w-]/g)
  return traits
}

/** Class names, `data-` attributes and unusual characters among the traits of a markup. */
function namesIn(traits: ReadonlySet<string>): Set<string> {
  const names = new Set<string>()
  for (const trait of traits) {
    if (trait.startsWith(' data-')) names.add(`[${trait.slice(1)}`)
    else if (!trait.startsWith(' class="')) names.add(trait)
    else for (const name of trait.slice(' class="'.length).split(/\s+/)) if (name) names.add(`.${name}`)
  }
  return names
}

function select(rules: readonly CssRule[], has: (name: string) => boolean): string {
  let css = ''
  for (const rule of rules) {
    if (rule.kind === 'plain' || rule.kind === 'keyframes') css += rule.text
    else if (rule.kind === 'face') css += has(rule.character) ? rule.text : ''
    else if (rule.kind === 'group') {
      const inner = select(rule.rules, has)
      if (inner) css += `${rule.head}{${inner}}`
    } else {
      const kept = rule.selectors.filter(({ needs }) => needs.every(has))
      if (kept.length > 0) css += `${kept.map(({ text }) => text).join(',')}{${rule.body}}`
    }
  }
  return css
}

const declaration = /(--[\w-]+):([^;{}]*);?/g

/** Drops custom properties and animations that no remaining rule uses. */
function dropUnused(css: string, markup: string, animations: readonly string[]): string {
  const values = new Map<string, string[]>()
  for (const [, name = '', value = ''] of css.matchAll(declaration))
    values.set(name, [...(values.get(name) ?? []), value])
  const used = new Set<string>()
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      for (const value of values.get(name) ?? []) visit(value)
    }
  }
  visit(css.replace(declaration, (whole, name: string) => (name.startsWith('--mantine-') ? '' : whole)))
  visit(markup)
  const lean = css.replace(declaration, (whole, name: string) =>
    name.startsWith('--mantine-') && !used.has(name) ? '' : whole,
  )
  const played = animations.filter((name) => !new RegExp(`animation(-name)?:[^;}]*\\b${name}\\b`).test(lean))
  return played.reduce(
    (text, name) => text.replace(new RegExp(`@keyframes ${name}\\{([^{}]*\\{[^{}]*\\})*\\}`, 'g'), ''),
    lean,
  )
}

/** Selects the rules that a markup needs from the full sheet; cached by the markup's traits. */
export function createCriticalCss(rules: CssRule[]): (markup: string) => string {
  const known = new Map<string, string>()
  const animations = rules.flatMap((rule) => (rule.kind === 'keyframes' ? [rule.name] : []))
  return (markup) => {
    const traits = traitsOf(markup)
    const key = [...traits].sort().join('\n')
    const found = known.get(key)
    if (found !== undefined) return found
    const names = namesIn(traits)
    const css = dropUnused(
      select(rules, (name) => names.has(name)),
      markup,
      animations,
    )
    if (known.size >= remembered) known.clear()
    known.set(key, css)
    return css
  }
}
