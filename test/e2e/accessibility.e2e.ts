import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAxeViolations } from '../support/axe.ts'
import { expectQuiet, viewports } from '../support/browser.ts'
import { createTouchSwitch, findSidewaysScroll, findSmallTargets } from '../support/fit.ts'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'
import { inTier } from '../support/tier.ts'
import { allScreens, widths } from './all-screens.ts'
import { routePaths } from './routes.ts'
import type { Screen, ScreenFixture, Who } from './screen.ts'
import { createScreenFixture } from './screens.ts'

let portal: TestPortal
let fixture: ScreenFixture
beforeAll(async () => {
  portal = await startPortal({ env: { TRY_SITES: 'true' } })
  fixture = await createScreenFixture(portal)
})
afterAll(() => portal.stop())

const opened = allScreens.filter(({ reach }) => !reach)
const openedRoutes = new Set(opened.map(({ route }) => route))

/** The short run covers every page, in a state that needs an action where there is no other; the whole run covers all states. */
const walked = inTier({
  short: [...opened, ...allScreens.filter(({ route }) => !openedRoutes.has(route))],
  all: allScreens,
})

test('every route of the application is covered by a screen', () => {
  const listed = new Set(walked.map(({ route }) => route))
  expect(routePaths.length).toBeGreaterThan(25)
  expect(routePaths.filter((path) => !listed.has(path))).toEqual([])
})

type Width = keyof typeof viewports
type Scheme = 'light' | 'dark'
type Touch = (enabled: boolean) => Promise<unknown>
type Shown = Pick<Screen, 'who' | 'isPhoneOnly' | 'reach'>

async function look(page: Page, { reach }: Shown, width: Width, scheme: Scheme, rules: 'all' | 'colours') {
  await page.setViewportSize(viewports[width])
  await page.emulateMedia({ colorScheme: scheme })
  const found = await findAxeViolations(page, { rules, inDialog: reach !== undefined })
  return found.map((fault) => `${width} ${scheme}: ${fault}`)
}

/** Touch target sizes, and no sideways scrolling. */
async function findMisfits(page: Page, looked: readonly number[], setTouch: Touch): Promise<string[]> {
  await setTouch(true)
  const small = await findSmallTargets(page)
  const wide = await findSidewaysScroll(page, looked)
  await setTouch(false)
  return [...small.map((target) => `too small for a finger: ${target}`), ...wide]
}

/**
 * Structure at both widths, each in its own colour scheme; a page as it opens is also checked for colours in both schemes at
 * both widths. A state after an action has the same elements at either width, so two checks cover both schemes; elements that a
 * dialog covers are checked without it.
 */
async function findAllFaults(page: Page, shown: Shown, setTouch: Touch): Promise<string[]> {
  const { who, isPhoneOnly, reach } = shown
  const faults: string[] = []
  const isShownAtBothWidths = reach !== undefined && !isPhoneOnly
  if (!isPhoneOnly) {
    faults.push(...(await look(page, shown, 'desktop', 'light', 'all')))
    if (!reach) faults.push(...(await look(page, shown, 'desktop', 'dark', 'colours')))
  }
  await setTouch(true)
  faults.push(...(await look(page, shown, 'phone', 'dark', 'all')))
  if (!isShownAtBothWidths) faults.push(...(await look(page, shown, 'phone', 'light', 'colours')))
  const isWalkedWithFullLists = who === 'customer' || who === 'admin'
  const looked = reach || isWalkedWithFullLists ? widths.slice(0, 1) : widths
  return [...faults, ...(await findMisfits(page, looked, setTouch))]
}

const turns: [Width, Scheme][] = [
  ['desktop', 'light'],
  ['phone', 'dark'],
  ['desktop', 'dark'],
  ['phone', 'light'],
]

/** The page at one width in one scheme, in turn: across the screens all four are covered. */
async function findFaultsInTurn(page: Page, shown: Shown, setTouch: Touch, turn: number): Promise<string[]> {
  const [width, scheme] = turns[turn % turns.length] ?? ['desktop', 'light']
  if (width === 'desktop' && !shown.isPhoneOnly) return look(page, shown, width, scheme, 'all')
  await setTouch(true)
  const faults = await look(page, shown, 'phone', scheme, 'all')
  return [...faults, ...(await findMisfits(page, widths.slice(0, 1), setTouch))]
}

const findFaults = inTier({ short: findFaultsInTurn, all: findAllFaults })

async function walk(who: Who): Promise<string[]> {
  const person = who === 'visitor' ? null : who === 'admin' ? portal.admin : fixture[who]
  const { page, context, trace } = await portal.open(person)
  const setTouch = await createTouchSwitch(page)
  const faults: string[] = []
  for (const [turn, screen] of walked.filter((each) => each.who === who).entries()) {
    const path = screen.path?.(fixture) ?? screen.route
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(screen.isPhoneOnly ? viewports.phone : viewports.desktop)
    await visit(page, path)
    await screen.reach?.(page)
    const found = await findFaults(page, screen, setTouch, turn)
    const refused = trace.cspReports.splice(0)
    faults.push(...[...found, ...refused].map((fault) => `${path} ${screen.state ?? ''} ${fault}`))
  }
  await context.close()
  return faults
}

test.concurrent.each<Who[]>([['visitor'], ['newcomer'], ['waiting'], ['refused'], ['customer'], ['admin']])(
  'axe and the content security policy find no violations on the screens of the %s',
  async (who) => {
    expect(await walk(who)).toEqual([])
  },
  1_500_000,
)

test('axe finds no violations on the API page with every call unfolded', async () => {
  const { page, context, trace } = await portal.open(null)
  await page.goto('/api/docs')
  await page.evaluate(() => {
    for (const call of document.querySelectorAll('details')) call.open = true
  })
  expect(await findFaults(page, { who: 'visitor' }, await createTouchSwitch(page), 1)).toEqual([])
  expectQuiet(trace)
  await context.close()
}, 300_000)
