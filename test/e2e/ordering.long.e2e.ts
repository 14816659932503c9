import { expect, test } from 'bun:test'
import { expectSoon } from '../support/expect-soon.ts'
import { password, visit } from '../support/portal.ts'
import { seenToasts } from '../support/toasts.ts'
import { fillCard, openPayment, payButton, portal, prepare } from './ordering-steps.ts'

prepare()

test('category cards link to the plans of the other category, whose custom plan is available on request', async () => {
  const { page, context } = await portal.open(await portal.customer())
  await visit(page, '/select-plan')
  await page.getByRole('heading', { level: 2, name: 'Web Hosting plans' }).waitFor()
  expect(await page.locator('.price-plan').count()).toBe(5)
  await page.locator('.category-card', { hasText: 'VPS Hosting' }).click()
  await page.getByRole('heading', { level: 2, name: 'VPS Hosting plans' }).waitFor()
  expect(await page.locator('.price-plan').count()).toBe(6)
  expect(await page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toBe('/contact')
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: 'Web Hosting plans' }).waitFor()
  await context.close()
})

test('an order whose answer was lost is retried without buying twice', async () => {
  const { page, context, person } = await openPayment('Starter')
  await fillCard(page)
  let isFirst = true
  await page.route('**/api/trpc/orders.create**', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    return route.abort()
  })
  await payButton(page).click()
  await page.locator('.toast', { hasText: 'Order Failed' }).waitFor()
  await payButton(page).click()
  await page.waitForURL('**/pending-activation')
  expect(await person.call<unknown[]>('/api/user/orders')).toHaveLength(1)
  await context.close()
})

test('a failed order says so, and keeps the dialog open', async () => {
  const { page, context } = await openPayment('Starter')
  await fillCard(page)
  await page.route('**/api/trpc/orders.create**', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await payButton(page).click()
  await page.locator('.toast', { hasText: 'Order Failed' }).waitFor()
  await expectSoon(
    () => seenToasts(page),
    ['Order FailedThere was an error processing your order. Please try again.'],
  )
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  await context.close()
})

test('an order with an expired session redirects to the sign-in page', async () => {
  const { page, context, person } = await openPayment('Starter')
  await fillCard(page)
  await person.call('/api/logout', {})
  await payButton(page).click()
  await page.waitForURL('**/auth?next=*')
  await expectSoon(() => seenToasts(page), ['UnauthorizedYou are logged out. Logging in again...'])
  await context.close()
})

test('the plan chosen on the landing page survives sign-up, and opens its payment dialog', async () => {
  const { page, context } = await portal.open(null)
  await visit(page, '/')
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill('chosen@example.com')
  await dialog.getByLabel('Mobile number').fill('98111 22333')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Confirm password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/select-plan?plan=*')
  await page.getByRole('dialog').getByRole('button', { name: 'Place order · ₹799/month' }).waitFor()
  await context.close()
})
