import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { password, startPortal, type TestPortal, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

/** A new customer before the payment dialog of a plan. */
async function openPayment(plan: string) {
  const person = await portal.customer()
  const opened = await portal.open(person)
  await rememberToasts(opened.context)
  await visit(opened.page, '/select-plan')
  await opened.page.getByRole('link', { name: `Choose ${plan}`, exact: true }).click()
  await opened.page.getByRole('dialog').waitFor()
  return { ...opened, person }
}

async function fillCard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByLabel('Expiry (MM/YY)').fill('12/30')
  await dialog.getByLabel('CVC').fill('987')
}

const payButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /Place order/ })

test('the plan in the address opens the payment dialog, and closing it leads back to the plans', async () => {
  const { page, context } = await openPayment('Starter')
  const address = page.url()
  expect(new URL(address).searchParams.get('plan')).toBe((await portal.plan()).id)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await visit(page, address)
  await page.getByRole('dialog').waitFor()
  expect(await page.getByLabel('Card number').inputValue()).toBe('')
  await context.close()
})

test('category cards lead to the plans of the other category, whose custom plan is available on request', async () => {
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

test('a double click on the pay button makes one order', async () => {
  const { page, context, person, trace } = await openPayment('Starter')
  await fillCard(page)
  await payButton(page).dblclick()
  await page.waitForURL('**/pending-activation')
  expect(await person.call<unknown[]>('/api/user/orders')).toHaveLength(1)
  expect(trace.requests.filter(({ method, url }) => method === 'POST' && /orders/.test(url))).toHaveLength(1)
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
  expect(await seenToasts(page)).toEqual([
    'Order FailedThere was an error processing your order. Please try again.',
  ])
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  await context.close()
})

test('an order with an expired session leads to the sign-in page', async () => {
  const { page, context, person } = await openPayment('Starter')
  await fillCard(page)
  await person.call('/api/logout', {})
  await payButton(page).click()
  await page.waitForURL('**/auth?next=*')
  expect(await seenToasts(page)).toEqual(['UnauthorizedYou are logged out. Logging in again...'])
  await context.close()
})

test('a changed price is shown before anything is ordered', async () => {
  const plan = await portal.plan('Premium')
  const { page, context, person } = await openPayment('Premium')
  await fillCard(page)
  await portal.admin.call(`/api/admin/pricing-plans/${plan.id}`, { price: 555 }, 'PATCH')
  await payButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The price has changed').waitFor()
  await dialog.getByRole('button', { name: 'Place order · ₹555/month' }).waitFor()
  expect(await person.call<unknown[]>('/api/user/orders')).toEqual([])
  await payButton(page).click()
  await page.waitForURL('**/pending-activation')
  expect(await person.call<unknown[]>('/api/user/orders')).toEqual([expect.objectContaining({ amount: 555 })])
  await context.close()
})

test('an unavailable domain is reported at its field', async () => {
  const { page, context, person } = await openPayment('Starter')
  await fillCard(page)
  const domain = page.getByRole('dialog').getByLabel('Domain (optional)')
  await domain.fill('not a domain')
  await payButton(page).click()
  await page.getByText('Enter a full domain name, such as example.com.').waitFor()
  expect(await domain.getAttribute('aria-invalid')).toBe('true')
  await domain.fill('good.example.com')
  await payButton(page).click()
  await page.waitForURL('**/pending-activation')
  expect(await person.call<unknown[]>('/api/user/orders')).toEqual([
    expect.objectContaining({ domain: 'good.example.com' }),
  ])
  await context.close()
})

test('the plan chosen on the landing page survives sign-up, up to its payment dialog', async () => {
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
