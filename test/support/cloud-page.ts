import type { Locator, Page } from 'playwright-core'
import { type Person, startPortal, type TestPortal } from './portal.ts'

/** The path that the cloud screen polls. */
export const allServices = '/api/cloud/all-services'

/** A portal that reaches no provider on any machine. */
export const startSecluded = (): Promise<TestPortal> =>
  startPortal({ env: { HTTPS_PROXY: 'http://127.0.0.1:9' } })

/** A new customer with the sample data. */
export async function seededCustomer(portal: TestPortal): Promise<Person> {
  const person = await portal.customer()
  await person.call('/api/cloud/create-resource', { action: 'seed-sample-data' })
  return person
}

/** The table row that contains a name. */
export const row = (page: Page, name: string): Locator =>
  page.locator('.data-table tbody tr', { hasText: name })

export const action = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
