import { expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { until, visit } from '../support/portal.ts'
import { openDesk, placed, portal, prepare } from './desk-steps.ts'

prepare()

test('a decision is in the address, for back, forward and a pasted link', async () => {
  const { order } = await placed('address.example.com')
  const { page, context } = await openDesk('/admin/orders?q=address.example')
  await page.locator(`#order-${order.id}`).click()
  const detail = page.getByRole('complementary', { name: 'Order' })
  await detail.waitFor()
  await page.goBack()
  await detail.waitFor({ state: 'detached' })
  await page.goForward()
  await detail.getByText('Order created').waitFor()
  const pasted = page.url()
  await visit(page, pasted)
  expect(await detail.getByText('Order created').isVisible()).toBe(true)
  await context.close()
})

test('the overview links to the order that has waited longest, and each figure to its list', async () => {
  await placed('longest.example.com')
  const { page, context, trace } = await openDesk('/admin')
  await page.getByText('Outgoing mail is only saved to files.').waitFor()
  const figures = page.getByRole('navigation', { name: 'Figures' })
  const links = await figures
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual([
    '/admin/orders',
    '/admin/orders?status=approved',
    '/admin/jobs?status=failed',
    '/admin/backups?status=failed',
    '/admin/system?tab=mails',
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

test('several orders are approved together, and one cancelled meanwhile stops none of the others', async () => {
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

test('terminating a service requires typing its name', async () => {
  const { person, order } = await placed('ends.example.com')
  await portal.activate(person, order)
  const { page, context } = await openDesk('/admin/services?q=ends.example.com')
  await page.getByRole('button', { name: /^Actions for / }).click()
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
