import { describe, expect, test } from 'bun:test'
import {
  ceiling,
  checkBarrels,
  checkChildProcess,
  checkHabits,
  checkSize,
  checkTables,
  tableOwners,
} from './architecture/habits.ts'
import {
  checkBrowserPackages,
  checkCircles,
  checkDirections,
  checkSpecifiers,
  checkWebKernel,
} from './architecture/layers.ts'
import {
  checkDocuments,
  checkPointers,
  findDeadLinks,
  headingsOf,
  rulesFile,
} from './architecture/references.ts'
import { type Offence, readSource, readTree, type Source } from './architecture/source.ts'

const root = new URL('..', import.meta.url).pathname
const sources = await readTree(root)
const productRules = await Bun.file(`${root}${rulesFile}`).text()
const headings = new Set(headingsOf(productRules))
const owners = tableOwners(sources)

const rules: [name: string, rule: (source: Source) => Offence[]][] = [
  ['values go along the arrows', checkDirections],
  ['the browser’s kernel knows no feature', checkWebKernel],
  ['the browser loads no package of the server', checkBrowserPackages],
  ['imports carry their extension', checkSpecifiers],
  ['environment, clock, console, processes, chance and transactions are in their place', checkHabits],
  ['child processes only in drivers', checkChildProcess],
  ['no barrels', checkBarrels],
  ['no file past the ceiling', checkSize],
  ['no feature touches the tables of another', (source) => checkTables(source, owners)],
  ['no source names a document that is not here', checkDocuments],
  ['every heading that is pointed to exists', (source) => checkPointers(source, headings)],
]

const lines = (offences: Offence[]): string[] =>
  offences.map(({ file, line, message }) => `${file}:${line}: ${message}`)

describe('the source tree', () => {
  test('is read by these checks', () => {
    expect(sources.map(({ file }) => file)).toContain('src/shared/errors.ts')
  })

  test.each(rules)('%s', (_name, rule) => {
    expect(lines(sources.flatMap(rule))).toEqual([])
  })

  test('has no circular imports between features', () => {
    expect(lines(checkCircles(sources))).toEqual([])
  })

  test('is not described by references that name something missing', async () => {
    const files = ['README.md', ...new Bun.Glob('docs/**/*.md').scanSync({ cwd: root })]
    const texts = files.map(async (file) => ({ file, text: await Bun.file(`${root}${file}`).text() }))
    expect(lines((await Promise.all(texts)).flatMap(checkDocuments))).toEqual([])
  })

  test('keeps the headings of the product rules unique and their links valid', () => {
    expect(headingsOf(productRules)).toEqual([...headings])
    expect(findDeadLinks(productRules)).toEqual([])
    expect(findDeadLinks('# Home gate\n[gate](#home-gate), [gone](#home-gates)')).toEqual(['home-gates'])
  })
})

/** The messages of a rule over one planted file. */
const plant = (rule: (source: Source) => Offence[], file: string, text: string): string[] =>
  lines(rule(readSource(file, text)))

const service = 'src/features/orders/service.ts'
const page = 'src/features/orders/web/orders-page.tsx'

