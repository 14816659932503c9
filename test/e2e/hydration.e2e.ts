import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { type Person, ready, startPortal, type TestPortal, visit, withOwnStream } from '../support/portal.ts'
import { inTier } from '../support/tier.ts'

type People = Record<'newcomer' | 'waiting' | 'customer', Person>

let portal: TestPortal
let people: People
let waitingServiceId: string
beforeAll(async () => {
  portal = await startPortal()
  const [newcomer, waiting, customer] = await Promise.all([
    portal.customer(),
    portal.customer(),
    portal.customer(),
  ])
  people = { newcomer, waiting, customer }
  const [waitingOrder, order] = await Promise.all([
    portal.order(waiting, 'waiting.example.com'),
    portal.order(customer, 'active.example.com'),
  ])
  waitingServiceId = waitingOrder.serviceId
  await portal.activate(customer, order)
  await customer.call('/api/cloud/create-resource', { action: 'seed-sample-data' })
})
afterAll(() => portal.stop())

type HeldNodes = { nodes: { element: Element; parent: Element | null; text: string }[] }

/** Keeps a reference to every element of the server’s page before the application’s script can run. */
const holdNodes = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const nodes = [...document.querySelectorAll('#root *')].map((element) => ({
        element,
        parent: element.parentElement,
        text: element.children.length === 0 ? (element.textContent ?? '') : '',
      }))
      Object.assign(window, { held: { nodes } satisfies HeldNodes })
    })
  })

/** The kept elements that were replaced, moved or changed their text. */
const changedNodes = (page: Page): Promise<{ held: number; changed: string[] }> =>
  page.evaluate(() => {
    const { nodes } = (window as unknown as { held: HeldNodes }).held
    const changed = nodes.filter(
      ({ element, parent, text }) =>
        !element.isConnected ||
        element.parentElement !== parent ||
        (element.children.length === 0 && element.textContent !== text),
    )
    return { held: nodes.length, changed: changed.map(({ element }) => element.outerHTML.slice(0, 120)) }
  })

type Screen = [path: string, who: keyof People | 'visitor' | 'admin']

const screens: Screen[] = [
  ['/', 'visitor'],
  ['/auth', 'visitor'],
  ['/contact', 'visitor'],
  ['/status', 'visitor'],
  ['/nowhere', 'visitor'],
  ['/nowhere', 'customer'],
  ['/domains/nowhere', 'customer'],
  ['/select-plan', 'newcomer'],
  ['/pending-activation', 'waiting'],
  ['/', 'customer'],
  ['/dashboard', 'customer'],
  ['/account', 'customer'],
  ['/websites', 'customer'],
  ['/applications', 'customer'],
  // The service does not run, so no metric moves.
  ['/server-management/:waiting', 'waiting'],
  ['/server-management/:waiting?tab=processes', 'waiting'],
  ['/server-management/:waiting?tab=settings', 'waiting'],
  ['/cloud-management?tab=compute', 'customer'],
  ['/cloud-management?tab=serverless&selected=functions.1', 'customer'],
  ['/admin', 'admin'],
  ['/admin/orders', 'admin'],
  ['/admin/status', 'admin'],
]

// Every third address is another role’s, so that the short run covers each area.
const opened = inTier({ short: screens.filter((_, place) => place % 3 === 0), all: screens })

test.each(opened)('%s keeps the server-rendered nodes for the %s', async (path, who) => {
  const person = who === 'visitor' ? null : who === 'admin' ? portal.admin : people[who]
  const { page, context, trace } = await portal.open(person)
  await holdNodes(context)
  await visit(page, path.replace(':waiting', waitingServiceId))
  const { held, changed } = await changedNodes(page)
  expect(held).toBeGreaterThan(20)
  expect(changed).toEqual([])
  expectQuiet(trace, path.includes('nowhere') ? [/status of 404/] : [])
  await context.close()
})

test('the first signed-in page fetches no data, and is refreshed only once the event stream is open', async () => {
  const { page, context, trace } = await portal.open(people.customer)
  await withOwnStream(context)
  const stream = page.waitForRequest('**/api/events')
  await visit(page, '/account')
  await stream
  const asked = trace.requests.map(({ url }) => new URL(url).pathname)
  expect(asked.filter((path) => path.startsWith('/api/'))[0]).toBe('/api/events')
  await context.close()
})

test('text typed before the script loads is preserved', async () => {
  const { page, context, trace } = await portal.open(null)
  const typed = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto('/auth')
  await page.getByLabel('Email or mobile number').fill('asha@example.com')
  await page.getByLabel('Password').fill('half a passw')
  typed.resolve()
  await ready(page)
  expect(await page.getByLabel('Email or mobile number').inputValue()).toBe('asha@example.com')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('half a passw')
  expectQuiet(trace)
  await context.close()
})
