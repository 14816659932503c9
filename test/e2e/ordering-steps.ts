import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'
import { rememberToasts } from '../support/toasts.ts'

export let portal: TestPortal

/** Opens the payment dialog of a plan for a new customer. */
export async function openPayment(plan: string) {
  const person = await portal.customer()
  const opened = await portal.open(person)
  await rememberToasts(opened.context)
  await visit(opened.page, '/select-plan')
  await opened.page.getByRole('link', { name: `Choose ${plan}`, exact: true }).click()
  await opened.page.getByRole('dialog').waitFor()
  return { ...opened, person }
}

export async function fillCard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByLabel('Expiry (MM/YY)').fill('12/30')
  await dialog.getByLabel('CVC').fill('987')
}

export const payButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /Place order/ })

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal.stop())
}
