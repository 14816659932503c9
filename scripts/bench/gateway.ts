import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { openStore, type Store } from '#db/store.ts'
import { readEnv } from '#env'
import type { ServerDriver } from '#features/servers/drivers/driver.ts'
import { createNginxDriver, findNginx } from '#features/servers/drivers/nginx.ts'
import { createSiteDriver } from '#features/servers/drivers/site.ts'
import { createChallenges } from '#features/servers/gateway/challenges.ts'
import { startGateway } from '#features/servers/gateway/gateway.ts'
import { openTraffic } from '#features/servers/traffic.ts'
import { createBus } from '#server/events.ts'
import { createLogger } from '#server/log.ts'
import { findSiteProgram } from '#server/site-program.ts'
import { addPlan, addUser } from '#test/support/rows.ts'

// `bun run bench gateway`: a site through the gateway beside the same on its socket; client and gateway share this process.

const lanes = 32
const small = 6_000
const large = 60
const largeBytes = 5_000_000
const rounds = 3

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

/** Requests a second, the best of a few rounds. */
async function rate(requests: number, ask: Request): Promise<number> {
  let best = 0
  for (let round = 0; round < rounds; round += 1) {
    let left = requests
    const started = performance.now()
    const lane = async () => {
      for (; left > 0; left -= 1) await (await ask()).arrayBuffer()
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    best = Math.max(best, (requests * 1_000) / (performance.now() - started))
  }
  return best
}

async function compare(name: string, driver: ServerDriver, target: { userId: string; serviceId: string }) {
  const root = join(dataDir, 'services', target.serviceId, 'public')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'index.html'), '<h1>small</h1>')
  await writeFile(join(root, 'large.bin'), new Uint8Array(largeBytes))
  const running = await driver.ensureRunning({ ...target, root, memoryBytes: 2 ** 30, cpuPercent: 100 })
  const env = { ...readEnv({}), DATA_DIR: dataDir, SITES_PORT: 'auto' as const }
  const traffic = await openTraffic({ store, now, log })
  const shared = { store, log, now, traffic, events: createBus(), challenges: createChallenges() }
  const servers = { processOf: () => running }
  const gateway = await startGateway({ ...shared, env, servers, origin: () => 'http://127.0.0.1:3000' })
  const direct = (path: string) => () => fetch(`http://site.test/${path}`, { unix: running.socketPath })
  const through = (path: string) => () => fetch(`${gateway?.url}/sites/${target.serviceId}/${path}`)
  const mb = (perSecond: number) => `${Math.round((perSecond * largeBytes) / 1e6)} MB/s`
  const [a, b] = [await rate(small, direct('')), await rate(small, through(''))]
  console.log(
    `${name}: a page        direct ${Math.round(a)}/s, gateway ${Math.round(b)}/s, ratio ${(b / a).toFixed(2)}`,
  )
  const [c, d] = [await rate(large, direct('large.bin')), await rate(large, through('large.bin'))]
  console.log(`${name}: 5 MB files    direct ${mb(c)}, gateway ${mb(d)}, ratio ${(d / c).toFixed(2)}`)
  await gateway?.stop(true)
  await traffic.close()
  await driver.ensureStopped(target.serviceId)
}

try {
  await migrate(store)
  const service = await addService(store)
  const place = { dataDir, cgroup: null }
  const site = createSiteDriver({ ...place, version: 'bench', program: () => findSiteProgram(dataDir) })
  await compare('site ', site, service)
  if (findNginx() !== null) await compare('nginx', createNginxDriver({ ...place, now }), service)
} finally {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
}
