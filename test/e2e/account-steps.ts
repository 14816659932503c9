import { afterAll, beforeAll } from 'bun:test'
import { type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

export let portal: TestPortal

export async function openAccount(person: Person, path = '/account') {
  const opened = await portal.open(person)
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
