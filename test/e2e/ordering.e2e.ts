import { expect, test } from 'bun:test'
import { visit } from '../support/portal.ts'
import { fillCard, openPayment, payButton, portal, prepare } from './ordering-steps.ts'

prepare()

test('the plan in the address opens the payment dialog, and closing it returns to the plans', async () => {
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

test('a double click on the pay button places one order', async () => {
  const { page, context, person, trace } = await openPayment('Starter')
  await fillCard(page)
  await payButton(page).dblclick()
  await page.waitForURL('**/pending-activation')
  expect(await person.call<unknown[]>('/api/user/orders')).toHaveLength(1)
  expect(trace.requests.filter(({ method, url }) => method === 'POST' && /orders/.test(url))).toHaveLength(1)
  await context.close()
})

test('a changed price is shown before an order is placed', async () => {
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

test('after an order neither back, forward, reload nor the sign-in page reopens its payment dialog', async () => {
  const { page, context } = await openPayment('Starter')
  const plan = new URL(page.url()).searchParams.get('plan')
  await fillCard(page)
  await payButton(page).click()
  const expectWaiting = async () => {
    await page.waitForURL('**/pending-activation')
    await page.getByRole('heading', { level: 1, name: 'Account Pending Activation' }).waitFor()
  }
  await expectWaiting()
  const expectPlans = async () => {
    await page.waitForURL('**/select-plan')
    await page.getByRole('heading', { level: 1, name: 'Choose your plan' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  await page.goBack()
  await expectPlans()
  await page.goForward()
  await expectWaiting()
  for (const address of [`/select-plan?plan=${plan}`, `/auth?tab=signup&plan=${plan}`]) {
    await visit(page, address)
    await expectPlans()
  }
  await page.reload()
  await expectPlans()
  await page.getByRole('link', { name: 'Choose Starter', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await context.close()
})
