import { and, asc, eq } from 'drizzle-orm'
import { convergeService } from '#features/hosting/supervisor/converge.ts'
import type { LiveEvent } from '#server/events.ts'
import { activateService, createTestApp, type TestApp } from './app.ts'
import { createFakeDriver, createFakeServers } from './fake-servers.ts'

type Row = TestApp['store']['t']['userServices']['$inferSelect']

/** The stored state of a service, and direct changes to it. */
function storedService({ store }: TestApp, id: string) {
  const { userServices, mails, auditLog } = store.t
  return {
    set: (values: Partial<Row>) =>
      store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, id))),
    async read() {
      const [row] = await store.read.select().from(userServices).where(eq(userServices.id, id))
      return row
    },
    mailsOf: (kind: string) =>
      store.read
        .select()
        .from(mails)
        .where(and(eq(mails.relatedId, id), eq(mails.kind, kind))),
    async audited() {
      const of = eq(auditLog.targetId, id)
      const rows = await store.read.select().from(auditLog).where(of).orderBy(asc(auditLog.id))
      return rows.map(({ action }) => action)
    },
  }
}

/** A portal with recorded web servers and an active service; later events about it appear in `heard`. */
export async function createSupervised() {
  const fake = createFakeDriver()
  const app = await createTestApp({ servers: createFakeServers(fake.driver) })
  const customer = await app.addCustomer()
  const { serviceId: id, administrator } = await activateService(app, customer.cookie)
  const heard: LiveEvent[] = []
  app.deps.events.subscribe((event) => heard.push(event))
  return {
    fake,
    app,
    customer,
    id,
    heard,
    ...storedService(app, id),
    /** A change by an administrator: `suspend`, `terminate` … */
    change: (name: string) =>
      app.request(`/api/admin/services/${id}/${name}`, { cookie: administrator.cookie, json: {} }),
    /** The process ends unexpectedly; the supervisor finds out and reacts. */
    crash() {
      fake.crash(id)
      if (!app.deps.servers.drainExited().includes(id))
        throw new Error('the supervisor did not see that the process ended')
      return convergeService(app.deps, id, 'ended')
    },
  }
}

export type Supervised = Awaited<ReturnType<typeof createSupervised>>