describe('a planted import is found:', () => {
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
    ['src/features/orders/contract.ts', './service.ts'],
    ['src/features/orders/drivers/driver.ts', '#db/store.ts'],
    ['src/features/orders/router.ts', './web/orders-page.tsx'],
    ['src/web/ui/data-table.tsx', '#features/orders/web/orders-page.tsx'],
    ['src/web/shell/tools.tsx', '#features/activity/web/activity-tool.tsx'],
    ['src/web/app.tsx', '#app/web/features.ts'],
    [page, '#app/web/features.ts'],
    ['src/app/web/router.tsx', '#server/trpc.ts'],
    ['src/shared/money.ts', '#features/orders/contract.ts'],
    ['src/shared/money.ts', '#env'],
    ['db/store.ts', '#features/orders/service.ts'],
    ['src/app/app.ts', '#test/support/postgres.ts'],
    ['src/app/main.ts', '../../scripts/build.ts'],
  ])('%s uses %s', (file, specifier) => {
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
  ])('but %s may use %s', (file, specifier) => {
    expect(plant(checkDirections, file, `import { a } from '${specifier}'\n`)).toEqual([])
  })

  test('and the message names file, line and both layers', () => {
    const text = `import { a } from './a.tsx'\n\nimport {\n  b,\n} from '#server/session.ts'\n`
    expect(plant(checkDirections, page, text)).toEqual([
      `${page}:3: web of orders may not use values of server (src/server/session.ts)`,
    ])
  })

  test('a file outside the tree', () => {
    expect(plant(checkDirections, 'src/utils.ts', '')).toEqual([
      'src/utils.ts:1: lies outside the tree of the design',
    ])
  })

  test.each([
    ['src/web/shell/tools.tsx', '#features/activity/web/activity-tool.tsx'],
    ['src/web/ui/status-badge.tsx', '#features/services/contract.ts'],
    ['src/web/lib/page-title.ts', '#app/web/router.tsx'],
  ])('%s knows %s, if only as a type', (file, specifier) => {
    expect(plant(checkWebKernel, file, `import type { A } from '${specifier}'\n`)).toHaveLength(1)
    expect(plant(checkWebKernel, page, `import type { A } from '${specifier}'\n`)).toEqual([])
    expect(plant(checkWebKernel, file, `import type { A } from '#app/router.ts'\n`)).toEqual([])
  })

  test('a package of the server in the browser', () => {
    for (const name of ['bun', 'bun:sqlite', 'node:fs', 'drizzle-orm/bun-sql', 'hono', '@trpc/server']) {
      expect(plant(checkBrowserPackages, page, `import { a } from '${name}'\n`)).toHaveLength(1)
      expect(plant(checkBrowserPackages, page, `import type { A } from '${name}'\n`)).toEqual([])
      expect(plant(checkBrowserPackages, service, `import { a } from '${name}'\n`)).toEqual([])
    }
  })

  test('an import without its extension', () => {
    expect(plant(checkSpecifiers, page, `import { a } from '#shared/money'\n`)).toHaveLength(1)
    expect(plant(checkSpecifiers, page, `import { a } from '#shared/money.ts'\nimport 'react'\n`)).toEqual([])
  })

  test('a circle of services', () => {
    const uses = (from: string, to: string) =>
      readSource(`src/features/${from}/service.ts`, `import { a } from '#features/${to}/service.ts'\n`)
    expect(checkCircles([uses('a', 'b'), uses('b', 'c'), uses('d', 'a')])).toEqual([])
    expect(lines(checkCircles([uses('a', 'b'), uses('b', 'c'), uses('c', 'a')]))).toHaveLength(3)
  })
})

