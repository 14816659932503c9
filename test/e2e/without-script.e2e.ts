import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet, type PageOptions } from '../support/browser.ts'
import { password, startPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

async function open(path: string, options: PageOptions = {}) {
  const opened = await portal.open(null, { javaScript: false, ...options })
  await opened.page.goto(path)
  return opened
}

const visiblePlans = (page: Page): Promise<string[]> =>
  page
    .locator('.price-plan:visible h3')
    .evaluateAll((all) => all.map((h3) => h3.firstChild?.textContent ?? ''))

const webPlans = ['Starter', 'Business', 'Premium', 'Pro', 'Enterprise']
const vpsPlans = ['Basic', 'Standard', 'High Performance', 'Business', 'Enterprise', 'Custom']

test('the landing page is complete, with its sections in order', async () => {
  const { page, context, trace } = await open('/')
  const headings = await page.locator('main h1, main h2').allTextContents()
  expect(headings.slice(1)).toEqual([
    'Every plan includes',
    'Plans and prices',
    'About us',
    'How it works',
    'Six reasons to choose us',
    'Customer reviews',
    'Put your next site on solid ground',
  ])
  const text = (await page.locator('body').textContent()) ?? ''
  for (const claim of ['Save up to 75%', '4.8/5', '99.9%', '1M+']) expect(text).toContain(claim)
  const counts = {
    '.landing-highlights li': 4,
    '.landing-process li': 4,
    '.landing-reasons dt': 6,
    '.landing-voices li': 3,
  }
  for (const [selector, count] of Object.entries(counts))
    expect(await page.locator(selector).count()).toBe(count)
  const footer = page.getByRole('contentinfo')
  for (const path of ['/contact', '/status', '/terms', '/refund-policy']) {
    expect(await footer.locator(`a[href="${path}"]`).count()).toBeGreaterThan(0)
  }
  for (const name of ['Sign In', 'Get Started']) {
    const link = page.getByRole('banner').getByRole('link', { name }).first()
    expect(await link.getAttribute('href')).toMatch(/^\/auth/)
  }
  expectQuiet(trace)
  await context.close()
})

test('both price lists can be reached by mouse and keyboard', async () => {
  const { page, context } = await open('/')
  expect(await visiblePlans(page)).toEqual(webPlans)
  await page.locator('label', { hasText: 'VPS Hosting' }).click()
  expect(await visiblePlans(page)).toEqual(vpsPlans)
  await page.getByRole('radio', { name: 'VPS Hosting' }).focus()
  await page.keyboard.press('ArrowLeft')
  expect(await visiblePlans(page)).toEqual(webPlans)
  await context.close()
})

test('the header’s anchors scroll to their sections', async () => {
  const { page, context } = await open('/')
  const anchors = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(await anchors.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([
    '#hosting',
    '#vpn',
    '#about',
    '#support',
  ])
  for (const hash of ['#hosting', '#vpn', '#about', '#support']) {
    await page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${hash}"]`).click()
    expect(new URL(page.url()).hash).toBe(hash)
    expect(await page.locator(hash).isVisible()).toBe(true)
  }
  await page.goto('/#vpn')
  expect(await visiblePlans(page)).toEqual(vpsPlans)
  await context.close()
})

test('the mobile menu opens, and its links work', async () => {
  const { page, context } = await open('/', { viewport: 'phone' })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  expect(await menu.isVisible()).toBe(false)
  await page.locator('summary[aria-label="Menu"]').click()
  await menu.getByRole('link', { name: 'About' }).click()
  expect(new URL(page.url()).hash).toBe('#about')
  await context.close()
})

test('signing in redirects to the requested page', async () => {
  const customer = await portal.customer()
  const { page, context } = await open('/account')
  expect(page.url()).toBe(`${portal.url}/auth?next=%2Faccount`)
  await page.getByLabel('Email or mobile number').fill(customer.email)
  await page.getByLabel('Password').fill(password)
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Login' }).click()
  expect((await answer).status()).toBe(303)
  await page.waitForURL('**/account')
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
  await context.close()
})

test('a failed sign-in shows the form again with the typed values, except the password', async () => {
  const customer = await portal.customer()
  const { page, context } = await open('/auth?next=%2Faccount')
  await page.getByLabel('Email or mobile number').fill(customer.email)
  await page.getByLabel('Password').fill('a wrong password')
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Login' }).click()
  expect((await answer).status()).toBe(401)
  await page.getByRole('alert').waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth')
  expect(await page.getByRole('alert').textContent()).toBe('Login FailedInvalid credentials')
  expect(await page.getByLabel('Email or mobile number').inputValue()).toBe(customer.email)
  expect(await page.getByLabel('Password').inputValue()).toBe('')
  expect(await page.content()).not.toContain('a wrong password')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/account')
  await context.close()
})

test('sign-up redirects to the plans, and a taken address shows the form again with the typed values', async () => {
  const { page, context } = await open('/auth?tab=signup')
  const fill = async (email: string) => {
    await page.getByLabel('First name (optional)').fill('Noor')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Mobile number').fill('98765 43210')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
  }
  await fill(portal.admin.email)
  const refusal = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Create Account' }).click()
  expect((await refusal).status()).toBe(409)
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Sign Up')
  expect(await page.getByLabel('First name (optional)').inputValue()).toBe('Noor')
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(portal.admin.email)
  await fill('noor@example.com')
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Create Account' }).click()
  expect((await answer).status()).toBe(303)
  expect(await (await answer).headerValue('location')).toBe('/')
  await page.waitForURL('**/select-plan')
  await context.close()
})

test('the contact form is sent and answered with a reference', async () => {
  const { page, context } = await open('/contact')
  await page.getByLabel('First name').fill('Ravi')
  await page.getByLabel('Last name').fill('Iyer')
  await page.getByLabel('Email').fill('ravi@example.com')
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill('Do you move sites?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.waitForURL('**/contact?sent=*')
  const reference = new URL(page.url()).searchParams.get('sent') ?? ''
  expect(await page.getByRole('main').textContent()).toContain(`Your reference is ${reference}`)
  const { items } = await portal.admin.call<{ items: { reference: string; subject: string }[] }>(
    '/api/admin/contact-messages',
  )
  expect(items).toEqual([expect.objectContaining({ reference, subject: 'A question' })])
  await context.close()
})
