import { afterAll, beforeAll, expect, test } from 'bun:test'
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

test.concurrent('two tabs that seed at once create the sample data once, and say so', async () => {
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

test.concurrent('a failed seeding is reported, and the button tries again', async () => {
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
  // The screen does not know yet, unless a poll was quicker.
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
