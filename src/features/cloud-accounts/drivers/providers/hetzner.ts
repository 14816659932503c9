import { z } from 'zod'
import type { InstanceAction } from '../../contract/transitions.ts'
import {
  type CloudAccount,
  type CloudDriver,
  type DriverSettings,
  type RemoteBucket,
  type RemoteInstance,
  remoteTransitions,
} from '../driver.ts'
import { type BearerApi, createBearerApi } from './bearer.ts'
import { foreignMoment, foreignText, readPages } from './http.ts'
import { listPermitted } from './permitted.ts'

const label = 'Hetzner Cloud'
const pageSize = 50
const gigabyte = 1_024 ** 3

const meta = z.object({ pagination: z.object({ next_page: z.number().nullish() }) }).nullish()
const address = z.object({ ip: foreignText }).nullish()
const place = z.object({ name: foreignText }).nullish()

const server = z.object({
  id: z.number().int(),
  name: foreignText,
  status: z.string(),
  created: foreignMoment.nullish(),
  server_type: z.object({ name: foreignText }),
  public_net: z.object({ ipv4: address, ipv6: address }).nullish(),
  private_net: z.array(z.object({ ip: foreignText })).nullish(),
  location: place,
  datacenter: z.object({ name: foreignText, location: place }).nullish(),
  image: z.object({ id: z.number() }).nullish(),
  labels: z.record(foreignText, foreignText).nullish(),
})
const servers = z.object({ servers: z.array(server), meta })

const volume = z.object({ name: foreignText, size: z.number().int(), location: place })
const volumes = z.object({ volumes: z.array(volume), meta })

const states: Record<string, RemoteInstance['status']> = {
  running: 'running',
  off: 'stopped',
  initializing: 'pending',
}

function toInstance(row: z.output<typeof server>): RemoteInstance {
  return {
    instanceId: String(row.id),
    name: row.name,
    instanceType: row.server_type.name,
    // Starting, stopping, deleting, rebuilding, migrating: an action is in progress.
    status: states[row.status] ?? 'in-progress',
    publicIp: row.public_net?.ipv4?.ip ?? row.public_net?.ipv6?.ip ?? null,
    privateIp: row.private_net?.[0]?.ip ?? null,
    region: row.location?.name ?? row.datacenter?.location?.name ?? 'global',
    zone: row.datacenter?.name ?? null,
    imageId: row.image ? String(row.image.id) : null,
    keyPairName: null,
    securityGroups: [],
    tags: row.labels ?? {},
    launchedAt: row.created ?? null,
  }
}

const toVolume = (row: z.output<typeof volume>): RemoteBucket => ({
  bucketName: row.name,
  region: row.location?.name ?? 'global',
  storageClass: 'BLOCK',
  versioning: false,
  encryption: null,
  publicAccess: false,
  sizeBytes: row.size * gigabyte,
  objectCount: null,
})

type Listing = { account: CloudAccount; signal?: AbortSignal | undefined }

const listServers = (api: BearerApi, listing: Listing): Promise<RemoteInstance[]> =>
  readPages(label, 1, async (page) => {
    const path = `/v1/servers?page=${page}&per_page=${pageSize}`
    const answer = await api.get({ ...listing, path, schema: servers })
    return { items: answer.servers.map(toInstance), next: answer.meta?.pagination.next_page ?? null }
  })

const listVolumes = (api: BearerApi, listing: Listing): Promise<RemoteBucket[]> =>
  readPages(label, 1, async (page) => {
    const path = `/v1/volumes?page=${page}&per_page=${pageSize}`
    const answer = await api.get({ ...listing, path, schema: volumes })
    return { items: answer.volumes.map(toVolume), next: answer.meta?.pagination.next_page ?? null }
  })

// `shutdown` and `reboot` ask the operating system; they do not cut the power.
const verbs: Record<InstanceAction, string> = { start: 'poweron', stop: 'shutdown', reboot: 'reboot' }

/** Servers and volumes of a Hetzner Cloud project through its public API (docs.hetzner.cloud). */
export function createHetznerDriver({
  baseUrl = 'https://api.hetzner.cloud',
  ...settings
}: DriverSettings = {}): CloudDriver {
  const api = createBearerApi(label, { baseUrl, ...settings })
  return {
    name: 'hetzner',
    mode: 'remote',
    transitions: remoteTransitions,
    async validate(account) {
      await api.get({ account, path: '/v1/servers?per_page=1', schema: servers })
    },
    async list(account, signal) {
      const listing = { account, signal }
      return listPermitted({
        instances: { read: () => listServers(api, listing), what: 'servers' },
        storage: { read: () => listVolumes(api, listing), what: 'volumes' },
      })
    },
    async act(account, instanceId, action) {
      const path = `/v1/servers/${encodeURIComponent(instanceId)}/actions/${verbs[action]}`
      await api.post({ account, path, json: {} })
    },
  }
}
