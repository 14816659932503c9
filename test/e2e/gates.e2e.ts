import { expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { password, ready, visit } from '../support/portal.ts'
import { inTier } from '../support/tier.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'
import { customer, landing, portal, prepare } from './gates-steps.ts'

prepare()

test('a visitor sees the landing page at /', async () => {
  expect(await landing(null, '/')).toMatchObject({ path: '/', heading: expect.not.stringMatching(/Welcome/) })
})

test.each(['/', '/dashboard'])('%s redirects a customer without services to the plans', async (path) => {
  expect(await landing(await portal.customer(), path)).toMatchObject({ path: '/select-plan', status: 200 })
})

test.each(['/', '/dashboard'])(
  '%s redirects a customer with only pending services to the waiting page',
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

/** One page of each area. */
const signedInPaths = ['/select-plan', '/account', '/admin/orders']

const furtherPaths = [
  '/pending-activation',
  '/dashboard',
  '/domains',
  '/profile/billing',
  '/server-management/0190a000-0000-7000-8000-000000000000',
  '/admin',
  '/admin/status',
]

test.each(inTier({ short: signedInPaths, all: [...signedInPaths, ...furtherPaths] }))(
  '%s redirects a visitor to sign in',
  async (path) => {
    expect(await landing(null, path)).toMatchObject({ path: `/auth?next=${encodeURIComponent(path)}` })
  },
)

test('signing in returns to the requested page', async () => {
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

test('an expired session is noticed, reported, and replaced by the sign-in page', async () => {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  const { page, context, trace } = await portal.open(person)
  await rememberToasts(context)
  await visit(page, '/dashboard')
  await person.call('/api/logout', {})
  await page.locator('.user-menu summary').click()
  await page.locator('.user-menu').getByRole('link', { name: 'Account Settings' }).click()
  await page.waitForURL('**/auth?next=*')
  await expectSoon(() => seenToasts(page), ['UnauthorizedYou are logged out. Logging in again...'])
  expect(trace.requests.some(({ url }) => new URL(url).pathname === '/api/login')).toBe(true)
  await ready(page)
  await page.getByLabel('Email or mobile number').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => ['/account', '/dashboard'].includes(url.pathname))
  await context.close()
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
