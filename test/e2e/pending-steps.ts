import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { startPortal, type TestPortal, visit, withOwnStream } from '../support/portal.ts'

export let portal: TestPortal

/** A customer on the waiting page, connected to its events. */
export async function wait(at: TestPortal, domain: string) {
  const person = await at.customer()
  const order = await at.order(person, domain)
  const opened = await at.open(person)
  const { page } = opened
  await withOwnStream(opened.context)
  const connected = page.waitForResponse('**/api/events')
  await visit(page, '/pending-activation')
  await connected
  await page.getByRole('heading', { name: 'Account Pending Activation' }).waitFor()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  return { ...opened, person, order }
}

export async function expectMovedOn(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
}

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal.stop())
}
