import { expect, test } from 'bun:test'
import { expectSoon } from '../support/expect-soon.ts'
import { password, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import { customer, landing, portal, prepare } from './gates-steps.ts'

prepare()

test('a user with admin access passes both gates, and has no desk', async () => {
  const helper = await portal.customer()
  const { id } = await helper.call<{ id: string }>('/api/user')
  await portal.admin.call(`/api/admin/users/${id}`, { hasAdminAccess: true }, 'PATCH')
  expect(await landing(helper, '/')).toMatchObject({ path: '/', heading: 'Welcome back, Asha' })
  expect(await landing(helper, '/admin')).toMatchObject({ heading: 'Page Not Found', status: 404 })
})

test.each(['/select-plan', '/pending-activation'])(
  '%s opens for an administrator and for a user with admin access',
  async (path) => {
    const helper = await portal.customer()
    const { id } = await helper.call<{ id: string }>('/api/user')
    await portal.admin.call(`/api/admin/users/${id}`, { hasAdminAccess: true }, 'PATCH')
    for (const person of [portal.admin, helper])
      expect(await landing(person, path)).toMatchObject({ path, status: 200 })
  },
)

test('the waiting page cancels the requested order, and no other', async () => {
  const buyer = await portal.customer()
  const first = await portal.order(buyer, 'first.example.com')
  await portal.order(buyer, 'second.example.com')
  const { page, context } = await portal.open(buyer)
  await visit(page, `/pending-activation?order=${first.id}`)
  const shown = page.getByRole('article').first()
  await shown.getByText('first.example.com').waitFor()
  await shown.getByRole('button', { name: 'Cancel this order…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await shown.getByText('Your Starter order was cancelled. You were not charged.').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Account Pending Activation')
  const orders = await buyer.call<{ domain: string; status: string }[]>('/api/user/orders')
  expect(orders.map(({ domain, status }) => [domain, status])).toEqual([
    ['second.example.com', 'pending'],
    ['first.example.com', 'cancelled'],
  ])
  await context.close()
})

test('an unknown address below the desk is a 404 without the desk around it', async () => {
  expect(await landing(portal.admin, '/admin/nowhere')).toMatchObject({
    heading: 'Page Not Found',
    status: 404,
  })
})

test('a wrong password is reported in a toast, and the page stays', async () => {
  const { page, context } = await portal.open(null)
  await visit(page, '/auth')
  await page.getByLabel('Email or mobile number').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('alert').getByText('Login Failed').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('Invalid credentials')
  expect(new URL(page.url()).pathname).toBe('/auth')
  await context.close()
})

test('sign-up reports what is missing, one toast at a time', async () => {
  const { page, context, trace } = await portal.open(null)
  await rememberToasts(context)
  await visit(page, '/auth?tab=signup')
  await page.getByLabel('Password', { exact: true }).fill(password)
  const submit = page.getByRole('button', { name: 'Create Account' })
  await submit.click()
  await page.getByText('Signup Failed').waitFor()
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await submit.click()
  await page.locator('.toast', { hasText: 'Both email and mobile number are required' }).waitFor()
  await expectSoon(
    () => seenToasts(page),
    ['Signup FailedPasswords do not match', 'Signup FailedBoth email and mobile number are required'],
  )
  await page.waitForFunction(() => document.querySelectorAll('.toast').length === 1)
  expect(trace.requests.filter(({ method }) => method === 'POST')).toEqual([])
  await context.close()
})

test('an unknown address is a 404 page for a visitor', async () => {
  expect(await landing(null, '/nowhere')).toMatchObject({ heading: '404 Page Not Found', status: 404 })
})
