import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { readEnv } from '#env'
import type { ServerDriver } from '#features/hosting/drivers/driver.ts'
import { createNginxDriver, findNginx } from '#features/hosting/drivers/nginx.ts'
import { createSiteDriver } from '#features/hosting/drivers/site.ts'
import { openGateway } from '#features/hosting/gateway/process/open-gateway.ts'
import { createGatewayStatus } from '#features/hosting/gateway/process/status.ts'
import { createChallenges } from '#features/hosting/gateway/tls/challenges.ts'
import { findGatewayProgram, findSiteProgram } from '#features/hosting/programs/find-program.ts'
import { openTraffic } from '#features/monitoring/traffic.ts'
import { createBus } from '#server/events.ts'
import { createLogger } from '#server/log.ts'
import { findIsolation } from '#server/system/programs/isolation.ts'
import { minute } from '#shared/time.ts'
import { makeCertificate } from '#test/support/certificate.ts'
import { addPlan, addUser } from '#test/support/rows.ts'

// `bun run bench gateway`: a site through the gateway, and through nginx, beside the same on its socket; without and with TLS. All are a process each.

const connections = 32
const small = 6_000
const large = 60
const largeBytes = 5_000_000
const rounds = 5

const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-gateway-'))
const store = await openStore({ dataDir })
const now = () => new Date()
const log = createLogger('warn')

async function addService({ tx }: Store): Promise<{ userId: string; serviceId: string }> {
  const userId = await addUser(store, '9000000000')
  const planId = await addPlan(store)
  const id = Bun.randomUUIDv7()
  const row = { id, userId, planId, status: 'active' as const, createdAt: now(), updatedAt: now() }
  await tx((transaction) => transaction.insert(transaction.t.userServices).values(row))
  return { userId, serviceId: id }
}

type Request = () => Promise<globalThis.Response>

/** Requests a second in one round. */
async function rate(requests: number, ask: Request): Promise<number> {
  let left = requests
  const started = performance.now()
  const work = async () => {
    while (left > 0) {
      left -= 1
      await (await ask()).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return (requests * 1_000) / (performance.now() - started)
}

/** The best of a few rounds each, taken in turn; each with its ratio to the first. */
async function print(
  name: string,
  requests: number,
  ways: Record<string, Request>,
  write: (perSecond: number) => string,
) {
  const best = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, ask] of Object.entries(ways))
      best.set(way, Math.max(best.get(way) ?? 0, await rate(requests, ask)))
  }
  const [first = 0] = best.values()
  const said = [...best].map(([way, most]) => `${way} ${write(most)} (${(most / first).toFixed(2)})`)
  console.log(`${name}: ${said.join(', ')}`)
}

/** An nginx of one process in front of a socket, on two free ports; null where none is installed. */
async function startProxy(socketPath: string) {
  const program = findNginx()
  if (program === null) return null
  const folder = await mkdtemp(join(dataDir, 'proxy-'))
  const free = [1, 2].map(() => Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } }))
  const [port, tlsPort] = free.map((listener) => listener.port)
  for (const listener of free) listener.stop(true)
  const certificate = join(dataDir, 'certificates', 'localhost')
  const config = `daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream site { server unix:${socketPath}; keepalive 64; }
  keepalive_requests 1000000;
  server {
    listen 127.0.0.1:${port};
    listen 127.0.0.1:${tlsPort} ssl;
    ssl_certificate ${certificate}.crt;
    ssl_certificate_key ${certificate}.key;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_max_temp_file_size 0;
    }
  }
}
`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = Bun.spawn([program, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null && !(await fetch(url).catch(() => null))) await Bun.sleep(20)
  return { url, tlsUrl: `https://localhost:${tlsPort}`, stop: () => child.kill() }
}

async function compare(name: string, driver: ServerDriver, target: { userId: string; serviceId: string }) {
  const root = join(dataDir, 'services', target.serviceId, 'public')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'index.html'), '<h1>small</h1>')
  await writeFile(join(root, 'large.bin'), new Uint8Array(largeBytes))
  const running = await driver.ensureRunning({ ...target, root, memoryBytes: 2 ** 30, cpuPercent: 100 })
  const env = {
    ...readEnv({ DATA_DIR: dataDir }),
    SITES_PORT: 'auto' as const,
    SITES_TLS_PORT: 'auto' as const,
  }
  const traffic = await openTraffic({ store, now, log })
  const gateway = await openGateway(
    {
      ...{ env, store, log, traffic, events: createBus(), challenges: createChallenges() },
      siteCertificates: { follow: () => ({ restart() {}, close: async () => {} }) },
      ...{ gateway: createGatewayStatus(), origin: () => 'http://127.0.0.1:3000' },
    },
    { program: () => findGatewayProgram(env.RUN_DIR), findProcess: async () => running },
  )
  const proxy = await startProxy(running.socketPath)
  const port = (url: string | null | undefined) => new URL(url ?? '').port
  const prefix = `sites/${target.serviceId}`
  const tls = { rejectUnauthorized: false }
  const ways = (path: string): Record<string, Request> => ({
    direct: () => fetch(`http://site.test/${path}`, { unix: running.socketPath }),
    gateway: () => fetch(`${gateway?.url}/${prefix}/${path}`),
    ...(proxy && { nginx: () => fetch(`${proxy.url}/${path}`) }),
    'gateway TLS': () => fetch(`https://localhost:${port(gateway?.tlsUrl)}/${prefix}/${path}`, { tls }),
    ...(proxy && { 'nginx TLS': () => fetch(`${proxy.tlsUrl}/${path}`, { tls }) }),
  })
  await print(`${name}: pages`, small, ways(''), (perSecond) => `${Math.round(perSecond)}/s`)
  await print(
    `${name}: 5 MB files`,
    large,
    ways('large.bin'),
    (perSecond) => `${Math.round((perSecond * largeBytes) / 1e6)} MB/s`,
  )
  proxy?.stop()
  await gateway?.stop(1_000)
  await traffic.close()
  await driver.ensureStopped(target.serviceId)
}

try {
  await migrate(store)
  const service = await addService(store)
  const { cert, key } = makeCertificate('localhost')
  await mkdir(join(dataDir, 'certificates'), { recursive: true })
  await writeFile(join(dataDir, 'certificates', 'localhost.crt'), cert)
  await writeFile(join(dataDir, 'certificates', 'localhost.key'), key)
  const place = { dataDir, cgroup: null, isolation: findIsolation, now }
  // Nobody tells it here that its portal is there.
  const orphanMs = 10 * minute
  const program = () => findSiteProgram(dataDir)
  const site = createSiteDriver({ ...place, version: 'bench', orphanMs, program })
  await compare('site ', site, service)
  if (findNginx() !== null) await compare('nginx', createNginxDriver(place), service)
} finally {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
}
