import type { Browser } from 'playwright-core'
import { launchBrowser } from '#test/support/browser.ts'
import { openPopulatedPortal, type PopulatedPortal } from '#test/support/callers.ts'
import { type BudgetedPage, budgetedPages } from '../pages/budgets.ts'
import { type Load, measureLoad } from '../pages/measure.ts'
import { findFlashes } from '../pages/parity.ts'
import { judgePage, median, printTable, timesOf } from '../pages/table.ts'
import { heavyRoutes, openAssets, scriptsOf } from '../pages/weigh.ts'
import { serveLibraries } from './support/libraries.tsx'

const argument = (name: string) => Bun.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1]
const rounds = Number(argument('rounds') ?? 5)
const measured = budgetedPages.filter(({ name }) => name.includes(argument('page') ?? ''))
const write = (text: string) => void process.stdout.write(`${text}\n`)

/** The baseline: a page with text, no style sheet and no script. */
const plainPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain</title><h1>A plain page</h1><p>${'Nothing but text. '.repeat(40)}</p></html>`

async function serve(site: PopulatedPortal) {
  const hostname = '127.0.0.1'
  const portal = Bun.serve({
    port: 0,
    hostname,
    fetch: (request) => site.portal.fetch(request, () => '192.0.2.1'),
  })
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const plain = Bun.serve({ port: 0, hostname, fetch: () => new Response(plainPage, { headers }) })
  const libraries = await serveLibraries(site.outdir)
  return {
    libraries,
    urlOf: (page: BudgetedPage) => portal.url.origin + site.pathOf(page.path),
    plain: plain.url.href,
    stop: () => Promise.all([portal.stop(true), plain.stop(true), libraries.stop()]),
  }
}

type Server = Awaited<ReturnType<typeof serve>>

/** Every page once per round, the baseline and the libraries before each, so that the machine's load affects all alike. */
async function measureAll(browser: Browser, site: PopulatedPortal, server: Server) {
  const plain: number[] = []
  const libraries: Load[] = []
  const loads = new Map<BudgetedPage, Load[]>(measured.map((page) => [page, []]))
  for (let round = 1; round <= rounds; round++) {
    write(`round ${round} of ${rounds}`)
    for (const [page, found] of loads) {
      plain.push((await measureLoad(browser, server.plain, { cookie: '', hasScript: false })).lcp)
      libraries.push(await measureLoad(browser, server.libraries.url, { cookie: '', hasScript: true }))
      const cookie = site.cookieOf(page.caller)
      found.push(await measureLoad(browser, server.urlOf(page), { cookie, hasScript: true }))
    }
  }
  return { floor: median(plain), libraries, loads }
}

/** Measures, prints the table, and returns violations of budgets that do not depend on the machine. */
async function run(browser: Browser, site: PopulatedPortal, server: Server): Promise<string[]> {
  const assets = openAssets(site.outdir)
  const { floor, libraries, loads } = await measureAll(browser, site, server)
  const judged = await Promise.all(
    [...loads].map(async ([page, found]) => {
      const html = await (await site.open(page.path, page.caller)).text()
      return judgePage({ page, html, assets, loads: found, floor })
    }),
  )
  const limit = { script: server.libraries.scriptBytes, ...timesOf(libraries, floor) }
  write(
    printTable(
      judged.map(({ row }) => row),
      limit,
    ),
  )
  const shell = await (await site.open('/email', 'customer')).text()
  const routes = await heavyRoutes(site.pages, scriptsOf(shell), assets)
  const looked = measured.map((page) => ({
    name: page.name,
    url: server.urlOf(page),
    cookie: site.cookieOf(page.caller),
  }))
  const flashes = await findFlashes(browser, looked)
  return [...judged.flatMap(({ broken }) => broken), ...routes, ...flashes]
}

const site = await openPopulatedPortal()
const server = await serve(site)
const browser = await launchBrowser()
try {
  const broken = await run(browser, site, server)
  for (const sentence of broken) write(`BROKEN ${sentence}`)
  process.exitCode = broken.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await server.stop()
  await site.close()
}
