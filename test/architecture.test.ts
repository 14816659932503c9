import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { findFileCycles } from './architecture/cycles.ts'
import {
  checkBrowserPackages,
  checkCycles,
  checkDirections,
  checkSpecifiers,
  checkWebKernel,
  findMutualFolders,
  usesOfFeatures,
} from './architecture/layers.ts'
import {
  ceiling,
  checkBarrels,
  checkChildProcess,
  checkInternals,
  checkPatterns,
  checkSize,
} from './architecture/patterns.ts'
import {
  checkDocuments,
  checkPointers,
  findDeadLinks,
  headingsOf,
  rulesFolder,
} from './architecture/references.ts'
import { checkBreakpoints, checkOwners, checkTokens, readSheet, readSheets } from './architecture/sheets.ts'
import { findFullFolders, findLargeFeatures, findTwins } from './architecture/sizes.ts'
import { type Offence, readSource, readTree, type Source } from './architecture/source.ts'
import { checkSchemaName, checkTables, findUnusedReads, tableOwners } from './architecture/tables.ts'

const root = new URL('..', import.meta.url).pathname
const sources = await readTree(root)
const sheets = await readSheets(root)
const documents = new Map<string, string>()
for (const pattern of ['*.md', 'docs/**/*.md'])
  for (const file of new Bun.Glob(pattern).scanSync({ cwd: root }))
    documents.set(file, await Bun.file(`${root}${file}`).text())
const headings = new Map([...documents].map(([file, text]) => [file, headingsOf(text)]))
const owners = tableOwners(sources)

const rules: [name: string, rule: (source: Source) => Offence[]][] = [
  ['has value imports only in the permitted direction', checkDirections],
  ['has a browser kernel that knows no feature', checkWebKernel],
  ['loads no server package in the browser', checkBrowserPackages],
  ['has imports with file extensions only', checkSpecifiers],
  [
    'uses the environment, clock, console, processes, randomness and transactions only where permitted',
    checkPatterns,
  ],
  ['starts child processes only in drivers', checkChildProcess],
  ['names library internals in one file only', checkInternals],
  ['has no barrels', checkBarrels],
  ['has no file beyond the size limit', checkSize],
  [
    'has no feature that writes another feature’s table, or reads one without permission',
    (source) => checkTables(source, owners),
  ],
  ['names the schema t, so that the table rules can follow it', checkSchemaName],
  ['refers to no document that is not in the repository', checkDocuments],
  ['refers only to headings that exist', (source) => checkPointers(source, headings)],
]

const lines = (offences: Offence[]): string[] =>
  offences.map(({ file, line, message }) => `${file}:${line}: ${message}`)

