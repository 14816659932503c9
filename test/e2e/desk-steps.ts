import { afterAll, beforeAll } from 'bun:test'
import { type Order, type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

export let portal: TestPortal

export async function placed(domain: string): Promise<{ person: Person; order: Order }> {
  const person = await portal.customer()
  return { person, order: await portal.order(person, domain) }
}

export async function openDesk(path = '/admin/orders') {
  const opened = await portal.open(portal.admin)
  await visit(opened.page, path)
  return opened
}

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal.stop())
}
