import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { linkInMail } from '../support/mails.ts'
import { type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const look = async (page: Page, name: string): Promise<void> => {
  await expectNoAxeViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await screenshot(page, name)
}

/** A customer with a service, a domain, a project, a mailbox and a message to support. */
async function createCustomer(): Promise<Person & { id: string; domain: string; registered: string }> {
  const person = await portal.customer()
  const domain = `shop-${crypto.randomUUID().slice(0, 8)}.example.com`
  const order = await portal.order(person, domain, 'Premium')
  await portal.activate(person, order)
  await person.call('/api/projects', { name: 'Spring sale' })
  const wish = { name: `temple-${crypto.randomUUID().slice(0, 8)}` }
  const { name: registered } = await person.call<{ name: string }>('/api/domains/register', wish)
  await portal.admin.call('/api/contact', {
    ...{ firstName: 'Asha', lastName: 'Rao', email: person.email },
    ...{ subject: 'Moving my shop', message: 'Do you move sites?' },
  })
  const { id } = await person.call<{ id: string }>('/api/user')
  return { ...person, id, domain, registered }
}

test.each(looksOf({ viewport: 'desktop', colourScheme: 'light' }))(
  'a customer’s page shows all of these, with a note, a message and a password reset: $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `customer-${options.viewport}-${options.colourScheme}-${step}`
    const customer = await createCustomer()
    const { page, context, trace } = await portal.open(portal.admin, options)
    await visit(page, `/admin/customers?q=${encodeURIComponent(customer.email)}`)
    await page.locator('.desk-row-link', { hasText: customer.email }).click()
    await page.getByRole('heading', { name: 'Asha Rao', level: 1 }).waitFor()
    for (const [section, text] of [
      ['Services', customer.domain],
      ['Orders', 'Premium'],
      ['Invoices', 'INV/'],
      ['Domains', 'temple'],
      ['Projects', 'Spring sale'],
      ['Messages from this address', 'Moving my shop'],
      ['Sign-ins, last 90 days', 'signed in'],
      ['Audit', 'Service activated'],
    ] as const)
      await page
        .getByRole('region', { name: section })
        .getByText(text, { exact: false })
        .first()
        .waitFor({ timeout: 5_000 })
        .catch((error: unknown) => {
          throw new Error(`${section} has no ${text}`, { cause: error })
        })
    await look(page, name('page'))

    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add note…' }).click()
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await dialog.getByText('Write a note.').waitFor()
    await dialog.getByLabel(/^Note/).fill('Prefers a call after ten.')
    await look(page, name('note'))
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await dialog.waitFor({ state: 'detached' })
    const notes = page.getByRole('list', { name: 'Notes' })
    await notes.getByText('Prefers a call after ten.').first().waitFor()
    await notes.getByRole('button', { name: /^Change/ }).click()
    await dialog.getByLabel(/^Note/).fill('Prefers an email.')
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await notes.getByText('Prefers an email.').first().waitFor()

    await page.getByRole('button', { name: 'Send message…' }).click()
    await dialog.getByLabel(/^Subject/).fill('Your move')
    await dialog.getByLabel(/^Message/).fill('We begin on Friday.')
    await look(page, name('message'))
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await page
      .getByRole('region', { name: 'Messages to this customer' })
      .getByText('Your move')
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Reset password…' }).click()
    await dialog.getByRole('button', { name: 'Send reset email' }).click()
    await page.getByText('Reset email sent').waitFor()
    expect(await linkInMail(portal.server.dataDir, customer.email, '/auth/reset')).toContain('token=')

    await notes.getByRole('button', { name: /^Delete/ }).click()
    await dialog.getByRole('button', { name: 'Delete note' }).click()
    await page.getByText('No notes yet.').waitFor()
    await look(page, name('after'))
    expectQuiet(trace)
    await context.close()
  },
)

