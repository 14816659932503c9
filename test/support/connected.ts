import { createRecursiveResolver } from '#features/resolver/drivers/recursive-resolver.ts'
import { insertActiveService } from './active-service.ts'
import { createTestApp } from './app.ts'
import { startTestDns, zoneOf } from './dns.ts'

export type Connected = {
  id: string
  name: string
  status: string
  registrar: string
  challenge: { name: string; type: string; value: string } | null
  verifiedAt: string | null
  problem: string | null
}

let counter = 0

/** A portal whose resolver asks a test name server, which serves names outside the portal. */
export async function createConnecting() {
  const world = await startTestDns([])
  const resolver = createRecursiveResolver([`127.0.0.1:${world.port}`])
  const app = await createTestApp({ resolver })
  const call = (cookie: string, method: string, path: string, json?: unknown) =>
    app.request(path, { method, cookie, ...(json === undefined ? {} : { json }) })
  return {
    app,
    world,
    /** A name that no test has used yet. */
    freshName() {
      counter += 1
      return `name-${counter}.example`
    },
    /** Makes the test name server serve this zone with exactly these records. */
    lay: (name: string, ...lines: string[]) => world.zones.set(zoneOf(name, lines)),
    /** A customer with an active service, and calls on their behalf. */
    async addOwner(plan = 'Premium') {
      const { cookie, id } = await app.addCustomer()
      const serviceId = await insertActiveService(app, id, plan)
      const send = (method: string, path: string, json?: unknown) => call(cookie, method, path, json)
      return {
        cookie,
        id,
        serviceId,
        send,
        register: (name: string) =>
          send('POST', '/api/domains/register', { name, tld: name.split('.').at(-1) }),
        connect: (name: string, more = {}) => send('POST', '/api/domains/connect', { name, ...more }),
        async connected(name: string): Promise<Connected> {
          const { body, status, text } = await send('POST', '/api/domains/connect', { name })
          if (status !== 201) throw new Error(`connecting answered ${status}: ${text}`)
          return body as Connected
        },
        verify: (id: string) => send('POST', `/api/domains/${id}/verify`, {}),
        list: async () => (await send('GET', '/api/domains')).body as Connected[],
        setDomain: (domain: string | null, service = serviceId) =>
          send('PUT', `/api/user-services/${service}/domain`, { domain }),
      }
    },
    async close() {
      await app.close()
      world.close()
    },
  }
}

export type Connecting = Awaited<ReturnType<typeof createConnecting>>
export type Owner = Awaited<ReturnType<Connecting['addOwner']>>
