import type { Database } from '#features/databases/contract/contract.ts'
import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import { insertActiveService } from './active-service.ts'
import { createTestApp } from './app.ts'
import { createFakeEngine, onlyEngine } from './fake-engine.ts'

export const goodPassword = 'a \'good" pass\\word'

/** A portal whose only engine is the given one, in memory by default. */
export async function createDatabaseApp(overrides: Parameters<typeof createTestApp>[0] = {}) {
  const fake = createFakeEngine()
  const app = await createTestApp({ databaseEngines: onlyEngine(fake.engine), ...overrides })
  return { app, ...fake }
}

type DatabaseApp = { app: Awaited<ReturnType<typeof createTestApp>>; engine?: DatabaseEngine }

let counter = 0

/** A customer with an active service whose plan has ten databases, and calls on their behalf. */
export async function createTenant({ app }: DatabaseApp, plan = 'Business') {
  const customer = await app.addCustomer()
  const serviceId = await insertActiveService(app, customer.id, plan)
  const call = (method: string, path: string, json?: unknown) =>
    app.request(path, { cookie: customer.cookie, method, ...(json === undefined ? {} : { json }) })
  const wish = (extra: Record<string, unknown> = {}) => {
    counter += 1
    const names = { dbName: `shop_${counter}`, dbUser: `user_${counter}` }
    return { serviceId, ...names, dbPassword: goodPassword, dbType: 'postgresql', ...extra }
  }
  const create = (extra?: Record<string, unknown>) => call('POST', '/api/databases', wish(extra))
  /** A new database. */
  const make = async (extra?: Record<string, unknown>) => {
    const reply = await create(extra)
    if (reply.status !== 201) throw new Error(`the database answered ${reply.status}: ${reply.text}`)
    return reply.body as Database
  }
  const list = async () => (await call('GET', '/api/databases')).body as Database[]
  const find = async (id: string) => (await list()).find((each) => each.id === id)
  return { customer, serviceId, call, wish, create, make, list, find }
}

export type Tenant = Awaited<ReturnType<typeof createTenant>>

/** A dump as sent by a form. */
export function formOf(content: string | Uint8Array, name = 'dump.sql'): FormData {
  const form = new FormData()
  form.set('file', new File([content as BlobPart], name))
  return form
}
