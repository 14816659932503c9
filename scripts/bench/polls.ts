import { type Customer, seedCustomer } from './data/seed.ts'
import {
  inFolder,
  measure,
  openLoad,
  pollOf,
  type Running,
  startBare,
  startPortal,
  type Target,
} from './support/measure.ts'

// `bun run bench polls [rounds]`: CPU time of polls without changes, compared with bare servers that answer 304, in one run.

const rounds = Number(Bun.argv[2] ?? 6)
const requests = 3_000

async function openTargets(portal: Running, dataDir: string, { cookie, serviceIds }: Customer) {
  const polled = (path: string) =>
    pollOf(`portal ${path.replace(/[0-9a-f-]{36}/, '{id}')}`, { ...portal, path, cookie })
  const plain = await startBare('unchanged', dataDir)
  const withSession = await startBare('unchanged-session', dataDir)
  const beside = (name: string, { url, pid }: Running): Target => ({ name, url, pid, etag: '"known"' })
  const stats = `/api/server-stats/${serviceIds[0]}`
  const targets = [
    beside('bare 304', plain),
    beside('bare 304 + session', withSession),
    { name: 'portal /health (Hono, guard, headers)', url: `${portal.url}/health`, pid: portal.pid },
    await polled(stats),
    { name: 'portal the same, recomputed', url: portal.url + stats, pid: portal.pid },
    await polled('/api/cloud/all-services'),
  ]
  return { targets, servers: [plain, withSession] }
}

function print(spent: Map<string, number>): void {
  const micros = (name: string) => ((spent.get(name) ?? Number.NaN) * 1e6) / (requests * rounds)
  console.log(`${'poll without changes'.padEnd(44)}${'µs CPU'.padStart(8)}${'to bare'.padStart(9)}`)
  for (const name of spent.keys()) {
    const ratio = micros(name) / micros('bare 304 + session')
    console.log(
      `${name.padEnd(44)}${micros(name).toFixed(0).padStart(8)}${`${ratio.toFixed(1)}×`.padStart(9)}`,
    )
  }
}

async function bench(dataDir: string): Promise<void> {
  const customer = await seedCustomer(dataDir, 10)
  const portal = await startPortal(dataDir)
  const { load, stop } = openLoad(customer.cookie, requests)
  const { targets, servers } = await openTargets(portal, dataDir, customer)
  try {
    print(await measure(targets, { load, rounds }))
  } finally {
    await stop()
    for (const server of [portal, ...servers]) await server.stop()
  }
}

await inFolder(bench)
