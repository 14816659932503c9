import type { BudgetedPage } from './budgets.ts'
import type { Load } from './measure.ts'
import { type Assets, brokenBudgets, sizeOf, weighPage } from './weigh.ts'

export type Row = {
  page: BudgetedPage
  script: number
  /** Bytes of script until the page is hydrated; a public page hydrates only when the browser is idle. */
  hydrate: number
  document: number
  requests: number
  calls: number
  lcp: number
  ready: number
}

/** The cost of the libraries alone, measured beside the pages, which may cost a tenth more. */
export type Limit = { script: number; lcp: number; ready: number }

type Evidence = { page: BudgetedPage; html: string; assets: Assets; loads: Load[]; floor: number }

const tolerance = 1.1

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

const pathsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).pathname)

const longest = (lists: readonly string[][]): string[] =>
  lists.toSorted((one, other) => other.length - one.length)[0] ?? []

type Times = Pick<Load, 'lcp' | 'ready'>

/** The median of the measurements, as multiples of a static page's. */
export const timesOf = (loads: readonly Times[], floor: number): Times => ({
  lcp: median(loads.map(({ lcp }) => lcp)) / floor,
  ready: median(loads.map(({ ready }) => ready)) / floor,
})

/** The browser's actual requests against the page's budget; times are reported but not judged. */
export async function judgePage({ page, html, assets, loads, floor }: Evidence) {
  const { budget, name } = page
  const weight = await weighPage(html, assets)
  const asked = loads.map((load) => pathsOf(load[budget.until]))
  const scripts = new Set(asked.flat().filter((path) => path.endsWith('.js')))
  const seen = {
    script: await sizeOf(assets, [...scripts]),
    requests: Math.max(...asked.map(({ length }) => length)),
  }
  const calls = Math.max(
    ...loads.map(({ hydrated }) => pathsOf(hydrated).filter((path) => path.startsWith('/api/')).length),
  )
  const row: Row = {
    page,
    ...seen,
    hydrate: weight.hydrated.script,
    document: weight.document,
    calls,
    ...timesOf(loads, floor),
  }
  const broken = brokenBudgets({ ...weight, [budget.until]: seen }, budget)
  if (calls > 0) broken.push(`${calls} calls, at most 0`)
  if (seen.requests > budget.requests) broken.push(`requested ${longest(asked).join(' ')}`)
  return { row, broken: broken.map((sentence) => `${name}: ${sentence}`) }
}

const kb = (bytes: number): string => (bytes / 1_000).toFixed(1)

/** The rows as a Markdown table, each value with its goal; the first row is the libraries alone. */
export function printTable(rows: readonly Row[], limit: Limit): string {
  const head = [
    'Page',
    'Script KB until usable',
    'Script KB to hydrate',
    'HTML + CSS KB',
    'Requests',
    'Calls',
    'LCP × static',
    'Hydrated × static',
  ]
  const alone = [
    'libraries alone',
    '',
    kb(limit.script),
    '',
    '',
    '',
    limit.lcp.toFixed(2),
    limit.ready.toFixed(2),
  ]
  const [script, ready] = [kb(limit.script * tolerance), (limit.ready * tolerance).toFixed(2)]
  const lines = rows.map(({ page: { name, budget }, ...is }) => [
    name,
    `${kb(is.script)} ≤ ${budget.scriptKb}`,
    `${kb(is.hydrate)} ≤ ${script}`,
    `${kb(is.document)} ≤ ${budget.documentKb}`,
    `${is.requests} ≤ ${budget.requests}`,
    `${is.calls} ≤ 0`,
    `${is.lcp.toFixed(2)} ≤ ${budget.lcp}`,
    `${is.ready.toFixed(2)} ≤ ${ready}`,
  ])
  return [head, head.map(() => '---'), alone, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
