import { resolve } from 'node:path'
import { createApp, type Portal } from '#app/app.ts'
import { openClient } from '#server/http/client.ts'
import { buildRelease } from '../../scripts/build/client.ts'
import type { Caller } from '../../scripts/pages/budgets.ts'
import { activateService, createTestApp, placeOrder, testOrigin } from './app.ts'
import { writeMeasurements } from './measurements.ts'

/** A portal with its browser side, and a user in each state in which a page can be opened. */
export type PopulatedPortal = {
  portal: Portal
  /** The folder of the built browser side. */
  outdir: string
  /** Lazy components and their chunks, as in the manifest. */
  pages: Record<string, string[]>
  /** The Cookie header of a caller; empty for a visitor. */
  cookieOf(caller: Caller): string
  /** The path of a budgeted page with its parameters. */
  pathOf(path: string): string
  open(path: string, caller: Caller): Promise<Response>
  close(): Promise<void>
}

/** Builds the browser side when outdated, and opens a portal in this process. */
export async function openPopulatedPortal(): Promise<PopulatedPortal> {
  const outdir = resolve(import.meta.dir, '../../dist/client')
  const { pages } = await buildRelease()
  const app = await createTestApp()
  const portal = createApp(app.deps, await openClient())
  const newcomer = await app.signUp()
  const waiting = await app.signUp()
  const customer = await app.signUp()
  await placeOrder(app, waiting.cookie)
  const { administrator, serviceId } = await activateService(app, customer.cookie)
  await writeMeasurements(app.store, { serviceId, userId: customer.id }, app.deps.now())
  await app.request('/api/cloud/create-resource', {
    method: 'POST',
    cookie: customer.cookie,
    json: { action: 'seed-sample-data' },
  })
  const registered = await app.request('/api/domains/register', {
    method: 'POST',
    cookie: customer.cookie,
    json: { name: 'budget' },
  })
  const { id: domainId } = registered.body as { id: string }
  const people = { visitor: { cookie: '' }, newcomer, waiting, customer, administrator }
  const cookieOf = (caller: Caller) => people[caller].cookie
  const pathOf = (path: string) => path.replace(':service', serviceId).replace(':domain', domainId)
  const open = (path: string, caller: Caller) =>
    portal.fetch(
      new Request(testOrigin + pathOf(path), { headers: { cookie: cookieOf(caller) } }),
      () => '192.0.2.1',
    )
  return { portal, outdir, pages, cookieOf, pathOf, open, close: app.close }
}
