import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { startReceiver } from '../support/receiver.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } })
})
afterEach(() => portal.closeWindows())
afterAll(() => portal.stop())

const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread > 0 ? new RegExp(`^Activity.*, ${unread} unread$`) : /^Activity(?!.*unread)/,
  })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Activity' })
const notices = (page: Page) => drawer(page).getByRole('region', { name: 'Notifications' })
const dialog = (page: Page) => page.getByRole('dialog')

const reject = ({ id }: Order, reason: string) =>
  portal.admin.call(`/api/admin/orders/${id}/reject`, { reason })

/** Notifies a customer by rejecting one of their orders. */
async function rejectOrder(person: Person, domain: string): Promise<void> {
  await reject(await portal.order(person, domain), `Not ${domain}.`)
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'dark' }))(
  'a notice arrives while the page is open, and is read, on a $viewport',
  async (look) => {
    const person = await portal.customer()
    const { page, context, trace } = await portal.open(person, look)
    await visit(page, '/account')
    const other = await context.newPage()
    await visit(other, '/account')
    await rejectOrder(person, `first.${look.viewport}.example.com`)
    await rejectOrder(person, `second.${look.viewport}.example.com`)
    for (const tab of [page, other]) await bell(tab, 2).waitFor()
    expect(await page.locator('.toast').count()).toBe(0)

    await page.bringToFront()
    await bell(page, 2).click()
    await notices(page).getByRole('heading', { name: 'Today' }).waitFor()
    const rows = notices(page).getByRole('listitem')
    expect(await rows.first().textContent()).toContain(`Not second.${look.viewport}.example.com.`)
    await expectNoAxeViolations(page)
    await rows
      .first()
      .getByRole('button', { name: /^Mark as read/ })
      .click()
    for (const tab of [page, other]) await bell(tab, 1).waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Notifications')
    await rows
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click()
    await until(async () => (await rows.count()) === 1)

    await rows.getByRole('link', { name: 'Your order could not be accepted' }).click()
    await drawer(page).waitFor({ state: 'detached' })
    // A page without a bell: a customer without a service chooses a plan first.
    await page.waitForURL('**/select-plan*')
    await bell(other, 0).waitFor({ state: 'attached' })
    expectQuiet(trace)
  },
)

test('all notices are marked as read at once, and the panel links to the settings', async () => {
  const person = await portal.customer()
  for (const name of ['one', 'two', 'three']) await rejectOrder(person, `${name}.all.example.com`)
  const { page, trace } = await portal.open(person)
  await visit(page, '/account')
  await bell(page, 3).click()
  await notices(page).getByRole('button', { name: 'Mark all as read' }).click()
  await notices(page).getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  await bell(page, 0).waitFor({ state: 'attached' })
  expect(await notices(page).getByRole('listitem').count()).toBe(3)
  await notices(page).getByRole('link', { name: 'Choose notifications' }).click()
  await page.waitForURL('**/account/notifications')
  await drawer(page).waitFor({ state: 'detached' })
  expectQuiet(trace)
})

test('the panel says that there are no notices, and offers a retry when they cannot be loaded', async () => {
  const { page, trace } = await portal.open(await portal.customer())
  let isBroken = true
  await page.route('**/api/trpc/*notifications.list*', (route) =>
    isBroken ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
  )
  await visit(page, '/account')
  await bell(page, 0).click()
  await notices(page).getByText('Your notifications could not be loaded').waitFor()
  isBroken = false
  await notices(page).getByRole('button', { name: 'Try again' }).click()
  await notices(page).getByText('No notifications yet.').waitFor()
  expectQuiet(trace, [/500/])
})

test.each(looksOf({ viewport: 'desktop', colourScheme: 'light' }))(
  'notification settings are chosen and stored, on a $viewport',
  async (look) => {
    const person = await portal.customer()
    const { page, trace } = await portal.open(person, look)
    await visit(page, '/account')
    await page.getByRole('link', { name: 'Choose notifications' }).click()
    const box = (kind: string, way: string) => page.getByRole('checkbox', { name: `${kind}: ${way}` })
    // The choice shows a moment after the click, which playwright’s check() does not wait for.
    await box('A backup failed', 'Email').click()
    await box('A domain was verified', 'Email').click()
    await until(async () => !(await box('A backup failed', 'Email').isChecked()))
    await until(() => box('A domain was verified', 'Email').isChecked())
    const locked = box('The password was changed', 'Email')
    expect([await locked.isDisabled(), await locked.isChecked()]).toEqual([true, true])
    await page.getByText('Security emails are always sent').waitFor()
    await expectNoAxeViolations(page)
    await until(async () => {
      const all = await person.call<{ kind: string; mail: boolean }[]>('/api/user/notifications/preferences')
      const mail = (kind: string) => all.find((each) => each.kind === kind)?.mail
      return mail('backup.failed') === false && mail('domain.verified') === true
    })
    await page.reload()
    await box('A backup failed', 'Email').waitFor()
    expect(await box('A backup failed', 'Email').isChecked()).toBe(false)
    expect(await box('A domain was verified', 'Email').isChecked()).toBe(true)
    expect(await box('A backup failed', 'Screen').isChecked()).toBe(true)
    expectQuiet(trace)
  },
)

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('button', { name: entry, exact: true }).and(page.locator(':visible')).click()
}

