import { brotliCompressSync, constants } from 'node:zlib'
import { type Budget, bootKb, routeKb } from './budgets.ts'

/** Bytes of a page after brotli 11, and the requests until it is shown and until its script has taken over. */
export type Weight = {
  boot: number
  document: number
  shown: { script: number; requests: number }
  hydrated: { script: number; requests: number }
  /** Scripts that the listed ones import but the page does not announce: each would be a round trip of its own. */
  unannounced: string[]
}

/** The built files by URL: their text, and their size as sent to a browser that accepts brotli. */
export type Assets = { text(address: string): Promise<string>; size(address: string): Promise<number> }

// Text and numerals; a page uses no third face.
const fonts = 2

/** Bytes after brotli 11. */
const brotliSize = (data: string | Uint8Array): number =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** The files of a build that has compressed twins; a file without twins is too small to benefit. */
export function openAssets(outdir: string): Assets {
  return {
    text: (address) => Bun.file(outdir + address).text(),
    async size(address) {
      const twin = Bun.file(`${outdir}${address}.br`)
      return (await twin.exists()) ? twin.size : Bun.file(outdir + address).size
    },
  }
}

const attribute = (html: string, name: string): string =>
  new RegExp(`^[^>]*>?<html[^>]*\\s${name}="([^"]*)"`).exec(html)?.[1] ?? ''

/** The scripts that a page requests, by URL: the entry, then those it announces. */
export const scriptsOf = (html: string): string[] =>
  [attribute(html, 'data-app'), ...attribute(html, 'data-chunks').split(' ')].filter(Boolean)

const staticImport = /(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g

const importsOf = (code: string): string[] =>
  [...code.matchAll(staticImport)].map(([, file]) => `/assets/${file}`)

/** The total bytes of several files. */
export async function sizeOf(assets: Assets, scripts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(assets.size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The cost of a page, from its HTML and the built files alone. */
export async function weighPage(html: string, assets: Assets): Promise<Weight> {
  const scripts = scriptsOf(html)
  const code = await Promise.all(scripts.map(assets.text))
  const all = { script: await sizeOf(assets, scripts), requests: 1 + fonts + 1 + scripts.length }
  const isIdle = attribute(html, 'data-start') === 'idle'
  return {
    boot: brotliSize(/<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''),
    document: brotliSize(html),
    shown: isIdle ? { script: 0, requests: 1 + fonts } : all,
    hydrated: all,
    unannounced: code.flatMap(importsOf).filter((address) => !scripts.includes(address)),
  }
}

/** The budgets a page breaks, one sentence each. */
export function brokenBudgets(weight: Weight, budget: Budget): string[] {
  const { script, requests } = weight[budget.until]
  const limits: [string, number, number][] = [
    ['bytes of script', script, budget.scriptKb * 1_000],
    ['bytes of inline script', weight.boot, bootKb * 1_000],
    ['bytes of HTML and CSS', weight.document, budget.documentKb * 1_000],
    ['requests', requests, budget.requests],
    ['unannounced scripts', weight.unannounced.length, 0],
  ]
  return limits
    .filter(([, is, most]) => is > most)
    .map(([what, is, most]) => `${is} ${what}, at most ${most}`)
}

/** The bytes that each lazy page adds after another page of its area, where they exceed the budget. */
export async function heavyRoutes(
  pages: Record<string, string[]>,
  shared: readonly string[],
  assets: Assets,
): Promise<string[]> {
  const routes = Object.entries(pages).filter(([name]) => /(Page|Layout|Home)$/.test(name))
  const found = await Promise.all(
    routes.map(async ([name, files]) => {
      const own = files.filter((file) => !shared.includes(file))
      const bytes = await sizeOf(assets, own)
      return bytes > routeKb * 1_000 ? [`${name}: ${bytes} bytes, at most ${routeKb * 1_000}`] : []
    }),
  )
  return found.flat()
}