test.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'an administrator views the portal as a customer, changes nothing, and ends the view: $viewport, $colourScheme',
  async (options) => {
    const name = (step: string) => `view-as-${options.viewport}-${options.colourScheme}-${step}`
    const customer = await createCustomer()
    const { page, context, trace } = await portal.open(portal.admin, options)
    await visit(page, `/admin/customers/${customer.id}`)
    await page.getByRole('button', { name: 'View as…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing can be changed.').waitFor()
    await look(page, name('dialog'))
    const opening = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Open in a new tab' }).click()
    const view = await opening
    const banner = view.getByRole('region', { name: 'View as customer' })
    await banner.getByText(customer.email).waitFor()
    await banner.getByText(/read-only · ends \d\d:\d\d/).waitFor()
    const base = new URL(view.url()).pathname.split('/').slice(0, 3).join('/')
    const places = [
      '/dashboard',
      '/websites',
      '/cloud-management',
      '/domains',
      '/email',
      '/databases',
      '/files',
      '/backups',
    ]
    for (const place of [...places, '/projects', '/profile', '/profile/billing', '/select-plan']) {
      await visit(view, base + place)
      await banner.getByText(customer.email).waitFor()
      expect(await view.locator('.toast').count()).toBe(0)
      if (place === '/dashboard' || place === '/domains') await look(view, name(place.slice(1)))
    }
    expect(await view.content()).not.toContain('Admin Panel')
    // No link points to a private page, and its address says that it is private.
    const closed = ['/account', '/account/data', '/account/api-keys', '/account/webhooks', '/shared']
    for (const place of closed) expect(await view.locator(`a[href$="${place}"]`).count()).toBe(0)
    const office = { local: 'office', domain: customer.registered, type: 'mailbox' }
    const mailbox = await customer.call<{ id: string }>('/api/email/accounts', office)
    for (const place of [...closed, `/email/${mailbox.id}`]) {
      await visit(view, base + place)
      await view.getByText('A customer’s account, messages and database contents are private.').waitFor()
      expect(await view.content()).not.toContain('this is private to the account')
    }
    await look(view, name('account'))
    // The menu covers the page, but not the button that closes it.
    const menu = view.locator('.user-menu')
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Profile' }).waitFor()
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Profile' }).waitFor({ state: 'hidden' })
    await view.keyboard.press('Control+k')
    await view.getByRole('combobox').fill('Two-factor')
    await view.getByText('No results for').first().waitFor()
    await view.keyboard.press('Escape')
    await view.getByRole('link', { name: 'Back to the dashboard' }).click()
    await view.waitForURL(`**${base}/`)

    await visit(view, `${base}/projects`)
    await view
      .getByRole('button', { name: /New Project|Create Project/ })
      .first()
      .click()
    const creating = view.getByRole('dialog')
    await creating.getByLabel(/Name/).first().fill('Mine')
    await creating.getByRole('button', { name: /Create/ }).click()
    await view.getByText(`You are viewing as ${customer.email}; nothing can be changed.`).first().waitFor()
    await look(view, name('refused'))
    const projects = await customer.call<{ name: string }[]>('/api/projects')
    expect(projects.map((project) => project.name)).toEqual(['Spring sale'])

    const asked = await view.evaluate(async (path) => (await fetch(path)).status, `${base}/api/user`)
    expect(asked).toBe(200)
    await visit(view, `${base}/dashboard`)
    await banner.getByRole('button', { name: 'End' }).click()
    await view.waitForURL(`**/admin/customers/${customer.id}`)
    const gone = await view.evaluate(async (path) => (await fetch(path)).status, `${base}/api/user`)
    expect(gone).toBe(403)
    await view.goto(`${base}/dashboard`)
    expect(new URL(view.url()).pathname).toBe(`/admin/customers/${customer.id}`)
    expectQuiet(trace, [/responded with a status of 403 .*\/as\//])
    await context.close()

    // A customer without a service is redirected to the plans, below the view’s address.
    const newcomer = await portal.customer()
    const { id } = await newcomer.call<{ id: string }>('/api/user')
    const looking = await portal.open(portal.admin, options)
    const second = await portal.admin.call<{ id: string }>(`/api/admin/customers/${id}/view`, {})
    await visit(looking.page, `/as/${second.id}/`)
    expect(new URL(looking.page.url()).pathname).toBe(`/as/${second.id}/select-plan`)
    await looking.page.getByRole('region', { name: 'View as customer' }).getByText(newcomer.email).waitFor()
    expectQuiet(looking.trace)
    await looking.context.close()

    // Neither the customer nor another user can open the view.
    const theirs = await portal.open(customer, options)
    await theirs.page.goto(`/admin/customers/${customer.id}`)
    await theirs.page.getByText('Page Not Found').first().waitFor()
    await theirs.page.goto(`${base}/dashboard`)
    expect(new URL(theirs.page.url()).pathname).toBe('/shared')
    await theirs.context.close()
  },
)
