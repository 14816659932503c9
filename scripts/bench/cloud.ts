import { multiplySample } from './data/many-resources.ts'
import { seedCustomers } from './data/seed.ts'
import {
  cpuSeconds,
  inFolder,
  measure,
  openLoad,
  pollOf,
  type Running,
  runProgram,
  startPortal,
  type Target,
} from './support/measure.ts'
import { type Peer, startPeers } from './support/peers.ts'

// `bun run bench cloud [rounds] [seconds]`: polls of the cloud command centre compared with Express 5 and Fastify 5 on
// better-sqlite3 in one run, the weight of a full answer, and 1,500 open screens.

const rounds = Number(Bun.argv[2] ?? 6)
const seconds = Number(Bun.argv[3] ?? 20)
const requests = 10_000
const screens = 1_500
const resources = 200
const path = '/api/cloud/all-services'
// More would be refused: each seeding is one long write, and late ones are turned away.
const seedsAtOnce = 10

const serve = (dataDir: string): Promise<Running> => startPortal(dataDir, { SITES_PORT: '0' })

async function seed(url: string, cookies: string[]): Promise<void> {
  const body = JSON.stringify({ action: 'seed-sample-data' })
  for (let i = 0; i < cookies.length; i += seedsAtOnce) {
    const asked = cookies.slice(i, i + seedsAtOnce).map(async (cookie) => {
      const headers = { cookie, 'content-type': 'application/json' }
      const { status } = await fetch(`${url}/api/cloud/create-resource`, { method: 'POST', headers, body })
      if (status !== 201) throw new Error(`seeding answered ${status}`)
    })
    await Promise.all(asked)
  }
}

async function comparePolls(portal: Running, peers: Peer[], cookie: string): Promise<void> {
  const { load, stop } = openLoad(cookie, requests)
  try {
    const own = await pollOf('portal', { ...portal, path, cookie })
    const others = await Promise.all(peers.map((peer) => pollOf(peer.name, { ...peer, path, cookie })))
    const spent = await measure([own, ...others], { load, rounds })
    const rate = ({ name }: Target) => (requests * rounds) / (spent.get(name) ?? Number.NaN)
    console.log('a poll answered 304:')
    console.log(`${own.name.padEnd(36)}${(1e6 / rate(own)).toFixed(0).padStart(6)} µs CPU`)
    for (const peer of others) {
      const ratio = (rate(own) / rate(peer)).toFixed(1)
      const micros = (1e6 / rate(peer)).toFixed(0)
      console.log(
        `${`${peer.name} + better-sqlite3`.padEnd(36)}${micros.padStart(6)} µs CPU: the portal answers ${ratio} × as many (goal 3)`,
      )
    }
  } finally {
    await stop()
  }
}

const doubled: Record<string, string[]> = {
  databases: ['version', 'backupRetention'],
  functions: ['name', 'status', 'memoryMb', 'timeoutSeconds'],
  containers: ['serviceName', 'imageUri', 'desiredCount'],
}

/** Bytes of the full answer, and of the same facts without repetition. */
async function weigh({ url }: Running, cookie: string): Promise<void> {
  const response = await fetch(url + path, { headers: { cookie } })
  const text = await response.text()
  const answer = JSON.parse(text) as Record<string, Record<string, unknown>[]>
  const once = Object.entries(answer).map(([list, rows]) => {
    const left = new Set(doubled[list])
    return [
      list,
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !left.has(key)))),
    ]
  })
  const minimal = JSON.stringify(Object.fromEntries(once)).length
  const rows = Object.values(answer).flat().length
  const ratio = (text.length / minimal).toFixed(2)
  console.log(
    `full answer of ${rows} resources: ${text.length} bytes, ${ratio} × its minimal JSON (goal 1.5)`,
  )
}

async function runScreens({ url, pid }: Running, cookies: string[]): Promise<void> {
  const before = await cpuSeconds(pid)
  const result = await runProgram<Record<string, number>>('screens', {
    url,
    cookies,
    seconds,
    everyMs: 5_000,
  })
  const share = (100 * ((await cpuSeconds(pid)) - before)) / seconds
  const round = (name: string) => result[name]?.toFixed(1)
  console.log(
    `${cookies.length} screens for ${seconds} s: ${result.polls} polls (${result.unchanged} unchanged), ` +
      `${result.clicks} clicks, ${result.streams} streams, ${result.events} events, ${result.failed} errors, ` +
      `median ${round('medianMs')} ms, p99 ${round('p99Ms')} ms, slowest ${round('slowestMs')} ms, ` +
      `${share.toFixed(0)} % of a core`,
  )
  if (result.failed !== 0) process.exitCode = 1
}

async function bench(dataDir: string): Promise<void> {
  const customers = await seedCustomers(dataDir, { customers: screens, services: 0 })
  const cookies = customers.map(({ cookie }) => cookie)
  const [cookie = ''] = cookies
  const first = await serve(dataDir)
  await seed(first.url, cookies.slice(0, 1))
  await first.stop()
  await multiplySample(dataDir, resources)
  const portal = await serve(dataDir)
  const peers = await startPeers(dataDir)
  try {
    await comparePolls(portal, peers, cookie)
    await weigh(portal, cookie)
    await seed(portal.url, cookies.slice(1))
    await runScreens(portal, cookies)
  } finally {
    for (const server of [portal, ...peers]) await server.stop()
  }
}

await inFolder(bench)
