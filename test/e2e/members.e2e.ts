import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { linkInMail } from '../support/mails.ts'
import { type Person, password, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const look = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await screenshot(page, name)
}

/** The guest verifies their address with the mailed link. */
async function verify(guest: Person): Promise<void> {
  await guest.call('/api/verify-email/send', {})
  const link = await linkInMail(portal.server.dataDir, guest.email, '/api/verify-email')
  await fetch(link, { headers: { cookie: guest.cookie }, redirect: 'manual' })
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'light' }))(
  'a guest is invited, works on the service in one tab and in their own account in another, and is removed: $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `members-${options.viewport}-${options.colourScheme}-${step}`
    const [owner, guest] = [await portal.customer(), await portal.customer()]
    const order = await portal.order(owner)
    await portal.activate(owner, order)
    await portal.upload(owner, order, 'index.html', '<!doctype html><title>Shop</title>')
    await verify(guest)
    const owning = await portal.open(owner, options)
    const path = `/server-management/${order.serviceId}`
    await visit(owning.page, `${path}?tab=settings`)
    await owning.page.getByText('No members yet.').waitFor()
    await owning.page.getByRole('button', { name: 'Invite member…' }).click()
    const dialog = owning.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByText('Enter a valid email address.').waitFor()
    await look(owning.page, name('invite'))
    await dialog.getByLabel(/^Email/).fill(guest.email)
    await dialog.getByLabel('Role').selectOption('developer')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.waitFor({ state: 'detached' })
    const members = owning.page.getByRole('list', { name: 'Members' })
    await members.getByText(guest.email, { exact: true }).first().waitFor()
    await look(owning.page, name('panel'))

    const { page, context, trace } = await portal.open(guest, options)
    const link = new URL(await linkInMail(portal.server.dataDir, guest.email, '/shared'))
    await visit(page, link.pathname + link.search)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.getByRole('link', { name: /^Open/ }).waitFor()
    await look(page, name('shared'))
    await page.getByRole('link', { name: /^Open/ }).click()
    await page.getByText('You are working for').waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    const autoRestart = page.getByRole('switch', { name: 'Auto-restart' })
    await autoRestart.click()
    await look(page, name('acting'))
    expect(await page.getByRole('heading', { name: 'Members' }).count()).toBe(0)

    // Another tab of the same browser shows the guest’s own account.
    const own = await context.newPage()
    await visit(own, '/websites')
    expect(await own.getByText('You are working for').count()).toBe(0)
    await own.close()
    for (const place of ['/websites', '/files', '/databases', '/backups']) {
      await visit(page, new URL(page.url()).pathname.split('/').slice(0, 3).join('/') + place)
      await page.getByText('You are working for').waitFor()
      await look(page, name(place.slice(1)))
    }
    await owning.page.getByRole('button', { name: `Remove ${guest.email}` }).click()
    await owning.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await owning.page.getByText('No members yet.').waitFor()
    expectQuiet(owning.trace)
    expectQuiet(trace)
    await page.reload()
    await page.getByText('Nothing is shared with you').waitFor()
    await context.close()
    await owning.context.close()
  },
)

test.each(looksOf({ viewport: 'desktop', colourScheme: 'dark' }))(
  'a member with the billing role sees and pays a service’s invoices, and nothing else of it: $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `members-bills-${options.viewport}-${options.colourScheme}-${step}`
    const [owner, guest] = [await portal.customer(), await portal.customer()]
    const order = await portal.order(owner)
    await portal.activate(owner, order)
    await verify(guest)
    const owning = await portal.open(owner, options)
    await visit(owning.page, `/server-management/${order.serviceId}?tab=settings`)
    await owning.page.getByRole('button', { name: 'Invite member…' }).click()
    const dialog = owning.page.getByRole('dialog')
    await dialog.getByLabel(/^Email/).fill(guest.email)
    await dialog.getByLabel('Role').selectOption('billing')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await owning.page.getByRole('list', { name: 'Members' }).getByText(guest.email).first().waitFor()

    const { page, context, trace } = await portal.open(guest, options)
    await visit(page, '/shared')
    await page.getByRole('button', { name: /^Accept/ }).click()
    await page.getByRole('link', { name: /^Open/ }).click()
    await page.getByText('You are working for').waitFor()
    await page.waitForURL(/\/as\/[^/]+\/profile\/billing$/)
    await page.getByRole('heading', { name: 'Plan and billing' }).waitFor()
    await page.getByLabel('Term').selectOption('quarterly')
    await page.getByText('Quarterly from the next invoice on').waitFor()
    expect(await page.getByRole('button', { name: 'Change plan…' }).count()).toBe(0)
    const places = page.locator('.shell-rail li a, .bottom-link:is(a)')
    expect(new Set(await places.allTextContents())).toEqual(new Set(['Billing']))
    await look(page, name('page'))
    await page.getByRole('button', { name: 'Pay ahead…' }).click()
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const open = page.getByRole('region', { name: 'Amount due' })
    await open.getByRole('button').first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { name: 'Payment' }).waitFor()
    const pdf = await drawer.getByRole('link', { name: /^Open PDF/ }).getAttribute('href')
    expect(pdf).toStartWith(new URL(page.url()).pathname.split('/').slice(0, 3).join('/'))
    expect(await page.evaluate(async (href) => (await fetch(href ?? '')).status, pdf)).toBe(200)
    await look(page, name('invoice'))
    // As rendered by the server.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor()
    const link = new URL(page.url())
    // Windows side by side, more than a browser has connections, share one stream.
    const windows = await Promise.all(Array.from({ length: 7 }, () => context.newPage()))
    await Promise.all(windows.map((each) => visit(each, link.pathname)))
    for (const each of windows) await each.getByText('Paid until').waitFor()
    expectQuiet(trace)
    await context.close()
    // The mailed link, opened before signing in.
    const later = await portal.open(null, options)
    await visit(later.page, link.pathname + link.search)
    await later.page.getByLabel('Email or mobile number').fill(guest.email)
    await later.page.getByLabel('Password', { exact: true }).fill(password)
    await later.page.getByRole('button', { name: 'Login' }).click()
    await later.page.waitForURL((url) => url.pathname === link.pathname && url.search === link.search)
    await later.page.getByText('You are working for').waitFor()
    await later.context.close()
    await owning.page.getByLabel(`Role of ${guest.email}`).selectOption('viewer')
    await owning.page.getByRole('list', { name: 'Members' }).getByText('Viewer. No end date.').waitFor()
    await look(owning.page, name('members'))
    expectQuiet(owning.trace)
    await owning.context.close()
  },
)
