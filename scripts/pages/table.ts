import type { BudgetedPage } from './budgets.ts'
import type { Load } from './measure.ts'
import { type Assets, brokenBudgets, sizeOf, weighPage } from './weigh.ts'

export type Row = {
  page: BudgetedPage
  script: number
  /** Bytes of script until the page is hydrated, which a public page is only once the browser is idle. */
  hydrate: number
  document: number
  requests: number
  calls: number
  lcp: number
  ready: number
}

type Evidence = { page: BudgetedPage; html: string; assets: Assets; loads: Load[]; plain: number[] }

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

const pathsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).pathname)

const longest = (lists: readonly string[][]): string[] =>
  lists.toSorted((one, other) => other.length - one.length)[0] ?? []

/** What the browser really asked for, against the page's budget; the times are told but not judged. */
export async function judgePage({ page, html, assets, loads, plain }: Evidence) {
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
  const floor = median(plain)
  const row: Row = {
    page,
    ...seen,
    hydrate: weight.hydrated.script,
    document: weight.document,
    calls,
    lcp: median(loads.map(({ lcp }) => lcp)) / floor,
    ready: median(loads.map(({ ready }) => ready)) / floor,
  }
  const broken = brokenBudgets({ ...weight, [budget.until]: seen }, budget)
  if (calls > 0) broken.push(`${calls} calls, at most 0`)
  if (seen.requests > budget.requests) broken.push(`asked for ${longest(asked).join(' ')}`)
  return { row, broken: broken.map((sentence) => `${name}: ${sentence}`) }
}

const kb = (bytes: number): string => (bytes / 1_000).toFixed(1)

/** The rows as a Markdown table, each measured value with its goal. */
export function printTable(rows: readonly Row[]): string {
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
  const lines = rows.map(({ page: { name, budget }, ...is }) => [
    name,
    `${kb(is.script)} ≤ ${budget.scriptKb}`,
    kb(is.hydrate),
    `${kb(is.document)} ≤ ${budget.documentKb}`,
    `${is.requests} ≤ ${budget.requests}`,
    `${is.calls} ≤ 0`,
    `${is.lcp.toFixed(2)} ≤ ${budget.lcp}`,
    is.ready.toFixed(2),
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