describe('the source tree', () => {
  test('is read completely by these checks', () => {
    expect(sources.map(({ file }) => file)).toContain('src/shared/errors.ts')
  })

  test.each(rules)('%s', (_name, rule) => {
    expect(lines(sources.flatMap(rule))).toEqual([])
  })

  test('has no circular imports between features', () => {
    expect(lines(checkCycles(sources))).toEqual([])
  })

  test('has features that use only those above them in the table of docs/architecture.md', async () => {
    const page = await Bun.file(`${root}docs/architecture.md`).text()
    const rows = [
      ...(page.split('\n## Features\n')[1] ?? '').matchAll(/^\| `([\w-]+)` \| [^|]+ \| ([^|]+) \|$/gm),
    ].map(([, feature = '', uses = '']) => ({
      feature,
      uses: [...uses.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    }))
    expect(Object.fromEntries(rows.map(({ feature, uses }) => [feature, uses]))).toEqual(
      usesOfFeatures(sources),
    )
    const above = new Set<string>()
    for (const { feature, uses } of rows) {
      expect(uses.filter((name) => !above.has(name))).toEqual([])
      above.add(feature)
    }
  })

  test('has no two folders in a feature that import each other', () => {
    expect(findMutualFolders(sources)).toEqual([])
    const uses = (file: string, target: string) =>
      readSource(`src/features/a/${file}`, `import { b } from '${target}'\n`)
    const planted = [
      uses('x/one.ts', '../y/two.ts'),
      uses('y/three.ts', '../x/four.ts'),
      uses('x/z/five.ts', '../one.ts'),
    ]
    expect(findMutualFolders([...planted, uses('x/one.ts', './z/five.ts')])).toEqual(['a: x, y'])
  })

  test('has no circular imports between files, not even of types', () => {
    expect(findFileCycles(sources)).toEqual([])
    const uses = (file: string, target: string) => readSource(file, `import type { A } from '${target}'\n`)
    const planted = [uses('db/a.ts', './b.ts'), uses('db/b.ts', './c.ts'), uses('db/c.ts', './a.ts')]
    expect(findFileCycles([...planted, uses('db/d.ts', './a.ts')])).toEqual(['db/a.ts → db/b.ts → db/c.ts'])
  })

  test('has no feature larger than the limit', () => {
    expect(findLargeFeatures(sources)).toEqual([])
    const planted = (file: string, lines: number) => readSource(`src/features/a/${file}`, 'a\n'.repeat(lines))
    const full = [planted('service.ts', ceiling.feature - 1), planted('web/page.tsx', 1)]
    expect(findLargeFeatures([...full, planted('service.test.ts', 1)])).toEqual([])
    expect(findLargeFeatures([...full, planted('contract.ts', 1)])).toEqual([
      'src/features/a: 6001 lines, at most 6000',
    ])
  })

  test('has no folder with too many files', () => {
    expect(findFullFolders([...sources, ...sheets])).toEqual([])
    const planted = Array.from({ length: ceiling.folder }, (_, number) => ({
      file: `src/web/ui/${number}.ts`,
    }))
    const beside = ['src/web/ui/0.test.ts', 'src/web/ui/inner/0.ts', 'test/support/0.ts']
    expect(findFullFolders([...planted, ...beside.map((file) => ({ file }))])).toEqual([])
    expect(findFullFolders([...planted, { file: 'src/web/ui/ui.css' }])).toEqual([
      'src/web/ui: 21 files, at most 20',
    ])
  })

  test('has no file beside a folder of the same name', () => {
    expect(findTwins([...sources, ...sheets])).toEqual([])
    const planted = ['db/rows.ts', 'db/rows.test.ts', 'db/rows/owner.ts', 'db/row.ts']
    expect(findTwins(planted.map((file) => ({ file })))).toEqual([
      'db/rows.ts: move it into the folder of the same name',
    ])
  })

  test('uses every permitted read of another feature’s table', () => {
    expect(findUnusedReads(sources, owners)).toEqual([])
  })

  test('has no document that refers to a missing document', () => {
    expect(lines([...documents].flatMap(([file, text]) => checkDocuments({ file, text })))).toEqual([])
  })

  test('has no duplicate headings in the product rules, and no dead link in a document', () => {
    const rules = [...headings].filter(([file]) => file.startsWith(rulesFolder))
    for (const [file, all] of rules) expect([file, all]).toEqual([file, [...new Set(all)]])
    expect(findDeadLinks(documents, (path) => existsSync(`${root}${path}`))).toEqual([])
    const planted = new Map([
      ['docs/a.md', '# Home gate\n[gate](#home-gate), [gone](#home-gates), [b](b.md)'],
    ])
    expect(findDeadLinks(planted, (path) => path === 'docs/a.md')).toEqual([
      'docs/a.md: #home-gates',
      'docs/a.md: b.md',
    ])
  })
})

describe('the style sheets', () => {
  test('style each class in one sheet only', () => {
    expect(sheets.length).toBeGreaterThan(30)
    expect(lines(checkOwners(sheets))).toEqual([])
  })

  test('change layouts only at the breakpoints of the tokens', () => {
    expect(lines(sheets.flatMap(checkBreakpoints))).toEqual([])
  })

  test('take spacing, type and radius from the tokens', () => {
    expect(lines(sheets.flatMap(checkTokens))).toEqual([])
  })

  test('are reported when they style a class of another sheet', () => {
    const kit = readSheet('src/web/ui/ui.css', '.button {\n  gap: 0;\n}\n\n.button:is(.a, .b):hover {\n}\n')
    const messages = (css: string) => lines(checkOwners([kit, readSheet('src/features/a/web/a.css', css)]))
    const offence = '.button is styled in src/web/ui/ui.css'
    expect(messages('.mine {\n}\n\n.mine .button:hover {\n}\n')).toEqual([
      `src/features/a/web/a.css:4: ${offence}`,
    ])
    expect(messages('@media print {\n  .mine > .button svg {\n  }\n}\n')).toEqual([
      `src/features/a/web/a.css:2: ${offence}`,
    ])
    expect(messages('.other,\n:is(.mine, .button) {\n}\n')).toHaveLength(1)
    expect(messages('.button .mine,\n.mine:has(.button),\n.mine:not(:is(.button)) > a {\n}\n')).toEqual([])
    expect(messages('/* .button { */\n.mine {\n}\n')).toEqual([])
  })

  test('are reported when they use a breakpoint or a size that is not a token', () => {
    const css = '@media (max-width: 768px) {\n  .a {\n    margin: 0 auto 12px;\n    width: 12px;\n  }\n}\n'
    const sheet = readSheet('src/web/a.css', `${css}@media (600px <= width < 1200px) {\n}\n`)
    expect(lines(checkBreakpoints(sheet))).toEqual([
      'src/web/a.css:1: max-width is no breakpoint of the tokens',
      'src/web/a.css:7: 600px is no breakpoint of the tokens',
    ])
    expect(lines(checkTokens(sheet))).toEqual(['src/web/a.css:3: 12px is var(--space-3)'])
  })
})

/** The rule’s messages for one planted file. */
const plant = (rule: (source: Source) => Offence[], file: string, text: string): string[] =>
  lines(rule(readSource(file, text)))

const service = 'src/features/orders/service.ts'
const page = 'src/features/orders/web/orders-page.tsx'

describe('the import rules', () => {
  test.each([
    [page, '#features/orders/service.ts'],
    [page, '../service.ts'],
    [page, '#features/billing/web/invoice-card.tsx'],
    [page, '#app/router.ts'],
    [page, '#db/store.ts'],
    [service, './web/orders-page.tsx'],
    [service, '#features/billing/router.ts'],
    [service, '#features/cloud/drivers/hetzner.ts'],
    [service, '#server/context.ts'],
    ['src/features/orders/contract/contract.ts', '../service.ts'],
    ['src/features/orders/drivers/driver.ts', '#db/store.ts'],
    ['src/features/orders/router.ts', './web/orders-page.tsx'],
    ['src/web/ui/tables/data-table.tsx', '#features/orders/web/orders-page.tsx'],
    ['src/web/shell/tools.tsx', '#features/activity/web/activity-tool.tsx'],
    ['src/web/app.tsx', '#app/web/features.ts'],
    [page, '#app/web/features.ts'],
    ['src/app/web/router.tsx', '#server/trpc.ts'],
    ['src/shared/money/money.ts', '#features/orders/contract/contract.ts'],
    ['src/shared/money/money.ts', '#env'],
    ['db/store.ts', '#features/orders/service.ts'],
    ['src/app/app.ts', '#test/support/postgres.ts'],
    ['src/app/main.ts', '../../scripts/build/client.ts'],
  ])('forbid %s to use %s', (file, specifier) => {
    for (const text of [
      `import { a } from '${specifier}'`,
      `import {\n  a,\n  b,\n} from '${specifier}'`,
      `import { type A } from '${specifier}'`,
      `import '${specifier}'`,
      `const a = await import('${specifier}')`,
    ]) {
      expect(plant(checkDirections, file, `// a comment\n${text}\n`)).toHaveLength(1)
    }
    expect(plant(checkDirections, file, `import type { A } from '${specifier}'\n`)).toEqual([])
    expect(plant(checkDirections, file, `// import { a } from '${specifier}'\n`)).toEqual([])
  })

  test.each([
    [page, '../contract.ts'],
    [page, '#web/ui/data-table.tsx'],
    [page, '#shared/money.ts'],
    [service, '#features/billing/service.ts'],
    [service, '#db/jobs.ts'],
    [service, './drivers/driver.ts'],
    ['src/features/orders/router.ts', '#server/trpc.ts'],
    ['src/app/web/features.ts', '#features/orders/web/feature.ts'],
    ['src/app/web/router.tsx', '#web/areas.tsx'],
    ['src/app/app.ts', '#app/web/server.tsx'],
    ['src/features/orders/service.test.ts', '#test/support/app.ts'],
    ['scripts/routes.ts', '../src/app/router.ts'],
  ])('allow %s to use %s', (file, specifier) => {
    expect(plant(checkDirections, file, `import { a } from '${specifier}'\n`)).toEqual([])
  })

  test('name the file, the line and both layers in their message', () => {
    const text = `import { a } from './a.tsx'\n\nimport {\n  b,\n} from '#server/sessions/session.ts'\n`
    expect(plant(checkDirections, page, text)).toEqual([
      `${page}:3: web of orders may not use values of server (src/server/sessions/session.ts)`,
    ])
  })

  test('report a file outside the tree', () => {
    expect(plant(checkDirections, 'src/utils.ts', '')).toEqual([
      'src/utils.ts:1: lies outside the tree of the design',
    ])
  })

  test.each([
    ['src/web/shell/tools.tsx', '#features/activity/web/activity-tool.tsx'],
    ['src/web/ui/values/status-badge.tsx', '#features/services/contract/contract.ts'],
    ['src/web/lib/navigation/page-title.ts', '#app/web/router.tsx'],
  ])('forbid %s to know %s, even as a type', (file, specifier) => {
    expect(plant(checkWebKernel, file, `import type { A } from '${specifier}'\n`)).toHaveLength(1)
    expect(plant(checkWebKernel, page, `import type { A } from '${specifier}'\n`)).toEqual([])
    expect(plant(checkWebKernel, file, `import type { A } from '#app/router.ts'\n`)).toEqual([])
  })

  test('forbid a server package in the browser', () => {
    for (const name of ['bun', 'bun:sqlite', 'node:fs', 'drizzle-orm/bun-sql', 'hono', '@trpc/server']) {
      expect(plant(checkBrowserPackages, page, `import { a } from '${name}'\n`)).toHaveLength(1)
      expect(plant(checkBrowserPackages, page, `import type { A } from '${name}'\n`)).toEqual([])
      expect(plant(checkBrowserPackages, service, `import { a } from '${name}'\n`)).toEqual([])
    }
  })

  test('forbid an import without its extension', () => {
    expect(plant(checkSpecifiers, page, `import { a } from '#shared/money'\n`)).toHaveLength(1)
    expect(
      plant(checkSpecifiers, page, `import { a } from '#shared/money/money.ts'\nimport 'react'\n`),
    ).toEqual([])
  })

  test('forbid a cycle of features through any file', () => {
    const uses = (from: string, to: string) =>
      readSource(`src/features/${from}/service.ts`, `import { a } from '#features/${to}/service.ts'\n`)
    expect(checkCycles([uses('a', 'b'), uses('b', 'c'), uses('d', 'a')])).toEqual([])
    expect(lines(checkCycles([uses('a', 'b'), uses('b', 'c'), uses('c', 'a')]))).toHaveLength(3)
    const byWeb = readSource('src/features/b/web/page.tsx', `import { a } from '#features/a/contract.ts'\n`)
    expect(lines(checkCycles([uses('a', 'b'), byWeb]))).toHaveLength(2)
  })
})

describe('the code rules', () => {
  test.each([
    'const a = process.env.PORT',
    'const a = Bun.env.PORT',
    'const a = Date.now()',
    'const a = new Date()',
    "console.log('a')",
    'const a = `$'.concat('{console.error(1)}`'),
    "Bun.spawn(['ls'])",
    'await Bun.$`ls`',
    'const a = Math.random()',
    'useQuery(one, { refetchInterval: 5_000 })',
    'useQuery(one, { refetchOnWindowFocus: true })',
    'await db.transaction(async () => {})',
    'async function store(ctx: Deps, tx: Tx, row: Row) {}',
    'async function find(ctx: Deps, id: string, tx?: Tx) {}',
    'return ctx.answerIn(tx, row)',
    'ctx.events.publish(event)',
    'export default 1',
    'export { a as default }',
  ])('forbid %s', (text) => {
    expect(plant(checkPatterns, service, `const first = "it's"\n${text}\n`)).toEqual([
      expect.stringContaining(`${service}:2: `),
    ])
    expect(plant(checkPatterns, service, `// ${text}\n/* ${text} */\n`)).toEqual([])
    expect(plant(checkPatterns, 'src/features/orders/service.test.ts', text)).toEqual([])
  })

  test.each([
    ['src/app/env.ts', 'process.env'],
    ['src/server/sessions/session.ts', 'new Date()'],
    ['src/server/log.ts', 'console.log(1)'],
    ['src/features/engines/drivers/managed.ts', 'Bun.spawn([])'],
    ['src/features/cloud/web/overview.tsx', 'Math.random()'],
    ['db/postgres/postgres.ts', 'db.transaction(work)'],
    ['src/features/orders/service.ts', 'async function store(tx: Tx, ctx: Deps, row: Row) {}'],
    ['src/web/lib/calls/polled.ts', 'useQuery(one, { refetchInterval: 5_000 })'],
    [service, 'new Date(row.createdAt)'],
    [service, 'const a = "console.log(1)"'],
    [service, 'const a: Date = b'],
  ])('allow %s to contain %s', (file, text) => {
    expect(plant(checkPatterns, file, `${text}\n`)).toEqual([])
  })

  test('forbid child processes outside drivers', () => {
    const text = `import { spawn } from 'node:child_process'\n`
    expect(plant(checkChildProcess, service, text)).toHaveLength(1)
    expect(plant(checkChildProcess, 'src/features/engines/drivers/managed.ts', text)).toEqual([])
  })

  test.each([
    "import { a } from '@trpc/server/unstable-core-do-not-import'",
    "import { a } from 'smtp-server/lib/smtp-connection.js'",
    "import { a } from '@scope/library/dist/a.js'",
    "const a = await import('library/lib/a')",
    'const a = procedure._def.type',
    'const a = router._serverResult',
    'if (connection._dataStream) wait()',
  ])('forbid library internals: %s', (text) => {
    expect(plant(checkInternals, service, `${text}\n`)).toHaveLength(1)
    expect(plant(checkInternals, 'src/features/orders/service.test.ts', `${text}\n`)).toEqual([])
  })

  test('allow library internals in their one file, and public parts of libraries anywhere', () => {
    const text = "import { a } from '@trpc/server/unstable-core-do-not-import'\nconst b = a._def\n"
    expect(plant(checkInternals, 'src/server/trpc/trpc-internals.ts', text)).toEqual([])
    expect(plant(checkInternals, service, "import { a } from 'drizzle-orm/sqlite-core'\n")).toEqual([])
  })

  test('forbid barrels', () => {
    expect(plant(checkBarrels, service, `export * from './a.ts'\n`)).toHaveLength(1)
    expect(plant(checkBarrels, service, `export { a } from './a.ts'\n`)).toHaveLength(1)
    expect(plant(checkBarrels, 'src/shared/index.ts', 'export const a = 1\n')).toHaveLength(1)
    expect(plant(checkBarrels, service, `export type { A } from './a.ts'\n`)).toEqual([])
  })

  test('forbid files beyond the size limit', () => {
    expect(plant(checkSize, service, 'a\n'.repeat(ceiling.code))).toEqual([])
    expect(plant(checkSize, service, 'a\n'.repeat(ceiling.code + 1))).toHaveLength(1)
    expect(plant(checkSize, 'src/features/orders/service.test.ts', 'a\n'.repeat(ceiling.test))).toEqual([])
    expect(
      plant(checkSize, 'src/features/orders/service.test.ts', 'a\n'.repeat(ceiling.test + 1)),
    ).toHaveLength(1)
  })

  const schema = (name: string, text: string) => readSource(`db/schema/${name}.ts`, text)
  const planted = tableOwners([
    schema('billing-tax', `export const tax = (k: Kit) => ({ invoices: k.table('invoices', {}) })`),
    schema('orders', `const orders = k.table('orders', {})`),
    schema('platform', `const jobs = k.table('jobs', {})`),
  ])
  const mayRead = { orders: ['invoices', 'jobs'] }
  const billing = `${service}:1: table invoices belongs to billing: call its service`

  test('derive the owner of each table from the schema', () => {
    expect([...planted]).toEqual([
      ['invoices', 'billing'],
      ['orders', 'orders'],
      ['jobs', 'platform'],
    ])
    const features = ['mail', 'mail-transport'].map((name) =>
      readSource(`src/features/${name}/feature.ts`, ''),
    )
    const queue = schema('mail-transport-queue', `const queue = k.table('queue', {})`)
    expect([...tableOwners([...features, queue])]).toEqual([['queue', 'mail-transport']])
  })

  test.each([
    'tx.update(tx.t.invoices).set(values)',
    'const { invoices } = tx.t; await tx\n  .insert(invoices)',
    'const { orders, invoices: i } = ctx.store.t; tx.delete(i)',
    'const write = ({ tx, t: { invoices } }) => tx.delete(invoices)',
    'const write = (tx: Tx, { invoices: i }: Schema) => tx.delete(i)',
    "const write = (tx: Tx, { invoices: i }: Store['t']) => tx.delete(i)",
    'const list = tx.t.invoices; tx.update(list)',
  ])('forbid writing a table of another feature: %s', (text) => {
    const rule = (source: Source) => checkTables(source, planted, mayRead)
    expect(plant(rule, service, text).map((line) => line.replace(/:\d+:/, ':1:'))).toEqual([billing])
    expect(plant(rule, 'src/features/billing/service.ts', text.replaceAll('orders', 'x'))).toEqual([])
    expect(plant(rule, 'src/features/orders/service.test.ts', text)).toEqual([])
  })

  test.each([
    'select().from(store.t.invoices)',
    'const { orders, invoices: i } = ctx.store.t',
    "const keyOf = ({ invoices }: Pick<Store['t'], 'invoices'>) => invoices.id",
  ])('forbid reading a table of another feature without permission: %s', (text) => {
    const message = `${service}:1: table invoices belongs to billing, and is not among the foreign reads`
    expect(plant((source) => checkTables(source, planted, {}), service, text)).toEqual([message])
    expect(plant((source) => checkTables(source, planted, mayRead), service, text)).toEqual([])
  })

  test('report a permitted read that no code does', () => {
    const reader = readSource(service, 'select().from(store.t.invoices)')
    expect(findUnusedReads([reader], planted, mayRead)).toEqual(['orders: jobs'])
  })

  test.each([
    'const table = tx.t[name]',
    'const schema = store.t',
    'read({ schema: tx.t })',
    'const own = (schema: Schema) => schema.orders',
    "const own = (schema: Store['t']) => schema.orders",
  ])('forbid using the schema in a way that cannot be followed: %s', (text) => {
    expect(plant(checkSchemaName, service, text)).toHaveLength(1)
  })

  test.each([
    'read({ t: tx.t }, tx.t)',
    'const own = (t: Schema) => t.orders',
    "type Row = { row: Store['t']['orders'] }",
  ])('accept a use of the schema that can be followed: %s', (text) => {
    expect(plant(checkSchemaName, service, text)).toEqual([])
  })

  test.each([
    '/** Kept for a day (decisions section 1, "Idempotency"). */',
    '// Part 2 section 9.',
    "test('shows what part 1 says', () => {})",
    '/** In the words of the specification. */',
    '/** Its own policy (design: security 9). */',
    '// As section 3 says, but not RFC 9110.',
  ])('forbid %s', (text) => {
    expect(plant(checkDocuments, service, `const a = 1\n${text}\n`)).toEqual([
      expect.stringContaining(`${service}:2: `),
    ])
  })

  test.each(['// RFC 9112 section 3.2', '/** (APPNOTE section 4.4.17.1) */', '// a part of 2 sections'])(
    'allow %s',
    (text) => {
      expect(plant(checkDocuments, service, `${text}\n`)).toEqual([])
    },
  )

  test('forbid a reference to a heading that does not exist', () => {
    const rule = (source: Source) =>
      checkPointers(source, new Map([['docs/product/a.md', ['Home gate', 'Orders']]]))
    expect(plant(rule, service, '// docs/product/a.md, "Home gate" and "Orders"\n')).toEqual([])
    expect(plant(rule, service, '/**\n * As docs/product/a.md,\n * "Home gates" says.\n */\n')).toEqual([
      `${service}:2: docs/product/a.md has no heading "Home gates"`,
    ])
    expect(plant(rule, service, '// docs/product/a.md, "Orders" and "Gate"\n')).toHaveLength(1)
  })
})
