import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findSidewaysScroll } from '../support/fit.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'
import { allScreens, widths } from './all-screens.ts'
import { makeCrowd } from './crowd.ts'
import type { ScreenFixture } from './screen.ts'
import { createScreenFixture } from './screens.ts'

let portal: TestPortal
let fixture: ScreenFixture
beforeAll(async () => {
  portal = await startPortal({ env: { TRY_SITES: 'true' } })
  fixture = await createScreenFixture(portal)
})
afterAll(() => portal.stop())

/** The signed-in pages as they open, without states that need an action. */
const openedScreens = allScreens.filter(
  ({ who, reach, isPhoneOnly }) => (who === 'customer' || who === 'admin') && !reach && !isPhoneOnly,
)

async function findWidePages(who: 'customer' | 'admin', full: ScreenFixture): Promise<string[]> {
  const { page, context } = await portal.open(who === 'admin' ? portal.admin : full.customer)
  const faults: string[] = []
  for (const screen of openedScreens.filter((each) => each.who === who)) {
    const path = screen.path?.(full) ?? screen.route
    await visit(page, path)
    faults.push(...(await findSidewaysScroll(page, widths)).map((fault) => `${path} ${fault}`))
  }
  await context.close()
  return faults
}

test('no signed-in page scrolls sideways with full lists of the longest names and largest figures', async () => {
  const { crowd, crowdOrder, crowdDomain } = await makeCrowd(portal)
  const full: ScreenFixture = { ...fixture, customer: crowd, activeOrder: crowdOrder, domainId: crowdDomain }
  const { instances } = await crowd.call<{ instances: unknown[] }>('/api/cloud/all-services')
  const services = await crowd.call<unknown[]>('/api/user-services')
  expect(Math.min(instances.length, services.length)).toBeGreaterThan(50)
  expect(await findWidePages('customer', full)).toEqual([])
  expect(await findWidePages('admin', full)).toEqual([])
}, 1_500_000)
