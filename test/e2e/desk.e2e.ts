import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { type Order, type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const focusedRow = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '')

async function placed(domain: string): Promise<{ person: Person; order: Order }> {
  const person = await portal.customer()
  return { person, order: await portal.order(person, domain) }
}

async function openDesk(path = '/admin/orders') {
  const opened = await portal.open(portal.admin)
  await visit(opened.page, path)
  return opened
}

test('the desk can be used by its keys', async () => {
  const shop = crypto.randomUUID()
  const domains = ['one', 'two', 'three'].map((word) => `${shop}-${word}.example.com`)
  const rows = []
  for (const domain of domains) rows.push(await placed(domain))
  const { page, context, trace } = await openDesk(`/admin/orders?q=${shop}`)
  const ids = await page.locator('.desk-row-link').evaluateAll((links) => links.map(({ id }) => id))
  expect(ids.toSorted()).toEqual(rows.map(({ order }) => `order-${order.id}`).toSorted())
  const press = async (key: string, row: string | undefined) => {
    await page.keyboard.press(key)
    expect(await focusedRow(page)).toBe(row ?? '')
  }
  // The shell listens before the page in it does: the first key waits for it.
  await page.keyboard.press('k')
  await until(async () => (await focusedRow(page)) === ids[0])
  await press('j', ids[1])
  await press('j', ids[2])
  await press('j', ids[2])
  await press('k', ids[1])
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: 'Order' })
  await detail.getByRole('heading', { name: /Starter/ }).waitFor()
  expect(`order-${new URL(page.url()).searchParams.get('selected')}`).toBe(ids[1] ?? '')

  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Approve this order' })
  await dialog.getByLabel('Note (optional)').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.type('jk/')
  expect(await dialog.getByLabel('Note (optional)').inputValue()).toBe('jk/')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('x')
  await page.getByText('1 order selected').waitFor()
  await page.keyboard.press('x')
  await page.getByText('1 order selected').waitFor({ state: 'detached' })

  await page.keyboard.press('r')
  const refusal = page.getByRole('dialog', { name: 'Reject this order' })
  await refusal.getByRole('button', { name: 'Reject the order' }).click()
  await refusal.getByText('Give a reason.').waitFor()
  await refusal.getByLabel('Reason').fill('The card was declined.')
  await refusal.getByRole('button', { name: 'Reject the order' }).click()
  await refusal.waitFor({ state: 'detached' })
  await detail.getByText('The card was declined.').first().waitFor()
  await page.locator(`#${ids[1]}`).waitFor({ state: 'detached' })

  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(`${shop}-three`)
  await page.waitForURL(`**/admin/orders?q=${shop}-three`)
  await page.waitForFunction(() => document.querySelectorAll('.desk-row-link').length === 1)
  expectQuiet(trace)
  await context.close()
})

test('a decision is in the address, for back, forward and a pasted link', async () => {
  const { order } = await placed('address.example.com')
  const { page, context } = await openDesk('/admin/orders?q=address.example')
  await page.locator(`#order-${order.id}`).click()
  const detail = page.getByRole('complementary', { name: 'Order' })
  await detail.waitFor()
  await page.goBack()
  await detail.waitFor({ state: 'detached' })
  await page.goForward()
  await detail.getByText('order.create').waitFor()
  const pasted = page.url()
  await visit(page, pasted)
  expect(await detail.getByText('order.create').isVisible()).toBe(true)
  await context.close()
})

test('a new order appears without a reload, and an approved one shows its progress to active', async () => {
  const { page, context, trace } = await openDesk()
  const { order, person } = await placed('live.example.com')
  await page.locator(`#order-${order.id}`).click()
  const detail = page.getByRole('complementary', { name: 'Order' })
  await detail.getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Server IP (optional)').fill('999.1.1.1')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.getByText('Enter an IP address.').waitFor()
  await dialog.getByLabel('Server IP (optional)').fill('192.0.2.55')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await detail.getByText('order.approve').waitFor()
  await detail.getByText(/^active$/i).waitFor()
  const services = await person.call<{ serverIp: string }[]>('/api/user-services')
  expect(services).toEqual([expect.objectContaining({ serverIp: '192.0.2.55' })])
  expectQuiet(trace)
  await context.close()
})

test('the overview leads to the order that has waited longest, and each figure to its list', async () => {
  await placed('longest.example.com')
  const { page, context, trace } = await openDesk('/admin')
  await page.getByText('Outgoing mail is written to files only.').waitFor()
  const figures = page.getByRole('navigation', { name: 'Figures' })
  const links = await figures
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual([
    '/admin/orders',
    '/admin/orders?status=approved',
    '/admin/jobs?status=failed',
    '/admin/backups',
    '/admin/system',
    '/admin/system',
  ])
  await page
    .getByRole('table', { name: /waited longest/ })
    .getByRole('link')
    .first()
    .click()
  const detail = page.getByRole('complementary', { name: 'Order' })
  await detail.getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this order' })
  for (const name of ['Customer', 'Plan', 'Amount', 'Domain'])
    await dialog.getByText(name, { exact: true }).waitFor()
  expectQuiet(trace)
  await context.close()
})

