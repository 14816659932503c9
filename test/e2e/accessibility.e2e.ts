import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAxeViolations } from '../support/axe.ts'
import { expectQuiet, viewports } from '../support/browser.ts'
import { ready, startPortal, type TestPortal } from '../support/portal.ts'
import { plainScreens, routePaths } from './routes.ts'
import { makeWorld, type Screen, screens, type Who, type World } from './screens.ts'

let portal: TestPortal
let world: World
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
})
afterAll(() => portal.stop())

const narrowest = 320

/** Every page and every state of one. */
const allScreens = [...screens, ...plainScreens(screens)]

test('every route of the application is covered by a screen', () => {
  const listed = new Set(allScreens.map(({ route }) => route))
  expect(routePaths.length).toBeGreaterThan(25)
  expect(routePaths.filter((path) => !listed.has(path))).toEqual([])
})

/** Structure at both widths, colours in both schemes at both widths, and no sideways scrolling at 320 px. */
async function findFaults(page: Page, { isPhoneOnly }: Screen): Promise<string[]> {
  const faults: string[] = []
  const look = async (
    viewport: keyof typeof viewports,
    scheme: 'light' | 'dark',
    scope: 'all' | 'colours',
  ) => {
    await page.setViewportSize(viewports[viewport])
    await page.emulateMedia({ colorScheme: scheme })
    const found = await findAxeViolations(page, scope)
    faults.push(...found.map((fault) => `${viewport} ${scheme}: ${fault}`))
  }
  if (!isPhoneOnly) {
    await look('desktop', 'light', 'all')
    await look('desktop', 'dark', 'colours')
  }
  await look('phone', 'dark', 'all')
  await look('phone', 'light', 'colours')
  await page.setViewportSize({ width: narrowest, height: 700 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > narrowest) faults.push(`scrolls sideways at ${narrowest} px: ${width} px wide`)
  return faults
}

async function walk(who: Who): Promise<string[]> {
  const person = who === 'visitor' ? null : who === 'admin' ? portal.admin : world[who]
  const { page, context, trace } = await portal.open(person)
  const faults: string[] = []
  for (const screen of allScreens.filter((each) => each.who === who)) {
    const path = screen.path?.(world) ?? screen.route
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(screen.isPhoneOnly ? viewports.phone : viewports.desktop)
    await page.goto(path)
    await ready(page)
    await screen.reach?.(page)
    const found = await findFaults(page, screen)
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
  600_000,
)

test('axe finds no violations on the page of the API, with every call unfolded', async () => {
  const { page, context, trace } = await portal.open(null)
  await page.goto('/api/docs')
  await page.evaluate(() => {
    for (const call of document.querySelectorAll('details')) call.open = true
  })
  expect(await findFaults(page, { who: 'visitor', route: '/api/docs' })).toEqual([])
  expectQuiet(trace)
  await context.close()
}, 120_000)
