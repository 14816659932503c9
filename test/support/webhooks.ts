import { readEnv } from '#env'
import { notify } from '#features/notifications/service/notify.ts'
import type { Deps } from '#server/context.ts'
import { createTestApp } from './app.ts'
import { makeTestFolder } from './folders.ts'

/** A portal with a customer who has webhooks; `settings` are the portal's. */
export async function createWebhookApp(settings: Record<string, string>, overrides: Partial<Deps> = {}) {
  const limits = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', HELD_NAMES: '0' }
  const env = { ...readEnv({ ...limits, ...settings, DATA_DIR: makeTestFolder() }), NODE_ENV: 'test' }
  const app = await createTestApp({ ...overrides, env })
  const customer = await app.addCustomer()
  const call = (method: string, path = '', json?: unknown, cookie: string | undefined = customer.cookie) =>
    app.request(`/api/user/webhooks${path}`, { method, cookie, ...(json === undefined ? {} : { json }) })
  return {
    app,
    customer,
    call,
    add: async (url: string, more: object = {}) =>
      (await call('POST', '', { url, ...more })).body as { id: string; secret: string },
    tell: (userId = customer.id) =>
      app.store.tx((tx) =>
        notify(tx, app.deps, {
          userId,
          kind: 'backup.failed',
          subject: 'A backup failed',
          relatedId: userId,
        }),
      ),
    deliveries: async (id: string) =>
      (await call('GET', `/${id}/deliveries`)).body as {
        id: string
        messageId: string
        status: string
        attempts: number
        statusCode: number | null
        problem: string | null
        answer: string | null
        durationMs: number | null
      }[],
  }
}
