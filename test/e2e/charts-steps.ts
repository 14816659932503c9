import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import { openStore } from '#db/store.ts'
import type { PageOptions } from '../support/browser.ts'
import { writeMeasurements } from '../support/measurements.ts'
import { type Person, startPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
export let person: Person
export let path: string

export const open = (options: PageOptions = {}) => portal.open(person, options)

export const figure = (page: Page, name: string | RegExp) => page.getByRole('figure', { name })

export const lines = (page: Page, name: string | RegExp) => figure(page, name).locator('.recharts-line-curve')

// A horizontal line has no height, which counts as hidden.
export const drawn = (page: Page) => lines(page, 'Disk').waitFor({ state: 'attached' })

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
    person = await portal.customer()
    const { serviceId, ...order } = await portal.order(person)
    await portal.activate(person, { serviceId, ...order })
    const { id: userId } = await person.call<{ id: string }>('/api/user')
    const store = await openStore({ dataDir: portal.server.dataDir })
    await writeMeasurements(store, { serviceId, userId }, new Date())
    await store.close()
    path = `/server-management/${serviceId}?tab=monitoring`
  })
  afterAll(() => portal.stop())
}
