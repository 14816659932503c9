import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import type { AllServices } from '#features/cloud/contract.ts'
import { expectQuiet } from '../support/browser.ts'
import { action, allServices, row, seededCustomer, startSecluded } from '../support/cloud-page.ts'
import { type TestPortal, until, visit, withOwnStream } from '../support/portal.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startSecluded()
})
afterAll(() => portal.stop())

/** The text that describes a field, including its error. */
const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

test.concurrent('two tabs that seed at the same time create the sample data once, and say so', async () => {
  const person = await portal.customer()
  const { page: one, context, trace } = await portal.open(person)
  await rememberToasts(context)
  const other = await context.newPage()
  await Promise.all([visit(one, '/cloud-management?tab=compute'), visit(other, '/cloud-management')])
  await Promise.all([
    row(one, 'web-1').getByText('Running').waitFor(),
    other.getByText('1 of 3 instances is running.').waitFor(),
  ])
  const { instances, providers } = await person.call<AllServices>(allServices)
  expect([instances.length, providers.length]).toEqual([3, 1])
  const toasts = async () => [...(await seenToasts(one)), ...(await seenToasts(other))]
  await until(async () => (await toasts()).length === 1)
  expect(await toasts()).toEqual([expect.stringMatching(/^Cloud infrastructure initialized successfully/)])
  await action(one, 'Sample data is laid').click()
  await one.locator('.toast', { hasText: 'Nothing was added.' }).waitFor()
  expect((await person.call<AllServices>(allServices)).instances.length).toBe(3)
  expectQuiet(trace)
  await context.close()
})

test.concurrent('a failed seeding is reported, and the button retries', async () => {
  const { page, context } = await portal.open(await portal.customer())
  const path = '**/api/trpc/cloud.createResource*'
  await page.route(path, (route) => route.abort())
  await visit(page, '/cloud-management?tab=compute')
  await page.locator('.toast', { hasText: 'Failed to create resource' }).waitFor()
  await page.getByText('Nothing here yet.').nth(1).waitFor()
  await page.getByText('Your cloud is empty.').waitFor()
  await page.unroute(path)
  await action(page, 'Initialize Platform').click()
  await row(page, 'web-1').getByText('Running').waitFor()
  expect(await page.getByText('Your cloud is empty.').count()).toBe(0)
  await context.close()
})

test('a failed action is reported on the screen, without a toast', async () => {
  const person = await seededCustomer(portal)
  const { page, context } = await portal.open(person)
  await withOwnStream(context)
  await page.route('**/api/events', (route) => route.abort())
  await visit(page, '/cloud-management?tab=compute')
  const { instances } = await person.call<AllServices>(allServices)
  const id = instances.find(({ name }) => name === 'web-1')?.id
  await person.call('/api/cloud/actions', { action: 'stop', resourceId: id, serviceType: 'instance' })
  // The screen is not up to date yet, unless a poll was quicker.
  await page.route('**/api/trpc/cloud.act*', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { message: 'x', code: -32603, data: { httpStatus: 503 } } },
    }),
  )
  await action(page, 'Start build-1').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to perform action' })
  await alert.waitFor()
  expect(await alert.textContent()).toContain('build-1')
  await row(page, 'web-1').getByText('In progress').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  await context.close()
})

test.concurrent('refused keys are reported at the field, an unreachable account is stored as not validated, and removal names the loss', async () => {
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
  await page.locator('.toast', { hasText: 'Account saved, not validated' }).waitFor()
  const account = row(page, 'Shop')
  await account.getByText('Not validated', { exact: true }).waitFor()
  expect(await account.textContent()).toContain('The keys are not validated yet')
  expect(await page.content()).not.toContain('wrong-token-of-a-shop')

  await action(page, 'Change keys for Shop').click()
  await dialog.getByRole('button', { name: 'Change keys' }).click()
  await dialog.getByText('Enter the new token.').waitFor()
  await dialog.getByLabel('API token').fill('another-token-9876')
  await dialog.getByRole('button', { name: 'Change keys' }).click()
  await dialog.waitFor({ state: 'detached' })
  await account.getByText('9876').waitFor()

  await action(page, 'Remove Shop').click()
  await dialog.getByText(/Everything at the provider stays/).waitFor()
  await dialog.getByLabel('Type Shop to confirm').fill('Shop')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await account.waitFor({ state: 'detached' })
  await context.close()
})
