import { afterAll, beforeAll } from 'bun:test'
import { type Person, startPortal, type TestPortal } from '../support/portal.ts'

export let portal: TestPortal
export let customer: Person

export async function landing(person: Person | null, path: string) {
  const { page, context } = await portal.open(person)
  const answer = await page.goto(path)
  const place = {
    path: new URL(page.url()).pathname + new URL(page.url()).search,
    heading: await page.locator('h1').first().textContent(),
    status: answer?.status(),
  }
  await context.close()
  return place
}

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
    customer = await portal.customer()
    await portal.activate(customer, await portal.order(customer, 'gate.example.com'))
  })
  afterAll(() => portal.stop())
}