test.each(looksOf({ viewport: 'phone', colourScheme: 'light' }))(
  'a webhook is created, called, replayed and removed, on a $viewport',
  async (look) => {
    const person = await portal.customer()
    const receiver = startReceiver()
    const { page, trace } = await portal.open(person, look)
    await visit(page, '/account')
    await page.getByRole('link', { name: 'Manage webhooks' }).click()
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Create webhook…' }).click()
    const address = dialog(page).getByRole('textbox', { name: 'Address' })
    const create = dialog(page).getByRole('button', { name: 'Create webhook' })
    await address.fill('ftp://example.com')
    await create.click()
    await dialog(page).locator('[aria-invalid="true"]').waitFor()
    await address.fill(receiver.url)
    await dialog(page).getByLabel('Everything').uncheck()
    await dialog(page).getByLabel('An order was rejected').check()
    await expectNoAxeViolations(page)
    await create.click()
    const secret = dialog(page).getByLabel('Secret', { exact: true })
    expect(await secret.inputValue()).toMatch(/^whsec_/)
    await expectNoAxeViolations(page)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText('1 event').waitFor()
    expect(await page.content()).not.toContain('whsec_')
    await expectNoAxeViolations(page)

    await rejectOrder(person, `hook.${look.viewport}.example.com`)
    await until(async () => receiver.got.length === 1)
    expect(JSON.parse(receiver.got[0]?.body ?? '')).toMatchObject({ kind: 'order.rejected' })
    await choose(page, 'Deliveries')
    const delivery = dialog(page).getByRole('listitem')
    await delivery.getByText('Delivered').waitFor()
    await delivery.getByText(/^Status 200, \d+ ms$/).waitFor()
    await delivery.getByText('Response').click()
    await delivery.getByText('thanks', { exact: true }).waitFor()
    await expectNoAxeViolations(page)
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await until(async () => receiver.got.length === 2)
    const [first, second] = receiver.got.map(({ headers }) => headers.get('webhook-id'))
    expect(second).toBe(first ?? '')
    await until(async () => (await delivery.getByText('Delivered').count()) === 2)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })

    await choose(page, 'Send a test')
    await dialog(page).getByText('webhook.test', { exact: true }).waitFor()
    await until(async () => receiver.got.length === 3)
    await page.keyboard.press('Escape')
    await choose(page, 'Remove…')
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No webhooks yet').waitFor()
    // Caused by the refused address.
    expectQuiet(trace, [/422/])
    await receiver.close()
  },
)

test('a webhook is edited, gets a new secret, and is disabled and enabled', async () => {
  const person = await portal.customer()
  await person.call('/api/user/webhooks', { url: 'https://hooks.example.com/one', kinds: ['backup.failed'] })
  const { page, trace } = await portal.open(person)
  await visit(page, '/account/webhooks')
  await choose(page, 'Edit…')
  await dialog(page).getByLabel('Description').fill('Team chat')
  await dialog(page).getByLabel('A backup failed').uncheck()
  expect(await dialog(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog(page).getByLabel('Everything').check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Team chat').waitFor()
  await page.getByRole('cell', { name: 'Everything' }).waitFor()

  await choose(page, 'New secret…')
  await dialog(page).getByRole('button', { name: 'Create new secret', exact: true }).click()
  expect(await dialog(page).getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await dialog(page).waitFor({ state: 'detached' })

  await choose(page, 'Disable')
  await page.getByText('Disabled', { exact: true }).waitFor()
  await choose(page, 'Deliveries')
  await dialog(page).getByText('No deliveries yet').waitFor()
  await page.keyboard.press('Escape')
  await choose(page, 'Enable')
  await page.getByText('Enabled', { exact: true }).waitFor()
  expectQuiet(trace)
})
