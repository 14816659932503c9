import { expect, test } from 'bun:test'
import type { Person } from '../support/portal.ts'
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
  expect(orders).toEqual([expect.objectContaining({ id: orderId, status: 'rejected' })])
}

test('the waiting page shows why an order was rejected, and leads to another', async () => {
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