test('several orders are approved at once, and one that was cancelled meanwhile stops none of the others', async () => {
  const shop = crypto.randomUUID()
  const all = []
  for (const word of ['one', 'two', 'three']) all.push(await placed(`${shop}-${word}.example.com`))
  const { page, context } = await openDesk(`/admin/orders?q=${shop}`)
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Approve selected…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve these 3 orders' })
  const rows = dialog.getByRole('listitem')
  for (const { person, order } of all) {
    const row = rows.filter({ hasText: person.email })
    await row.getByText('Starter, ₹99/month').waitFor()
    expect(await row.textContent()).toContain(shop)
    if (order === all[1]?.order) await person.call(`/api/orders/${order.id}/cancel`, {})
  }
  await dialog.getByRole('button', { name: 'Approve 3' }).click()
  await dialog.getByRole('button', { name: 'Try 1 again' }).waitFor()
  expect(await rows.filter({ hasText: 'Not approved' }).textContent()).toContain('This order was cancelled.')
  expect(await rows.getByText('Approved', { exact: true }).count()).toBe(2)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.locator('.desk-row-link').first().waitFor({ state: 'detached' })
  for (const { person, order } of [all[0], all[2]].flatMap((each) => each ?? [])) {
    const orders = await person.call<{ id: string; status: string }[]>('/api/user/orders')
    expect(orders).toEqual([expect.objectContaining({ id: order.id, status: 'approved' })])
  }
  await context.close()
})

test('an incident is posted, updated and resolved, and the status page tells it without a script', async () => {
  const { page, context, trace } = await openDesk('/admin/status')
  const visitor = await portal.open(null, { javaScript: false })
  await page.getByRole('button', { name: 'Post an incident…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Post incident' }).click()
  await dialog.getByText('Enter a title.').waitFor()
  await dialog.getByLabel('Title').fill('Mails are late')
  await dialog.getByLabel('Message').fill('We are looking into it.')
  await dialog.getByRole('button', { name: 'Post incident' }).click()
  await dialog.waitFor({ state: 'detached' })
  await visitor.page.goto('/status')
  await visitor.page.getByRole('heading', { name: 'Open incidents' }).waitFor()
  await visitor.page.getByText('We are looking into it.').waitFor()

  await page.getByRole('button', { name: 'Update… Mails are late' }).click()
  await dialog.getByLabel('State').selectOption('resolved')
  await dialog.getByLabel('Message').fill('The queue is empty again.')
  await dialog.getByRole('button', { name: 'Post update' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: /^Update…/ }).count()).toBe(0)
  await visitor.page.goto('/')
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Service status' }).click()
  await visitor.page.getByRole('heading', { name: 'Past incidents' }).waitFor()
  expect(await visitor.page.getByRole('heading', { name: 'Open incidents' }).count()).toBe(0)
  await visitor.page.getByRole('img', { name: /Uptime of the portal\. .*: 1 day .*, 89 days/ }).waitFor()
  expectQuiet(trace)
  await Promise.all([context.close(), visitor.context.close()])
})

test('a service is suspended with a reason that its customer reads, and is reinstated', async () => {
  const { person, order } = await placed('suspend.example.com')
  await portal.activate(person, order)
  const customer = await portal.open(person)
  await visit(customer.page, '/dashboard')
  const { page, context } = await openDesk('/admin/services?q=suspend.example.com')
  await page.getByRole('button', { name: 'Suspend…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason (optional)').fill('An invoice is open')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await customer.page.getByText('Suspended: An invoice is open').waitFor()
  await page.getByRole('button', { name: 'Unsuspend' }).click()
  await customer.page.getByText('Suspended: An invoice is open').waitFor({ state: 'detached' })
  await Promise.all([context.close(), customer.context.close()])
})

test('terminating a service requires typing its name', async () => {
  const { person, order } = await placed('ends.example.com')
  await portal.activate(person, order)
  const { page, context } = await openDesk('/admin/services?q=ends.example.com')
  await page.getByRole('button', { name: 'Terminate…' }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Terminate', exact: true })
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByLabel('Type ends.example.com to confirm').fill('ends.example.com')
  await button.click()
  await dialog.waitFor({ state: 'detached' })
  await until(async () => (await person.call<unknown[]>('/api/user-services')).length === 0)
  await context.close()
})

test('a changed price appears on the landing page at once', async () => {
  const { page, context } = await openDesk('/admin/catalogue')
  await page.getByRole('button', { name: 'Edit… Pro', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Pro' })
  await dialog.getByLabel('Rupees a month').fill('849')
  await dialog.getByRole('button', { name: 'Save plan' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('₹849').waitFor()
  const landing = await (await fetch(portal.url)).text()
  expect(landing).toContain('₹849')
  expect(landing).not.toContain('₹799')
  await context.close()
})
