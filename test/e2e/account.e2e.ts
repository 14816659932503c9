import { expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { linkInMail } from '../support/mails.ts'
import { type Person, password, ready, visit } from '../support/portal.ts'
import { openAccount, portal, prepare } from './account-steps.ts'

prepare()

const other = 'another long password'

const isSignedIn = (person: Person): Promise<boolean> =>
  person.call('/api/user').then(
    () => true,
    () => false,
  )

test('changing the password ends every other session', async () => {
  const person = await portal.customer()
  const elsewhere = await portal.signIn(person.email, password)
  const { page, context, trace } = await openAccount(person)
  await page.getByRole('button', { name: 'Change password…' }).click()
  const dialog = page.getByRole('dialog')
  const fill = async (values: [current: string, next: string, repeated: string]) => {
    await dialog.getByLabel(/^Current password/).fill(values[0])
    await dialog.getByLabel(/^New password( \*)?$/).fill(values[1])
    await dialog.getByLabel(/^Confirm new password/).fill(values[2])
    await dialog.getByRole('button', { name: 'Change password', exact: true }).click()
  }
  await fill([password, other, 'something else'])
  await dialog.getByText('Passwords do not match').waitFor()
  await fill(['not the password', other, other])
  await page.waitForFunction(() =>
    document.querySelector('input[autocomplete="current-password"]')?.matches('[aria-invalid="true"]'),
  )
  await fill([password, other, other])
  await page.locator('.toast', { hasText: 'Password changed' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await isSignedIn(elsewhere)).toBe(false)
  expect((await portal.signIn(person.email, other)).email).toBe(person.email)
  expect(trace.requests.filter(({ body }) => body.includes('repeated'))).toEqual([])
  expectQuiet(trace, [/status of 422/])
  await context.close()
})

test('ending another session removes it from the list', async () => {
  const person = await portal.customer()
  const elsewhere = await portal.signIn(person.email, password)
  const { page, context, trace } = await openAccount(person)
  const sessions = page.locator('.account-sessions li')
  expect(await sessions.count()).toBe(2)
  expect(await page.getByText('this session').count()).toBe(1)
  await sessions.getByRole('button', { name: /^End session/ }).click()
  await page.locator('.toast', { hasText: 'Session ended' }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.account-sessions li').length === 1)
  expect(await isSignedIn(elsewhere)).toBe(false)
  expect(await isSignedIn(person)).toBe(true)
  expectQuiet(trace)
  await context.close()
})

test('a forgotten password is reset through a mailed link', async () => {
  const person = await portal.customer()
  const { page, context, trace } = await portal.open(null)
  await visit(page, '/auth')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.waitForURL('**/auth/forgot')
  await ready(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If there is an account with this email address', { exact: false }).waitFor()
  const link = await linkInMail(portal.server.dataDir, person.email, '/auth/reset')
  await visit(page, link)
  await page.getByLabel('New password', { exact: true }).fill(other)
  await page.getByLabel('Confirm new password', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Passwords do not match').waitFor()
  await page.getByLabel('Confirm new password', { exact: true }).fill(other)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('**/auth?reset=true')
  await page.getByText('Your password was changed. Sign in with the new one.').waitFor()
  await ready(page)
  await page.getByLabel('Email or mobile number').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(other)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/select-plan')
  expect(await isSignedIn(person)).toBe(false)
  expectQuiet(trace)
  await context.close()
})

test('the contact form names the missing fields, then gives a reference', async () => {
  const { page, context, trace } = await portal.open(null)
  await visit(page, '/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Enter your first name.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstName')
  const values = {
    'First name': 'Ravi',
    'Last name': 'Iyer',
    Email: 'ravi@example.com',
    Subject: 'Hello',
    Message: 'Hi',
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText(/Your reference is/).waitFor()
  expectQuiet(trace)
  await context.close()
})
