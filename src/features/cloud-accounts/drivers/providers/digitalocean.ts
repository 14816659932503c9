import { z } from 'zod'
import type { InstanceAction } from '../../contract/transitions.ts'
import {
  type CloudAccount,
  type CloudDriver,
  type DriverSettings,
  type RemoteBucket,
  type RemoteDatabase,
  type RemoteInstance,
  remoteTransitions,
} from '../driver.ts'
import { type BearerApi, createBearerApi } from './bearer.ts'
import { foreignMoment, foreignText, readPages } from './http.ts'
import { listPermitted } from './permitted.ts'

const label = 'DigitalOcean'
const pageSize = 200
const gigabyte = 1_024 ** 3

// Page numbers are counted here; the next-page URL of the answer is not followed.
const links = z.object({ pages: z.object({ next: z.string().nullish() }).nullish() }).nullish()

const network = z.object({ ip_address: foreignText, type: z.string() })
const droplet = z.object({
  id: z.number().int(),
  name: foreignText,
  status: z.string(),
  created_at: foreignMoment.nullish(),
  size_slug: foreignText,
  image: z.object({ id: z.number().nullish(), slug: foreignText.nullish() }).nullish(),
  networks: z.object({ v4: z.array(network).nullish() }).nullish(),
  region: z.object({ slug: foreignText }),
  tags: z.array(foreignText).nullish(),
})
const droplets = z.object({ droplets: z.array(droplet), links })

const volume = z.object({
  name: foreignText,
  size_gigabytes: z.number().int(),
  region: z.object({ slug: foreignText }),
})
const volumes = z.object({ volumes: z.array(volume), links })

// The connection contains the password, so it is not read.
const database = z.object({
  id: foreignText,
  name: foreignText,
  engine: foreignText,
  version: foreignText.nullish(),
  size: foreignText,
  status: foreignText,
  region: foreignText,
  connection: z
    .object({ host: foreignText.nullish(), port: z.number().int().nullish(), user: foreignText.nullish() })
    .nullish(),
  num_nodes: z.number().int().nullish(),
  storage_size_mib: z.number().nullish(),
  maintenance_window: z.object({ day: foreignText, hour: foreignText }).nullish(),
})
const databases = z.object({ databases: z.array(database).nullish(), links })

const states: Record<string, RemoteInstance['status']> = {
  active: 'running',
  off: 'stopped',
  archive: 'stopped',
  new: 'pending',
}

function toInstance(row: z.output<typeof droplet>): RemoteInstance {
  const addressOf = (type: string) =>
    row.networks?.v4?.find((network) => network.type === type)?.ip_address ?? null
  return {
    instanceId: String(row.id),
    name: row.name,
    instanceType: row.size_slug,
    status: states[row.status] ?? 'in-progress',
    publicIp: addressOf('public'),
    privateIp: addressOf('private'),
    region: row.region.slug,
    zone: null,
    imageId: row.image?.slug ?? (row.image?.id ? String(row.image.id) : null),
    keyPairName: null,
    securityGroups: [],
    tags: Object.fromEntries((row.tags ?? []).map((tag) => [tag, ''])),
    launchedAt: row.created_at ?? null,
  }
}

const toVolume = (row: z.output<typeof volume>): RemoteBucket => ({
  bucketName: row.name,
  region: row.region.slug,
  storageClass: 'BLOCK',
  versioning: false,
  encryption: true,
  publicAccess: false,
  sizeBytes: row.size_gigabytes * gigabyte,
  objectCount: null,
})

const toDatabase = (row: z.output<typeof database>): RemoteDatabase => ({
  instanceId: row.id,
  name: row.name,
  engine: row.engine,
  version: row.version ?? null,
  instanceClass: row.size,
  status: row.status,
  endpoint: row.connection?.host ?? null,
  port: row.connection?.port ?? null,
  username: row.connection?.user ?? null,
  allocatedStorage: row.storage_size_mib ? Math.round(row.storage_size_mib / 1_024) : null,
  multiAz: null,
  backupRetention: null,
  maintenanceWindow: row.maintenance_window
    ? `${row.maintenance_window.day} ${row.maintenance_window.hour}`
    : null,
  region: row.region,
})

type Listing = { account: CloudAccount; signal?: AbortSignal | undefined }

/** One list of the account, page by page. */
const listAll = <T extends z.ZodType<{ links?: z.output<typeof links> }>, Item>(
  api: BearerApi,
  listing: Listing,
  { path, schema, items }: { path: string; schema: T; items: (answer: z.output<T>) => Item[] },
): Promise<Item[]> =>
  readPages(label, 1, async (page) => {
    const answer = await api.get({ ...listing, path: `${path}?page=${page}&per_page=${pageSize}`, schema })
    return { items: items(answer), next: answer.links?.pages?.next ? page + 1 : null }
  })

const verbs: Record<InstanceAction, string> = { start: 'power_on', stop: 'shutdown', reboot: 'reboot' }

/** Droplets, volumes and managed databases of a DigitalOcean account through its public API (docs.digitalocean.com). */
export function createDigitalOceanDriver({
  baseUrl = 'https://api.digitalocean.com',
  ...settings
}: DriverSettings = {}): CloudDriver {
  const api = createBearerApi(label, { baseUrl, ...settings })
  return {
    name: 'digitalocean',
    mode: 'remote',
    transitions: remoteTransitions,
    async validate(account) {
      await api.get({ account, path: '/v2/droplets?per_page=1', schema: droplets })
    },
    async list(account, signal) {
      const all = <T extends z.ZodType<{ links?: z.output<typeof links> }>, Item>(
        path: string,
        schema: T,
        items: (answer: z.output<T>) => Item[],
      ) => listAll(api, { account, signal }, { path, schema, items })
      return listPermitted({
        instances: {
          what: 'droplets',
          read: () => all('/v2/droplets', droplets, (answer) => answer.droplets.map(toInstance)),
        },
        storage: {
          what: 'volumes',
          read: () => all('/v2/volumes', volumes, (answer) => answer.volumes.map(toVolume)),
        },
        databases: {
          what: 'databases',
          read: () => all('/v2/databases', databases, (answer) => (answer.databases ?? []).map(toDatabase)),
        },
      })
    },
    async act(account, instanceId, action) {
      const path = `/v2/droplets/${encodeURIComponent(instanceId)}/actions`
      await api.post({ account, path, json: { type: verbs[action] } })
    },
  }
}
