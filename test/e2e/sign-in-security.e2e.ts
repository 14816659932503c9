import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { findAxeViolations } from '../support/axe.ts'
import { expectQuiet, looksOf, screenshot } from '../support/browser.ts'
import { password, ready, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
let local: string
beforeAll(async () => {
  portal = await startPortal()
  // Passkeys are bound to a host name; an IP address cannot have any.
  local = portal.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => portal.stop())

async function signIn(page: Page, email: string, path = `${local}/auth?next=/account`): Promise<void> {
  await visit(page, path)
  await page.getByLabel('Email or mobile number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signing in loads a new page: before its script runs, it ignores clicks. */
async function atAccount(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname === '/account')
  await ready(page)
}

/** A virtual security key that approves every request. */
async function addSecurityKey(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The next unused code, once its time step is near enough. */
function codeMaker(secret: string) {
  let last = 0
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return () => {
    const step = Math.max(last + 1, Math.floor(Date.now() / 30_000))
    last = step
    return totp.generate({ timestamp: step * 30_000 })
  }
}

test.each(looksOf({ viewport: 'desktop', colourScheme: 'light' }))(
  'two-factor sign-in is switched on, used, and switched off again on a %p screen',
  async (look) => {
    const { email } = await portal.customer()
    const { page, context, trace } = await portal.open(null, look)
    await signIn(page, email)
    await atAccount(page)
    await page.getByRole('button', { name: 'Switch on…' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog')
    const secret = ((await dialog.locator('.account-secret .mono').textContent()) ?? '').replaceAll(' ', '')
    const nextCode = codeMaker(secret)
    await screenshot(page, `security-totp-secret-${look.viewport}`)
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Code' }).fill(nextCode())
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await dialog.getByText('Each of these codes signs in once').waitFor()
    await screenshot(page, `security-totp-codes-${look.viewport}`)
    expect(await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10)
    const recovery = (await dialog.getByRole('listitem').first().textContent()) ?? ''
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('10 of 10 recovery codes left').waitFor()
    await screenshot(page, `security-account-on-${look.viewport}`)
    expect(await findAxeViolations(page)).toEqual([])

    await context.clearCookies()
    await signIn(page, email)
    await page.getByLabel('Code').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    await screenshot(page, `security-sign-in-code-${look.viewport}`)
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Code').fill(recovery)
    await page.getByRole('button', { name: 'Login' }).click()
    await atAccount(page)
    await page.getByText('9 of 10 recovery codes left').waitFor()
    await page.getByRole('button', { name: 'Switch off…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch on…' }).waitFor()
    expectQuiet(trace, [/status of 401/])
    await context.close()
  },
)

test('a passkey is added, and signs in without a password', async () => {
  const { email } = await portal.customer()
  const { page, context, trace } = await portal.open(null)
  await addSecurityKey(context, page)
  await signIn(page, email)
  await atAccount(page)
  await page.getByRole('button', { name: 'Add a passkey…' }).click()
  await page.locator('.toast', { hasText: 'Passkey added' }).waitFor()
  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click()
  await page.locator('.account-list strong', { hasText: 'My laptop' }).waitFor()
  await screenshot(page, 'security-account-passkeys')
  expect(await findAxeViolations(page)).toEqual([])
  // An open page would continue polling without its session.
  await page.goto('about:blank')
  await context.clearCookies()
  await visit(page, `${local}/auth?next=/account`)
  await screenshot(page, 'security-sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await atAccount(page)
  await page.locator('.account-list strong', { hasText: 'My laptop' }).waitFor()
  expectQuiet(trace)
  await context.close()
})

test('at an IP address the button says why no passkey can be used', async () => {
  const { page, context } = await portal.open(null)
  await visit(page, '/auth')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.locator('.toast', { hasText: 'Passkeys need a domain name' }).waitFor()
  await context.close()
})

test('a sensitive change asks for the password, continues once it is correct, and Escape cancels it', async () => {
  const { email } = await portal.customer()
  const { page, context } = await portal.open(null)
  await signIn(page, email)
  await atAccount(page)
  // The portal uses the machine’s clock, so the proof is dated back.
  let refusals = 2
  await page.route('**/api/trpc/auth.totp.enable*', async (route) => {
    refusals -= 1
    if (refusals < 0) return route.continue()
    const body = { message: 'Please confirm that it is you first.', code: 'SUDO_REQUIRED', requestId: 'r' }
    const error = { message: body.message, code: -32_003, data: { httpStatus: 403, body } }
    await route.fulfill({ status: 403, json: { error } })
  })
  await page.getByRole('button', { name: 'Switch on…' }).click()
  const begin = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await begin.getByRole('button', { name: 'Continue' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await asked.getByRole('textbox', { name: 'Password' }).waitFor()
  await screenshot(page, 'security-sudo')
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  expect(await begin.isVisible()).toBe(true)
  await page.locator('.toast', { hasText: 'Please confirm that it is you first.' }).waitFor()
  await begin.getByRole('button', { name: 'Continue' }).click()
  await asked.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await asked.getByText('The password is incorrect.').waitFor()
  await asked.getByRole('textbox', { name: 'Password' }).fill(password)
  await asked.getByRole('button', { name: 'Continue' }).click()
  await begin.getByText('Scan this with your app').waitFor()
  await context.close()
})
