import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { action, row, seededCustomer, startSecluded } from '../support/cloud-page.ts'
import { type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startSecluded()
})
afterAll(() => portal.stop())

/** Clicks a button that looks disabled, to read the reason. */
const refused = (page: Page, name: string) => action(page, name).click({ force: true })

test.concurrent('an instance start is followed to its end without a reload, and disallowed actions give a reason', async () => {
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
  await page.getByText('worker-1: Another action is in progress.').waitFor()
  await row(page, 'worker-1').getByText('Running').waitFor()
  expect(await action(page, 'Stop worker-1').getAttribute('aria-disabled')).toBe('false')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  expect(await page.locator('.toast').count()).toBe(0)
  expectQuiet(trace)
  await context.close()
}, 300_000)
