import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { action, row, seededCustomer, startSecluded } from '../support/cloud-page.ts'
import { type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startSecluded()
})
afterAll(() => portal.stop())

/** Presses what is disabled but can be pressed, to hear why. */
const refused = (page: Page, name: string) => action(page, name).click({ force: true })

/** The words that a field is described by, its error among them. */
const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

test.concurrent('a start is followed to its end without a reload, and disallowed actions say why', async () => {
  const { page, context, trace } = await portal.open(await seededCustomer(portal))
  await visit(page, '/cloud-management?tab=compute')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  expect(await action(page, 'Stop worker-1').getAttribute('aria-disabled')).toBe('true')
  await refused(page, 'Stop worker-1')
  await page.getByText('worker-1: Only a running instance can be stopped.').waitFor()
  await refused(page, 'Reboot worker-1')
  await page.getByText('worker-1: Only a running instance can be rebooted.').waitFor()

  await action(page, 'Start worker-1').click()
  await row(page, 'worker-1').getByText('In progress').waitFor()
  await refused(page, 'Stop worker-1')
  await page.getByText('worker-1: Another action is under way.').waitFor()
  await row(page, 'worker-1').getByText('Running').waitFor()
  expect(await action(page, 'Stop worker-1').getAttribute('aria-disabled')).toBe('false')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  expect(await page.locator('.toast').count()).toBe(0)
  expectQuiet(trace)
  await context.close()
}, 300_000)

test.concurrent('refused keys are shown at the field, an unreachable account is stored as not validated, and removal names the loss', async () => {
  const { page, context } = await portal.open(await seededCustomer(portal))
  await visit(page, '/cloud-management')
  await action(page, 'Connect an account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByText('Enter a name for this account.').waitFor()
  expect(await dialog.getByText('Enter the API token.').isVisible()).toBe(true)
  expect(await dialog.getByLabel('Region').count()).toBe(0)
  await dialog.getByLabel('Provider').selectOption('Amazon Web Services')
  await dialog.getByLabel('Region').fill('evil.example')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  for (const [label, error] of [
    ['Account name', 'Enter a name for this account.'],
    ['Access key ID', 'Enter the access key ID.'],
    ['Secret access key', 'Enter the secret access key.'],
    ['Region', 'Enter a region such as us-east-1.'],
  ] as const) {
    const field = dialog.getByLabel(label)
    await until(async () => (await describedBy(field)).includes(error))
  }
  await dialog.getByLabel('Provider').selectOption('Hetzner Cloud')
  await dialog.getByLabel('Account name').fill('Shop')
  await dialog.getByLabel('API token').fill('wrong-token-of-a-shop')
  const refusal = 'Hetzner Cloud does not accept this token.'
  const body = { message: refusal, code: 'INVALID', requestId: 'r', fields: { secretAccessKey: refusal } }
  const path = '**/api/trpc/cloud.providers.connect*'
  await page.route(path, (route) =>
    route.fulfill({
      status: 422,
      json: { error: { message: refusal, code: -32600, data: { httpStatus: 422, body } } },
    }),
  )
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByText(refusal).waitFor()
  await page.unroute(path)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.toast', { hasText: 'Account stored, not validated' }).waitFor()
  const account = row(page, 'Shop')
  await account.getByText('Not validated', { exact: true }).waitFor()
  expect(await account.textContent()).toContain('The keys are not validated yet')
  expect(await page.content()).not.toContain('wrong-token-of-a-shop')

  await action(page, 'Change keys of Shop').click()
  await dialog.getByRole('button', { name: 'Change keys' }).click()
  await dialog.getByText('Enter the new token.').waitFor()
  await dialog.getByLabel('API token').fill('another-token-9876')
  await dialog.getByRole('button', { name: 'Change keys' }).click()
  await dialog.waitFor({ state: 'detached' })
  await account.getByText('9876').waitFor()

  await action(page, 'Remove Shop').click()
  await dialog.getByText(/At the provider itself everything stays/).waitFor()
  await dialog.getByLabel('Type Shop to confirm').fill('Shop')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await account.waitFor({ state: 'detached' })
  await context.close()
})