describe('a planted bad habit is found:', () => {
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
    'await db.transaction(async () => {})',
    'export default 1',
    'export { a as default }',
  ])('%s', (text) => {
    expect(plant(checkHabits, service, `const first = "it's"\n${text}\n`)).toEqual([
      expect.stringContaining(`${service}:2: `),
    ])
    expect(plant(checkHabits, service, `// ${text}\n/* ${text} */\n`)).toEqual([])
    expect(plant(checkHabits, 'src/features/orders/service.test.ts', text)).toEqual([])
  })

  test.each([
    ['src/app/env.ts', 'process.env'],
    ['src/server/session.ts', 'new Date()'],
    ['src/server/log.ts', 'console.log(1)'],
    ['src/features/databases/drivers/managed.ts', 'Bun.spawn([])'],
    ['src/features/cloud/web/overview.tsx', 'Math.random()'],
    ['db/postgres.ts', 'db.transaction(work)'],
    [service, 'new Date(row.createdAt)'],
    [service, 'const a = "console.log(1)"'],
    [service, 'const a: Date = b'],
  ])('but %s may write %s', (file, text) => {
    expect(plant(checkHabits, file, `${text}\n`)).toEqual([])
  })

  test('a child process', () => {
    const text = `import { spawn } from 'node:child_process'\n`
    expect(plant(checkChildProcess, service, text)).toHaveLength(1)
    expect(plant(checkChildProcess, 'src/features/databases/drivers/managed.ts', text)).toEqual([])
  })

  test('a barrel', () => {
    expect(plant(checkBarrels, service, `export * from './a.ts'\n`)).toHaveLength(1)
    expect(plant(checkBarrels, service, `export { a } from './a.ts'\n`)).toHaveLength(1)
    expect(plant(checkBarrels, 'src/shared/index.ts', 'export const a = 1\n')).toHaveLength(1)
    expect(plant(checkBarrels, service, `export type { A } from './a.ts'\n`)).toEqual([])
  })

  test('a file beyond the size limit', () => {
    expect(plant(checkSize, service, 'a\n'.repeat(ceiling.code))).toEqual([])
    expect(plant(checkSize, service, 'a\n'.repeat(ceiling.code + 1))).toHaveLength(1)
    expect(plant(checkSize, 'src/features/orders/service.test.ts', 'a\n'.repeat(ceiling.test))).toEqual([])
    expect(
      plant(checkSize, 'src/features/orders/service.test.ts', 'a\n'.repeat(ceiling.test + 1)),
    ).toHaveLength(1)
  })

  test('the table of another feature', () => {
    const planted = [
      readSource(
        'db/schema/billing.ts',
        `export const billing = (k: Kit) => ({ invoices: k.table('invoices', {}) })`,
      ),
      readSource('db/schema/orders.ts', `const orders = k.table('orders', {})`),
      readSource('db/schema/jobs.ts', `const jobs = k.table('jobs', {})`),
      readSource('src/features/billing/service.ts', ''),
      readSource(service, ''),
    ]
    const known = tableOwners(planted)
    expect([...known]).toEqual([
      ['invoices', 'billing'],
      ['orders', 'orders'],
    ])
    const rule = (source: Source) => checkTables(source, known)
    expect(plant(rule, service, 'tx.update(tx.t.invoices).set(values)')).toEqual([
      `${service}:1: table invoices belongs to billing: call its service`,
    ])
    expect(plant(rule, service, 'tx\n  .delete(invoices)\n  .where(own)')).toHaveLength(1)
    expect(plant(rule, service, 'tx.insert(tx.t.orders); tx.insert(tx.t.jobs)')).toEqual([])
    expect(plant(rule, service, 'ctx.store.read.select().from(store.t.invoices)')).toEqual([])
  })

  test.each([
    '/** Kept for a day (decisions section 1, "Idempotency"). */',
    '// Part 2 section 9.',
    "test('shows what part 1 says', () => {})",
    '/** In the words of the specification. */',
    '/** Its own policy (design: security 9). */',
    '// As section 3 says, but not RFC 9110.',
  ])('%s', (text) => {
    expect(plant(checkDocuments, service, `const a = 1\n${text}\n`)).toEqual([
      expect.stringContaining(`${service}:2: `),
    ])
  })

  test.each(['// RFC 9112 section 3.2', '/** (APPNOTE section 4.4.17.1) */', '// a part of 2 sections'])(
    'but %s is allowed',
    (text) => {
      expect(plant(checkDocuments, service, `${text}\n`)).toEqual([])
    },
  )

  test('a heading that does not exist', () => {
    const rule = (source: Source) => checkPointers(source, new Set(['Home gate', 'Orders']))
    expect(plant(rule, service, '// docs/product.md, "Home gate" and "Orders"\n')).toEqual([])
    expect(plant(rule, service, '/**\n * As docs/product.md,\n * "Home gates" says.\n */\n')).toEqual([
      `${service}:2: docs/product.md has no heading "Home gates"`,
    ])
    expect(plant(rule, service, '// docs/product.md, "Orders" and "Gate"\n')).toHaveLength(1)
  })
})
