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
import { addPlan, addUser } from '#test/support/rows.ts'

// `bun run bench gateway`: a site through the gateway beside the same on its socket; client, gateway and web server are a process each.

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

/** The best of a few rounds each, taken in turn. */
async function print(
  name: string,
  requests: number,
  ways: { direct: Request; through: Request },
  write: (perSecond: number) => string,
) {
  const best = { direct: 0, through: 0 }
  for (let round = 0; round < rounds; round += 1) {
    best.direct = Math.max(best.direct, await rate(requests, ways.direct))
    best.through = Math.max(best.through, await rate(requests, ways.through))
  }
  const ratio = (best.through / best.direct).toFixed(2)
  console.log(`${name} direct ${write(best.direct)}, gateway ${write(best.through)}, ratio ${ratio}`)
}

async function compare(name: string, driver: ServerDriver, target: { userId: string; serviceId: string }) {
  const root = join(dataDir, 'services', target.serviceId, 'public')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'index.html'), '<h1>small</h1>')
  await writeFile(join(root, 'large.bin'), new Uint8Array(largeBytes))
  const running = await driver.ensureRunning({ ...target, root, memoryBytes: 2 ** 30, cpuPercent: 100 })
  const env = { ...readEnv({ DATA_DIR: dataDir }), SITES_PORT: 'auto' as const, SITES_TLS_PORT: 0 }
  const traffic = await openTraffic({ store, now, log })
  const gateway = await openGateway(
    {
      ...{ env, store, log, traffic, events: createBus(), challenges: createChallenges() },
      siteCertificates: { follow: () => ({ restart() {}, close: async () => {} }) },
      ...{ gateway: createGatewayStatus(), origin: () => 'http://127.0.0.1:3000' },
    },
    { program: () => findGatewayProgram(env.RUN_DIR), findProcess: async () => running },
  )
  const direct = (path: string) => () => fetch(`http://site.test/${path}`, { unix: running.socketPath })
  const through = (path: string) => () => fetch(`${gateway?.url}/sites/${target.serviceId}/${path}`)
  await print(
    `${name}: a page     `,
    small,
    { direct: direct(''), through: through('') },
    (perSecond) => `${Math.round(perSecond)}/s`,
  )
  await print(
    `${name}: 5 MB files `,
    large,
    { direct: direct('large.bin'), through: through('large.bin') },
    (perSecond) => `${Math.round((perSecond * largeBytes) / 1e6)} MB/s`,
  )
  await gateway?.stop(1_000)
  await traffic.close()
  await driver.ensureStopped(target.serviceId)
}

try {
  await migrate(store)
  const service = await addService(store)
  const place = { dataDir, cgroup: null, isolation: findIsolation, now }
  const site = createSiteDriver({ ...place, version: 'bench', program: () => findSiteProgram(dataDir) })
  await compare('site ', site, service)
  if (findNginx() !== null) await compare('nginx', createNginxDriver(place), service)
} finally {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
}
