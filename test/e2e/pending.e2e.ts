import { expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { type Person, visit } from '../support/portal.ts'
import { expectMovedOn, portal, prepare, wait } from './pending-steps.ts'

prepare()

test('the waiting page moves on when the network returns after the approval', async () => {
  const { page, context, person, order } = await wait(portal, 'offline.example.com')
  await context.setOffline(true)
  await portal.activate(person, order)
  await context.setOffline(false)
  await expectMovedOn(page)
  await context.close()
})

async function reject(person: Person, orderId: string, reason: string): Promise<void> {
  await portal.admin.call(`/api/admin/orders/${orderId}/reject`, { reason })
  const orders = await person.call<{ id: string; status: string }[]>('/api/user/orders')
  expect(orders).toContainEqual(expect.objectContaining({ id: orderId, status: 'rejected' }))
}

test('the waiting page shows why an order was rejected, and links to a new one', async () => {
  const { page, context, person, order } = await wait(portal, 'refused.example.com')
  await reject(person, order.id, 'The card was declined by the bank.')
  await page.getByRole('heading', { level: 1, name: 'Order Not Approved' }).waitFor()
  expect(await page.getByRole('blockquote').textContent()).toBe('The card was declined by the bank.')
  await page.getByRole('link', { name: 'Choose another plan' }).click()
  await page.waitForURL('**/select-plan')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await context.close()
})

test('a cancelled order ends the waiting', async () => {
  const { page, context, person } = await wait(portal, 'taken-back.example.com')
  await page.getByRole('button', { name: 'Cancel this order…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order Cancelled' }).waitFor()
  expect(await person.call<unknown[]>('/api/user-services')).toEqual([])
  await context.close()
})

test('a customer sees the outcome of each order in the shell, where the other services are', async () => {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person, 'running.example.com'))
  const refused = await portal.order(person, 'refused.orders.example.com', 'Business')
  await portal.order(person, 'kept.orders.example.com', 'Premium')
  const { page, context } = await portal.open(person)
  await visit(page, '/pending-activation')
  await page.getByRole('heading', { level: 1, name: 'Your 2 orders are in review' }).waitFor()
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByText('Websites').waitFor()
  await expectNoAxeViolations(page)
  await reject(person, refused.id, 'The card was declined by the bank.')
  const article = page.getByRole('article').filter({ hasText: 'refused.orders.example.com' })
  await article.getByText('The card was declined by the bank.').waitFor()
  await page.locator('.toast', { hasText: 'Order Not Approved' }).waitFor()
  const other = page.getByRole('article').filter({ hasText: 'kept.orders.example.com' })
  await other.getByText('Status: Pending Activation').waitFor()
  await other.getByRole('button', { name: 'Cancel this order…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await page.locator('.toast', { hasText: 'Order Cancelled' }).waitFor()
  await other.getByText('Your Premium order was cancelled. You were not charged.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Your orders were reviewed' }).waitFor()
  await expectNoAxeViolations(page)
  expect(await article.getByText('The card was declined by the bank.').isVisible()).toBe(true)
  await context.close()
})
