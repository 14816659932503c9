import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAxeViolations } from '../support/axe.ts'
import { expectQuiet, viewports } from '../support/browser.ts'
import { createTouchSwitch, findSidewaysScroll, findSmallTargets } from '../support/fit.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'
import { makeCrowd } from './crowd.ts'
import { plainScreens, routePaths } from './routes.ts'
import type { Screen, Who, World } from './screen.ts'
import { makeWorld, screens } from './screens.ts'

let portal: TestPortal
let world: World
beforeAll(async () => {
  portal = await startPortal({ env: { TRY_SITES: 'true' } })
  world = await makeWorld(portal)
})
afterAll(() => portal.stop())

/** From the narrowest phone to a small desk, with both sides of where the layout changes. */
const widths = [320, 390, 600, 768, 900, 1024, 1280]

/** Every page and every state of one. */
const allScreens = [...screens, ...plainScreens(screens)]

test('every route of the application is covered by a screen', () => {
  const listed = new Set(allScreens.map(({ route }) => route))
  expect(routePaths.length).toBeGreaterThan(25)
  expect(routePaths.filter((path) => !listed.has(path))).toEqual([])
})

/**
 * Structure at both widths, each in a colour scheme of its own; a page as it opens also has the colours of both schemes at
 * both. What a press brings about is the same elements at either width, so that two looks see both schemes; what a dialog
 * covers is looked at without it. Then targets of a finger, and no sideways scrolling.
 */
async function findFaults(
  page: Page,
  { who, isPhoneOnly, reach }: Pick<Screen, 'who' | 'isPhoneOnly' | 'reach'>,
  setTouch: (enabled: boolean) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = []
  const isShownAtBothWidths = reach !== undefined && !isPhoneOnly
  const look = async (
    viewport: keyof typeof viewports,
    scheme: 'light' | 'dark',
    rules: 'all' | 'colours',
  ) => {
    if (rules === 'colours' && isShownAtBothWidths) return
    await page.setViewportSize(viewports[viewport])
    await page.emulateMedia({ colorScheme: scheme })
    const found = await findAxeViolations(page, { rules, inDialog: reach !== undefined })
    faults.push(...found.map((fault) => `${viewport} ${scheme}: ${fault}`))
  }
  if (!isPhoneOnly) {
    await look('desktop', 'light', 'all')
    await look('desktop', 'dark', 'colours')
  }
  await setTouch(true)
  await look('phone', 'dark', 'all')
  await look('phone', 'light', 'colours')
  const small = await findSmallTargets(page)
  faults.push(...small.map((target) => `too small for a finger: ${target}`))
  const isWalkedWithFullLists = who === 'customer' || who === 'admin'
  const looked = reach || isWalkedWithFullLists ? widths.slice(0, 1) : widths
  faults.push(...(await findSidewaysScroll(page, looked)))
  await setTouch(false)
  return faults
}

async function walk(who: Who): Promise<string[]> {
  const person = who === 'visitor' ? null : who === 'admin' ? portal.admin : world[who]
  const { page, context, trace } = await portal.open(person)
  const setTouch = await createTouchSwitch(page)
  const faults: string[] = []
  for (const screen of allScreens.filter((each) => each.who === who)) {
    const path = screen.path?.(world) ?? screen.route
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(screen.isPhoneOnly ? viewports.phone : viewports.desktop)
    await visit(page, path)
    await screen.reach?.(page)
    const found = await findFaults(page, screen, setTouch)
    const refused = trace.cspReports.splice(0)
    faults.push(...[...found, ...refused].map((fault) => `${path} ${screen.state ?? ''} ${fault}`))
  }
  await context.close()
  return faults
}

test.concurrent.each<Who[]>([['visitor'], ['newcomer'], ['waiting'], ['refused'], ['customer'], ['admin']])(
  'axe finds no violations on the screens of the %s, in both colour schemes and widths, and the policy refuses nothing',
  async (who) => {
    expect(await walk(who)).toEqual([])
  },
  1_500_000,
)

/** The signed-in pages as they open, without the states that only a press brings about. */
const openedScreens = allScreens.filter(
  ({ who, reach, isPhoneOnly }) => (who === 'customer' || who === 'admin') && !reach && !isPhoneOnly,
)

async function findWidePages(who: 'customer' | 'admin', full: World): Promise<string[]> {
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

test('no signed-in page scrolls sideways with full lists of the longest names and figures', async () => {
  const { crowd, crowdOrder, crowdDomain } = await makeCrowd(portal)
  const full: World = { ...world, customer: crowd, activeOrder: crowdOrder, domainId: crowdDomain }
  const { instances } = await crowd.call<{ instances: unknown[] }>('/api/cloud/all-services')
  const services = await crowd.call<unknown[]>('/api/user-services')
  expect(Math.min(instances.length, services.length)).toBeGreaterThan(50)
  expect(await findWidePages('customer', full)).toEqual([])
  expect(await findWidePages('admin', full)).toEqual([])
}, 1_500_000)

test('axe finds no violations on the page of the API, with every call unfolded', async () => {
  const { page, context, trace } = await portal.open(null)
  await page.goto('/api/docs')
  await page.evaluate(() => {
    for (const call of document.querySelectorAll('details')) call.open = true
  })
  expect(await findFaults(page, { who: 'visitor' }, await createTouchSwitch(page))).toEqual([])
  expectQuiet(trace)
  await context.close()
}, 300_000)
