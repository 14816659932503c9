import { type Fake, json, pageOf, startFake } from './fake.ts'

type Droplet = { id: number; name: string; status: string }

/** A droplet as in docs.digitalocean.com, without the fields that are not read. */
const describeDroplet = ({ id, name, status }: Droplet) => ({
  id,
  name,
  memory: 1024,
  vcpus: 1,
  disk: 25,
  locked: false,
  status,
  created_at: '2026-09-30T16:36:37Z',
  features: ['ipv6'],
  image: { id: 7_555_620, name: '22.04 (LTS) x64', distribution: 'Ubuntu', slug: 'ubuntu-22-04-x64' },
  size_slug: 's-1vcpu-1gb',
  networks: {
    v4: [
      { ip_address: '10.128.192.124', netmask: '255.255.0.0', gateway: 'nil', type: 'private' },
      { ip_address: '192.0.2.8', netmask: '255.255.255.0', gateway: '192.0.2.1', type: 'public' },
    ],
    v6: [],
  },
  region: { name: 'New York 3', slug: 'nyc3', available: true, sizes: [] },
  tags: ['web', 'env:prod'],
})

/** A database password, which every list contains. */
export const databasePassword = 'AVNS_canary-password-of-a-database'

export const database = {
  id: '9cc10173-e9ea-4176-9dbc-a4cee4c4ff30',
  name: 'backend',
  engine: 'pg',
  version: '16',
  connection: {
    uri: `postgres://doadmin:${databasePassword}@backend.example:25060/defaultdb`,
    database: 'defaultdb',
    host: 'backend.example',
    port: 25_060,
    user: 'doadmin',
    password: databasePassword,
    ssl: true,
  },
  users: [{ name: 'doadmin', role: 'primary', password: databasePassword }],
  num_nodes: 2,
  region: 'nyc3',
  status: 'online',
  created_at: '2026-01-11T18:37:36Z',
  maintenance_window: { day: 'saturday', hour: '08:45:12', pending: false, description: [] },
  size: 'db-s-2vcpu-4gb',
  storage_size_mib: 61_440,
}

const failure = (id: string, message: string) => ({ id, message, request_id: 'a1b2c3' })

export type FakeDigitalOcean = Fake & {
  token: string
  droplets: Droplet[]
  volumes: { id: string; name: string; size_gigabytes: number }[]
  databases: (typeof database)[]
}

/** DigitalOcean: droplets, volumes, databases and actions, behind a token. */
export function startDigitalOcean(token = 'dop_v1_0123456789abcdef'): FakeDigitalOcean {
  const list = <T>(name: string, items: T[], url: URL) => {
    const { part, page, last } = pageOf(items, url, 20)
    // The URL of the next page points to another host and must not be called.
    const pages = page < last ? { next: 'http://127.0.0.1:9/v2/stolen?page=2', last: '' } : {}
    return json({ [name]: part, links: { pages }, meta: { total: items.length } })
  }
  const act = async (request: Request, id: number) => {
    const droplet = fake.droplets.find((each) => each.id === id)
    if (!droplet)
      return json(failure('not_found', 'The resource you were accessing could not be found.'), 404)
    if (droplet.status === 'archive') return json(failure('unprocessable_entity', 'Droplet is archived'), 422)
    const { type } = (await request.json()) as { type: string }
    droplet.status = type === 'shutdown' ? 'off' : 'active'
    return json({ action: { id: 36_804_636, status: 'in-progress', type, resource_id: id } }, 201)
  }
  const base = startFake((request) => {
    const url = new URL(request.url)
    if (request.headers.get('authorization') !== `Bearer ${fake.token}`)
      return json(failure('unauthorized', 'Unable to authenticate you'), 401)
    const action = /^\/v2\/droplets\/(\d+)\/actions$/.exec(url.pathname)
    if (action && request.method === 'POST') return act(request, Number(action[1]))
    if (url.pathname === '/v2/droplets') return list('droplets', fake.droplets.map(describeDroplet), url)
    const region = { region: { slug: 'nyc3', name: 'New York 3' }, droplet_ids: [], filesystem_type: 'ext4' }
    if (url.pathname === '/v2/volumes')
      return list(
        'volumes',
        fake.volumes.map((each) => ({ ...each, ...region })),
        url,
      )
    if (url.pathname === '/v2/databases') return json({ databases: fake.databases })
    return json(failure('not_found', 'no such path'), 404)
  })
  const fake: FakeDigitalOcean = Object.assign(base, { token, droplets: [], volumes: [], databases: [] })
  return fake
}
