import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { budgetedPages, type Caller } from '../scripts/pages/budgets.ts'
import {
  type Assets,
  brokenBudgets,
  heavyRoutes,
  openAssets,
  scriptsOf,
  weighPage,
} from '../scripts/pages/weigh.ts'
import { openPopulatedPortal, type PopulatedPortal } from './support/callers.ts'

let site: PopulatedPortal
let assets: Assets

beforeAll(async () => {
  site = await openPopulatedPortal()
  assets = openAssets(site.outdir)
}, 300_000)

afterAll(() => site.close())

async function open(path: string, caller: Caller): Promise<string> {
  const response = await site.open(path, caller)
  expect(response.status).toBe(path === '/no-such-page' ? 404 : 200)
  return response.text()
}

describe('the page budgets', () => {
  test.each(budgetedPages.map((page) => [page.name, page] as const))('hold for %s', async (_, page) => {
    const weight = await weighPage(await open(page.path, page.caller), assets)
    expect(brokenBudgets(weight, page.budget)).toEqual([])
  })

  test('hold for a route change', async () => {
    const shared = scriptsOf(await open('/email', 'customer'))
    expect(await heavyRoutes(site.pages, shared, assets)).toEqual([])
  })
})
