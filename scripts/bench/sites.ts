import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerProcess } from '#features/hosting/drivers/driver.ts'
import { createSiteDriver } from '#features/hosting/drivers/site.ts'
import { findSiteProgram } from '#features/hosting/programs/find-program.ts'
import { createServers } from '#features/hosting/supervisor/servers.ts'
import { findIsolation } from '#server/system/programs/isolation.ts'
import { median, timed } from './support/measure.ts'

// `bun run bench sites [count]`: web servers of 50 services on this machine: time to start, memory, requests, time to stop.

const count = Number(Bun.argv[2] ?? 50)
const parallel = 4
const requests = 2_000

const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-sites-'))
const program = () => findSiteProgram(dataDir)
const place = { dataDir, cgroup: null, isolation: findIsolation, now: () => new Date() }
const driver = createSiteDriver({ ...place, version: 'bench', program })
const servers = createServers(driver)

const mib = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`
const inMs = (seconds: number, digits = 0): string => `${(seconds * 1_000).toFixed(digits)} ms`
const print = (name: string, value: string): void => console.log(`${name.padEnd(34)}${value}`)

/** One after the other in each of a few parallel rows. */
async function inRows<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const rest = [...items]
  const row = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: parallel }, row))
  return results
}

async function makeSite(): Promise<string> {
  const serviceId = Bun.randomUUIDv7()
  const root = join(dataDir, 'services', serviceId, 'public')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'index.html'), `<h1>${serviceId}</h1>`)
  return serviceId
}

const start = (serviceId: string) => {
  const root = join(dataDir, 'services', serviceId, 'public')
  const target = { userId: 'bench', serviceId, root, memoryBytes: 1, cpuPercent: 100 }
  return timed(() => servers.start(target))
}

async function memoryOf({ pid }: ServerProcess): Promise<{ rss: number; pss: number }> {
  const text = await Bun.file(`/proc/${pid}/smaps_rollup`).text()
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1_024
  return { rss: read('Rss'), pss: read('Pss') }
}

async function printMemory(when: string, processes: ServerProcess[]): Promise<void> {
  const all = await Promise.all(processes.map(memoryOf))
  const sum = (pick: 'rss' | 'pss') => all.reduce((total, each) => total + each[pick], 0)
  print(`RSS ${when}, sum and each`, `${mib(sum('rss'))}, ${mib(sum('rss') / count)}`)
  print(`PSS ${when}, sum and each`, `${mib(sum('pss'))}, ${mib(sum('pss') / count)}`)
}

async function load({ socketPath }: ServerProcess): Promise<void> {
  for (let i = 0; i < requests / count; i += 1)
    await (await fetch('http://site.test/', { unix: socketPath })).arrayBuffer()
}

try {
  const ids = await Promise.all(Array.from({ length: count }, makeSite))
  servers.open()
  const started = await timed(() => inRows(ids, start))
  const processes = started.result.map(({ result }) => result)
  print(`start of ${count}, ${parallel} at once`, inMs(started.seconds))
  print('start of one, median', inMs(median(started.result.map(({ seconds }) => seconds))))
  await printMemory('idle', processes)
  const served = await timed(() => Promise.all(processes.map(load)))
  print(`${requests} requests to all`, inMs(served.seconds))
  await printMemory('after them', processes)
  const adopted = await timed(() => inRows(ids, start))
  print('adopted again', inMs(adopted.seconds))
  const looked = await timed(async () => servers.drainExited())
  print('one check of all', inMs(looked.seconds, 2))
  print('memory of all read', inMs((await timed(() => servers.listGreedy())).seconds, 2))
} finally {
  const stopped = await timed(() => servers.close())
  print('stop of all', inMs(stopped.seconds))
  await rm(dataDir, { recursive: true, force: true })
}
