import { type Fake, json, pageOf, startFake } from './fake.ts'

type HetznerServer = { id: number; name: string; status: string }

/** A server as in docs.hetzner.cloud, without the fields that are not read. */
const describeServer = ({ id, name, status }: HetznerServer) => ({
  id,
  name,
  status,
  created: '2026-10-01T08:30:00+00:00',
  public_net: {
    ipv4: { id: 1, ip: '198.51.100.7', blocked: false, dns_ptr: 'static.7.example' },
    ipv6: { id: 2, ip: '2001:db8::/64', blocked: false, dns_ptr: [] },
    floating_ips: [],
    firewalls: [],
  },
  private_net: [{ network: 4711, ip: '10.0.0.2', alias_ips: [], mac_address: '86:00:ff:2a:7d:e1' }],
  server_type: { id: 22, name: 'cx22', cores: 2, memory: 4, disk: 40, architecture: 'x86' },
  datacenter: {
    id: 4,
    name: 'fsn1-dc14',
    location: { id: 1, name: 'fsn1', country: 'DE', city: 'Falkenstein', network_zone: 'eu-central' },
  },
  image: { id: 161_547_269, type: 'system', name: 'debian-12', os_flavor: 'debian' },
  iso: null,
  rescue_enabled: false,
  locked: false,
  labels: { environment: 'prod' },
  volumes: [],
})

const failure = (code: string, message: string) => ({ error: { code, message, details: null } })

export type FakeHetzner = Fake & {
  token: string
  servers: HetznerServer[]
  volumes: { id: number; name: string; size: number }[]
  /** The number of list calls before an action becomes visible. */
  lag: number
  /** Actions that are not visible yet. */
  waiting: { id: number; status: string; lists: number }[]
}

const after: Record<string, string> = { poweron: 'running', shutdown: 'off', reboot: 'running' }

/** Hetzner Cloud: servers, volumes and actions, behind a token. */
export function startHetzner(token = 'hetzner-token-0123456789abcdef'): FakeHetzner {
  const settle = () => {
    for (const change of fake.waiting) {
      change.lists -= 1
      const server = fake.servers.find(({ id }) => id === change.id)
      if (server && change.lists < 0) server.status = change.status
    }
  }
  const act = (id: number, action: string) => {
    const server = fake.servers.find((each) => each.id === id)
    if (!server) return json(failure('not_found', 'server not found'), 404)
    if (server.status === 'migrating') return json(failure('locked', 'server is locked'), 423)
    fake.waiting.push({ id, status: after[action] ?? '', lists: fake.lag })
    const resources = [{ id, type: 'server' }]
    const action_ = { id: 13, command: action, status: 'running', progress: 0, started: null, resources }
    return json({ action: { ...action_, finished: null, error: null } }, 201)
  }
  const list = <T>(name: string, items: T[], url: URL) => {
    const { part, page, size, last } = pageOf(items, url, 25)
    const next = page < last ? page + 1 : null
    const pagination = { page, per_page: size, previous_page: null, next_page: next, last_page: last }
    return json({ [name]: part, meta: { pagination: { ...pagination, total_entries: items.length } } })
  }
  const base = startFake((request) => {
    const url = new URL(request.url)
    if (request.headers.get('authorization') !== `Bearer ${fake.token}`)
      return json(
        failure('unauthorized', `unable to authenticate ${request.headers.get('authorization')}`),
        401,
      )
    const action = /^\/v1\/servers\/(\d+)\/actions\/(\w+)$/.exec(url.pathname)
    if (action && request.method === 'POST') return act(Number(action[1]), action[2] ?? '')
    if (url.pathname === '/v1/servers') {
      if (url.searchParams.get('page')) settle()
      return list('servers', fake.servers.map(describeServer), url)
    }
    const volume = { location: { id: 1, name: 'fsn1' }, status: 'available', server: null, labels: {} }
    if (url.pathname === '/v1/volumes')
      return list(
        'volumes',
        fake.volumes.map((each) => ({ ...each, ...volume })),
        url,
      )
    return json(failure('not_found', 'page not found'), 404)
  })
  const fake: FakeHetzner = Object.assign(base, { token, servers: [], volumes: [], lag: 0, waiting: [] })
  return fake
}
