import { afterAll, beforeAll, expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import type { EmailAccount } from '#features/mailboxes/contract/contract.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { screenshot } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { type Person, startPortal, type TestPortal } from '../support/portal.ts'

export const smtpPort = freePort()

export let portal: TestPortal
let count = 0

/** A customer with an active service, and by default a domain of their own. */
export async function mailOwner({ hasDomain = true } = {}): Promise<{ person: Person; domain: string }> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person, undefined, 'Premium'))
  count += 1
  const name = `post-office-${count}`
  if (hasDomain) await person.call('/api/domains/register', { name })
  return { person, domain: `${name}.com` }
}

/** On a phone a toast covers the controls under test. */
export async function dismissToast(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss: / })
  if (await dismiss.isVisible()) await dismiss.click()
}

export const look = async (page: Page, name: string): Promise<void> => {
  // Controls half below the top bar count as too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await screenshot(page, name)
}

export const dialog = (page: Page): Locator => page.getByRole('dialog')

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true })

export async function closed(page: Page): Promise<void> {
  await dialog(page).waitFor({ state: 'detached' })
  await dismissToast(page)
}

/** A message from another mailbox of the customer. */
export async function write(
  person: Person,
  domain: string,
  mail: { to: string; subject: string },
): Promise<void> {
  const all = await person.call<EmailAccount[]>('/api/email/accounts')
  const found = all.find(({ email }) => email === `office@${domain}`)
  const office =
    found ??
    (await person.call<EmailAccount>('/api/email/accounts', { local: 'office', domain, type: 'mailbox' }))
  const { to, subject } = mail
  await person.call(`/api/email/accounts/${office.id}/send`, { to: [to], subject, text: 'Please send one.' })
}

/** The message being composed. */
export const writing = (page: Page): Locator => page.locator('form.compose')

export const row = (page: Page, subject: string): Locator =>
  page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: new RegExp(subject) })

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal({ env: { MAIL_SMTP_PORT: String(smtpPort) } })
  })
  afterAll(() => portal.stop())
}
