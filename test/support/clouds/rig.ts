import { eq } from 'drizzle-orm'
import type { AllServices } from '#features/cloud/contract.ts'
import { refreshing } from '#features/cloud/jobs.ts'
import type { ConnectedProvider } from '#features/cloud-accounts/contract/providers.ts'
import { createAwsDriver } from '#features/cloud-accounts/drivers/providers/aws.ts'
import { createDigitalOceanDriver } from '#features/cloud-accounts/drivers/providers/digitalocean.ts'
import { createHetznerDriver } from '#features/cloud-accounts/drivers/providers/hetzner.ts'
import { createClouds } from '#features/cloud-accounts/drivers/registry.ts'
import type { Deps } from '#server/context.ts'
import { createTestApp, type Reply } from '../app.ts'
import { startAws } from './aws.ts'
import { startDigitalOcean } from './digitalocean.ts'
import { startHetzner } from './hetzner.ts'

/** A portal with fake providers on this machine, and one of its customers. Calls to a provider time out after `timeoutMs`. */
export async function createRig(overrides: Partial<Deps> & { timeoutMs?: number } = {}) {
  const { timeoutMs = 5_000, ...parts } = overrides
  const fakes = { hetzner: startHetzner(), digitalocean: startDigitalOcean(), aws: startAws() }
  const clouds = {
    ...createClouds(),
    hetzner: createHetznerDriver({ baseUrl: fakes.hetzner.baseUrl, timeoutMs }),
    digitalocean: createDigitalOceanDriver({ baseUrl: fakes.digitalocean.baseUrl, timeoutMs }),
    aws: createAwsDriver({ baseUrl: fakes.aws.baseUrl, timeoutMs }),
  }
  const app = await createTestApp({ clouds, ...parts })
  const bodies = {
    hetzner: { name: 'hetzner', displayName: 'Web project', secretAccessKey: fakes.hetzner.token },
    digitalocean: { name: 'digitalocean', displayName: 'Team', secretAccessKey: fakes.digitalocean.token },
    aws: {
      name: 'aws',
      displayName: 'Production',
      accessKeyId: fakes.aws.accessKeyId,
      secretAccessKey: fakes.aws.secretAccessKey,
      region: 'eu-central-1',
    },
  }
  const addAccount = async () => {
    const { id, cookie } = await app.addCustomer()
    const call = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
      app.request(path, { method, cookie, headers, ...(json === undefined ? {} : { json }) })
    const services = async () => (await call('GET', '/api/cloud/all-services')).body as AllServices
    return {
      id,
      call,
      services,
      connect: (body: object, headers?: Record<string, string>) =>
        call('POST', '/api/cloud/providers', body, headers),
      change: (providerId: string, body: object) => call('PATCH', `/api/cloud/providers/${providerId}`, body),
      remove: (providerId: string) => call('DELETE', `/api/cloud/providers/${providerId}`),
      list: async () => (await call('GET', '/api/cloud/providers')).body as ConnectedProvider[],
      act: (action: string, resourceId: string) =>
        call('POST', '/api/cloud/actions', { action, resourceId, serviceType: 'instance' }),
      /** The current ETag of all services. */
      etag: async () => (await call('GET', '/api/cloud/all-services')).headers.get('etag'),
    }
  }
  const rig = {
    app,
    fakes,
    bodies,
    addAccount,
    owner: await addAccount(),
    /** The stored accounts. */
    stored: () => app.store.read.select().from(app.store.t.cloudProviders),
    /** The audit entries of the owner's accounts, oldest first. */
    async audited() {
      const { auditLog } = app.store.t
      const own = eq(auditLog.userId, rig.owner.id)
      const entries = await app.store.read.select().from(auditLog).where(own).orderBy(auditLog.id)
      return entries.map(({ action, note }) => [action, note])
    },
    /** The statuses of the owner's instances. */
    statuses: async () => (await rig.owner.services()).instances.map(({ status }) => status),
    /** Removes every account, resets the providers, and switches to a new customer. */
    async reset() {
      await app.store.tx((tx) => tx.delete(tx.t.cloudProviders))
      const nothing = { trouble: null, headers: new Headers() }
      Object.assign(fakes.hetzner, { ...nothing, token: bodies.hetzner.secretAccessKey, lag: 0 })
      Object.assign(fakes.hetzner, { asked: [], servers: [], volumes: [], waiting: [] })
      Object.assign(fakes.digitalocean, { ...nothing, asked: [], droplets: [], volumes: [], databases: [] })
      const { accessKeyId, secretAccessKey } = bodies.aws
      Object.assign(fakes.aws, { ...nothing, accessKeyId, secretAccessKey, forbidden: new Set(), asked: [] })
      Object.assign(fakes.aws, { instances: [], buckets: [], databases: [], functions: [] })
      rig.owner = await addAccount()
    },
    /** Refreshes every due account. */
    refresh: (stopping = new AbortController().signal) => refreshing.run(app.deps, stopping),
    async close() {
      for (const fake of Object.values(fakes)) fake.stop()
      await app.close()
    },
  }
  return rig
}

export const providerOf = ({ body }: Reply): ConnectedProvider => body as ConnectedProvider
