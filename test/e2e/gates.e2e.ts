import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { type Person, password, ready, startPortal, type TestPortal, visit } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

let portal: TestPortal
let customer: Person
beforeAll(async () => {
  portal = await startPortal()
  customer = await portal.customer()
  await portal.activate(customer, await portal.order(customer, 'gate.example.com'))
})
afterAll(() => portal.stop())

async function landing(person: Person | null, path: string) {
  const { page, context } = await portal.open(person)
  const answer = await page.goto(path)
  const place = {
    path: new URL(page.url()).pathname + new URL(page.url()).search,
    heading: await page.locator('h1').first().textContent(),
    status: answer?.status(),
  }
  await context.close()
  return place
}

test('a visitor sees the landing page at /', async () => {
  expect(await landing(null, '/')).toMatchObject({ path: '/', heading: expect.not.stringMatching(/Welcome/) })
})

test.each(['/', '/dashboard'])('%s leads a customer without services to the plans', async (path) => {
  expect(await landing(await portal.customer(), path)).toMatchObject({ path: '/select-plan', status: 200 })
})

test.each(['/', '/dashboard'])(
  '%s leads a customer with only pending services to the waiting page',
  async (path) => {
    const waiting = await portal.customer()
    await portal.order(waiting)
    expect(await landing(waiting, path)).toMatchObject({ path: '/pending-activation', status: 200 })
  },
)

test.each(['/', '/dashboard'])(
  '%s shows a customer with an active service the dashboard in place',
  async (path) => {
    expect(await landing(customer, path)).toMatchObject({ path, heading: 'Welcome back, Asha' })
  },
)

test('an administrator passes both gates', async () => {
  expect(await landing(portal.admin, '/')).toMatchObject({ path: '/', heading: 'Welcome back, root' })
})

test('a user with admin access passes both gates, and finds no desk', async () => {
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

test('the waiting page follows the order that its address names', async () => {
  const buyer = await portal.customer()
  const first = await portal.order(buyer, 'first.example.com')
  await portal.order(buyer, 'second.example.com')
  const { page, context } = await portal.open(buyer)
  await visit(page, `/pending-activation?order=${first.id}`)
  await page.getByText('first.example.com').waitFor()
  await page.getByRole('button', { name: 'Cancel this order…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order Cancelled' }).waitFor()
  const orders = await buyer.call<{ domain: string; status: string }[]>('/api/user/orders')
  expect(orders.map(({ domain, status }) => [domain, status])).toEqual([
    ['second.example.com', 'pending'],
    ['first.example.com', 'cancelled'],
  ])
  await context.close()
})

test('an unknown address below the desk is a missing page, without the desk around it', async () => {
  expect(await landing(portal.admin, '/admin/nowhere')).toMatchObject({
    heading: 'Page Not Found',
    status: 404,
  })
})

const signedInPaths = [
  '/select-plan',
  '/pending-activation',
  '/dashboard',
  '/account',
  '/domains',
  '/profile/billing',
  '/server-management/0190a000-0000-7000-8000-000000000000',
  '/admin',
  '/admin/orders',
  '/admin/status',
]

test.each(signedInPaths)('%s sends a visitor to sign in', async (path) => {
  expect(await landing(null, path)).toMatchObject({ path: `/auth?next=${encodeURIComponent(path)}` })
})

test('signing in returns to the page that was requested', async () => {
  const { page, context, trace } = await portal.open(null)
  await visit(page, '/account?verified=0')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/account?verified=0')
  await page.getByLabel('Email or mobile number').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/account?verified=0')
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
  expectQuiet(trace)
  await context.close()
})

test('a signed-in user is redirected away from /auth', async () => {
  expect(await landing(customer, '/auth')).toMatchObject({ path: '/', heading: 'Welcome back, Asha' })
  expect(await landing(customer, '/auth?next=%2Faccount')).toMatchObject({ path: '/account' })
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
  expect(await seenToasts(page)).toEqual([
    'Signup FailedPasswords do not match',
    'Signup FailedBoth email and mobile number are required',
  ])
  await page.waitForFunction(() => document.querySelectorAll('.toast').length === 1)
  expect(trace.requests.filter(({ method }) => method === 'POST')).toEqual([])
  await context.close()
})

test('an expired session is noticed, reported, and left for the sign-in page', async () => {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  const { page, context, trace } = await portal.open(person)
  await rememberToasts(context)
  await visit(page, '/dashboard')
  await person.call('/api/logout', {})
  await page.locator('.user-menu summary').click()
  await page.getByRole('link', { name: 'Account Settings' }).click()
  await page.waitForURL('**/auth?next=*')
  const texts = await seenToasts(page)
  expect(texts).toEqual(['UnauthorizedYou are logged out. Logging in again...'])
  expect(trace.requests.some(({ url }) => new URL(url).pathname === '/api/login')).toBe(true)
  await ready(page)
  await page.getByLabel('Email or mobile number').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => ['/account', '/dashboard'].includes(url.pathname))
  await context.close()
})

test('an unknown address is a 404 page for a visitor', async () => {
  expect(await landing(null, '/nowhere')).toMatchObject({ heading: '404 Page Not Found', status: 404 })
})

test('an unknown address in the signed-in area is a 404 with its own text, in the shell', async () => {
  const { page, context } = await portal.open(customer)
  const answer = await page.goto('/domains/nowhere')
  expect(answer?.status()).toBe(404)
  const main = page.getByRole('main')
  expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found')
  expect(await main.textContent()).toContain('The requested page could not be found.')
  expect(await page.getByRole('navigation', { name: 'Main', exact: true }).isVisible()).toBe(true)
  await context.close()
})
