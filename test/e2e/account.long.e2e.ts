import { expect, test } from 'bun:test'
import { expectQuiet } from '../support/browser.ts'
import { linkInMail } from '../support/mails.ts'
import { visit } from '../support/portal.ts'
import { openAccount, portal, prepare } from './account-steps.ts'

prepare()

test('the mailed link verifies the address only once', async () => {
  const person = await portal.customer()
  const { page, context } = await openAccount(person)
  expect(await page.getByText('not verified').isVisible()).toBe(true)
  const link = await linkInMail(portal.server.dataDir, person.email, '/api/verify-email')
  expect(new URL(link).origin).toBe(portal.url)
  await page.goto(link)
  await page.waitForURL('**/account?verified=1')
  await page.getByText('Your email address is verified. Thank you.').waitFor()
  expect(await page.getByText(/^verified$/i).isVisible()).toBe(true)
  await page.goto(link)
  await page.waitForURL('**/account?verified=0')
  await page.getByText('This link has expired. Send yourself a new one below.').waitFor()
  await context.close()
})

test('a new verification link can be requested', async () => {
  const person = await portal.customer()
  const { page, context } = await openAccount(person)
  await page.getByRole('button', { name: 'Send a verification link' }).click()
  await page.getByText(`We have sent a link to ${person.email}. It works for 24 hours.`).waitFor()
  await context.close()
})

test('an address without an account gets the same answer', async () => {
  const { page, context, trace } = await portal.open(null)
  await visit(page, '/auth/forgot')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If there is an account with this email address', { exact: false }).waitFor()
  expectQuiet(trace)
  await context.close()
})
