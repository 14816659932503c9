import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { readEnv } from '#env'
import type { ServerDriver } from '#features/hosting/drivers/driver.ts'
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

/** The path of a file of this size; the small page is at the empty path. */
export const largeFile = 'large.bin'
export const largeBytes = 5_000_000

const connections = 32
const now = () => new Date()
const log = createLogger('warn')

/** Requests a path of the site. */
type Ask = (path: string) => Promise<globalThis.Response>

/** A customer's site: a process that serves it on a socket, and the gateway in front as another process. */
type CustomerSite = {
  socketPath: string
  pids: { server: number; gateway: number }
  /** Its URL at the gateway, with a trailing slash. */
  url: string
  direct: Ask
  gateway: Ask
  gatewayTls: Ask
  stop(): Promise<void>
}

type Service = { userId: string; serviceId: string }

/** An installation with one service, whose site is run by one driver after the other. */
export type SiteHost = {
  /** The paths that a driver needs. */
  place: { dataDir: string; cgroup: null; isolation: typeof findIsolation; now: () => Date }
  /** The built-in web server. */
  builtIn: ServerDriver
  open(driver: ServerDriver): Promise<CustomerSite>
  close(): Promise<void>
}

async function addService(store: Store): Promise<Service> {
  const userId = await addUser(store, '9000000000')
  const planId = await addPlan(store)
  const id = Bun.randomUUIDv7()
  const row = { id, userId, planId, status: 'active' as const, createdAt: now(), updatedAt: now() }
  await store.tx((transaction) => transaction.insert(transaction.t.userServices).values(row))
  return { userId, serviceId: id }
}

async function writeFiles(dataDir: string, root: string): Promise<void> {
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'index.html'), '<h1>small</h1>')
  await writeFile(join(root, largeFile), new Uint8Array(largeBytes))
  const { cert, key } = makeCertificate('localhost')
  await mkdir(join(dataDir, 'certificates'), { recursive: true })
  await writeFile(join(dataDir, 'certificates', 'localhost.crt'), cert)
  await writeFile(join(dataDir, 'certificates', 'localhost.key'), key)
}

export async function openSiteHost(dataDir: string): Promise<SiteHost> {
  const store = await openStore({ dataDir })
  await migrate(store)
  const service = await addService(store)
  const { serviceId } = service
  const root = join(dataDir, 'services', serviceId, 'public')
  await writeFiles(dataDir, root)
  const place = { dataDir, cgroup: null, isolation: findIsolation, now }
  const builtIn = createSiteDriver({
    ...place,
    version: 'bench',
    // It has no supervising portal here.
    orphanMs: 10 * minute,
    program: () => findSiteProgram(dataDir),
  })
  const env = {
    ...readEnv({ DATA_DIR: dataDir }),
    SITES_PORT: 'auto' as const,
    SITES_TLS_PORT: 'auto' as const,
  }

  const open = async (driver: ServerDriver): Promise<CustomerSite> => {
    const running = await driver.ensureRunning({ ...service, root, memoryBytes: 2 ** 30, cpuPercent: 100 })
    const traffic = await openTraffic({ store, now, log })
    const status = createGatewayStatus()
    const gateway = await openGateway(
      {
        ...{ env, store, log, traffic, events: createBus(), challenges: createChallenges() },
        siteCertificates: { follow: () => ({ restart() {}, close: async () => {} }) },
        ...{ gateway: status, origin: () => 'http://127.0.0.1:3000' },
      },
      { program: () => findGatewayProgram(env.RUN_DIR), findProcess: async () => running },
    )
    const prefix = `sites/${serviceId}`
    const url = `${gateway?.url}/${prefix}/`
    const tls = { rejectUnauthorized: false }
    const tlsPort = new URL(gateway?.tlsUrl ?? '').port
    return {
      socketPath: running.socketPath,
      pids: { server: running.pid, gateway: status.pid ?? 0 },
      url,
      direct: (path) => fetch(`http://site.test/${path}`, { unix: running.socketPath }),
      gateway: (path) => fetch(url + path),
      gatewayTls: (path) => fetch(`https://localhost:${tlsPort}/${prefix}/${path}`, { tls }),
      async stop() {
        await gateway?.stop(1_000)
        await traffic.close()
        await driver.ensureStopped(serviceId)
      },
    }
  }

  return { place, builtIn, open, close: () => store.close() }
}

/** Requests a path this many times, on several parallel connections. */
export async function requestMany(requests: number, ask: () => Promise<globalThis.Response>): Promise<void> {
  let left = requests
  const work = async () => {
    while (left > 0) {
      left -= 1
      const answer = await ask()
      if (!answer.ok) throw new Error(`the site answered ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
}
