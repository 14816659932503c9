import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import { ask, overUdp } from '../support/dns.ts'
import { freePort } from '../support/free-port.ts'
import { type Person, startPortal, type TestPortal } from '../support/portal.ts'

export type Domain = { id: string; name: string; autoRenew: boolean; privacy: boolean; transferLock: boolean }

const dnsPort = freePort()

export let portal: TestPortal
let count = 0

/** A person with an active service, and so with room for a domain. */
export async function makeOwner(): Promise<Person> {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  return person
}

export async function makeDomain(person: Person): Promise<Domain> {
  count += 1
  return person.call('/api/domains/register', { name: `bells-${count}` })
}

export const a = 1

/** Whether the name server’s answer contains these bytes. */
export async function isAnswered(
  name: string,
  type: number,
  data: string | readonly number[],
): Promise<boolean> {
  const [reply] = await overUdp(dnsPort, [ask(name, type)])
  return reply?.includes(Buffer.from(data as string)) ?? false
}

export const dialog = (page: Page) => page.getByRole('dialog')

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Chooses an action in the ⋯ menu of the DNS records. */
export async function more(page: Page, name: string): Promise<void> {
  await press(page, 'Actions for DNS records')
  await press(page, name)
}

export const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

export const isGone = (page: Page) => dialog(page).waitFor({ state: 'detached' })

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal({ env: { DNS_PORT: String(dnsPort), SITES_TLS_PORT: 'auto' } })
  })
  afterAll(() => portal.stop())
}
