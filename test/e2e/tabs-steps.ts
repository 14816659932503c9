import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import { type CountingProxy, startCountingProxy } from '../support/counting-proxy.ts'
import { allow, type Person, startPortal, type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
export let proxy: CountingProxy

export const tabs = 10

/** A window with several tabs that all show the person’s files. */
export async function openTabs(person: Person, count: number, init?: () => void) {
  const opened = await portal.open(null, { baseUrl: proxy.url })
  const { context } = opened
  await opened.page.close()
  await allow(context, proxy.url, person)
  if (init) await context.addInitScript(init)
  const pages: Page[] = []
  while (pages.length < count) {
    const page = await context.newPage()
    await visit(page, '/files')
    pages.push(page)
  }
  return { context, pages }
}

export async function owner(): Promise<{ person: Person; put: (name: string) => Promise<void> }> {
  const person = await portal.customer()
  const { serviceId } = await portal.order(person)
  const orders = await person.call<{ id: string }[]>('/api/user/orders')
  await portal.activate(person, { id: orders[0]?.id ?? '', serviceId })
  const put = async (name: string) => {
    await person.call('/api/files/folders', { serviceId, path: name })
  }
  return { person, put }
}

export const streams = (count: number) => until(async () => proxy.openStreams() === count)

/** Simulates hiding or showing a tab; headless tabs are all visible. */
export const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
    Object.defineProperty(document, 'visibilityState', {
      get: () => (hidden ? 'hidden' : 'visible'),
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)

/** Starts the fixtures of a test file, and stops them after its last test. */
export function prepare(): void {
  beforeAll(async () => {
    portal = await startPortal()
    proxy = startCountingProxy(portal.url)
  })
  afterAll(async () => {
    await proxy.stop()
    await portal.stop()
  })
}
