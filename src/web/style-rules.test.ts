import { expect, test } from 'bun:test'

type Rule = { sheet: string; selector: string; body: string }

/** The innermost rules of all style sheets. */
async function readRules(): Promise<Rule[]> {
  const sheets = [...new Bun.Glob('src/**/*.css').scanSync()].sort()
  const rules = await Promise.all(
    sheets.map(async (sheet) => {
      const text = (await Bun.file(sheet).text()).replaceAll(/\/\*.*?\*\//gs, '')
      return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
        sheet,
        selector: selector.trim(),
        body,
      }))
    }),
  )
  return rules.flat()
}

const rules = await readRules()
const placeOf = ({ sheet, selector }: Rule): string => `${sheet}: ${selector}`
const having = (pattern: RegExp): string[] => rules.filter(({ body }) => pattern.test(body)).map(placeOf)

/** Type sizes from 20 px: tighter letter-spacing still leaves space between words. */
const isLarge = ({ body }: Rule): boolean => {
  const [, size = ''] = body.match(/font-size:\s*([^;]+)/) ?? []
  return /var\(--text-(xl|2xl)\)|clamp|^(1\.[2-9]|[2-9])/.test(size)
}

test('only large type has tighter letter-spacing, where the space between words remains visible', () => {
  const narrow = rules.filter(({ body }) => /letter-spacing:\s*(-|var\(--tracking-tight)/.test(body))
  expect(narrow.length).toBeGreaterThan(0)
  expect(narrow.filter((rule) => !isLarge(rule)).map(placeOf)).toEqual([])
})

test('only single letters are set in capitals, so a status has one spelling', () => {
  expect(having(/text-transform:\s*uppercase/)).toEqual([
    'src/features/services/web/site-picture.css: .site-picture-letter',
    'src/web/shell/palette/keys-sheet.css: .keys-group dd::first-letter',
  ])
})

test('fields have the height of the one token', () => {
  const fields = rules.filter(({ selector }) =>
    /^(select|textarea)?\.control\b|mantine-Input-input/.test(selector),
  )
  const heights = fields.flatMap(({ body }) => [...body.matchAll(/(?<!-)\b(?:min-)?height:\s*([^;]+)/g)])
  expect([...new Set(heights.map(([, height = '']) => height.trim()))].sort()).toEqual([
    '148px',
    'var(--field-height)',
  ])
})

test('words stay whole in the kit, the lists and the desk; user input, table sentences and values to copy may break', () => {
  const ours = having(/overflow-wrap:\s*anywhere|word-break:/).filter((place) => place.startsWith('src/web/'))
  expect(ours).toEqual([
    'src/web/desk/desk.css: .desk-facts dd',
    'src/web/shell/profile-frame.css: .profile-who p',
    'src/web/shell/user-menu.css: .user-menu-who',
    'src/web/ui/forms/setting-row.css: .setting > :first-child',
    'src/web/ui/tables/data-table.css: :is([data-card="name"], [data-text]) > .data-table-value',
    'src/web/ui/tables/data-table.css: .data-table td > .data-table-value',
    'src/web/ui/values/copy-value.css: .copy-value-text',
  ])
})
