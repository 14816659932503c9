import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findFreshServer } from '../build/fresh-server.ts'
import { seedCustomer } from './data/seed.ts'
import {
  bun,
  firstAnswer,
  inFolder,
  measure,
  median,
  openLoad,
  type Running,
  root,
  startBare,
  startPortal,
  type Target,
} from './support/measure.ts'

// `bun run bench`: requests per second of server CPU time, for the portal and bare servers in one run.

const rounds = Number(Bun.argv[2] ?? 6)
const requests = 3_000

const goals: Record<string, { goal: number; floor: number }> = {
  'portal REST list': { goal: 0.6, floor: 0.54 },
  'portal tRPC list': { goal: 0.48, floor: 0.43 },
  'portal /api/user (+ session, procedure)': { goal: 0.85, floor: 0.76 },
}

const verdict = (name: string, ratio: number): string => {
  const wanted = goals[name]
  if (!wanted) return ''
  if (ratio >= wanted.goal) return `goal ${wanted.goal} reached`
  return ratio >= wanted.floor
    ? `floor ${wanted.floor} held, goal ${wanted.goal}`
    : `BELOW the floor ${wanted.floor}`
}

function print(spent: Map<string, number>): void {
  const rate = (name: string) => (requests * rounds) / (spent.get(name) ?? Number.NaN)
  console.log(
    `${'server'.padEnd(44)}${'µs CPU'.padStart(8)}${'req/CPU-s'.padStart(11)}${'ratio'.padStart(8)}`,
  )
  for (const name of spent.keys()) {
    const ratio = rate(name) / rate('bare list')
    const cells = [
      (1e6 / rate(name)).toFixed(0).padStart(8),
      rate(name).toFixed(0).padStart(11),
      ratio.toFixed(2).padStart(8),
    ]
    console.log(`${name.padEnd(44)}${cells.join('')}  ${verdict(name, ratio)}`)
  }
}

/** Commits a hundred times a second until disposed, which empties the portal's caches. */
function startWrites(dataDir: string): Disposable {
  const connection = new Database(join(dataDir, 'portal.db'))
  connection.run('PRAGMA busy_timeout = 1000')
  const write = connection.prepare('update installation set key_check = key_check')
  const timer = setInterval(() => write.run(), 10)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      write.finalize()
      connection.close()
    },
  }
}

/** The start-up time with an existing database: of the built server, and of the sources. */
async function printStarts(dataDir: string, bareMs = Number.NaN): Promise<void> {
  const binary = join(root, 'dist/portal')
  const ways: Record<string, string[]> = {
    ...(existsSync(binary) ? { 'the binary': [binary] } : {}),
    ...(findFreshServer() ? { 'bun run start, built': [bun, join(root, 'scripts/start.ts')] } : {}),
    'the sources': [bun, join(root, 'src/app/main.ts')],
  }
  console.log(`start to first answer: bare Bun.serve ${bareMs.toFixed(0)} ms`)
  for (const [name, command] of Object.entries(ways)) {
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) times.push(await firstAnswer(command, dataDir))
    console.log(`  ${name}: ${median(times).toFixed(0)} ms`)
  }
}

async function bench(dataDir: string): Promise<void> {
  const { cookie } = await seedCustomer(dataDir, 10)
  const portal = await startPortal(dataDir)
  const kinds = ['hello', 'bare', 'hono', 'drizzle', 'checked']
  const servers = new Map<string, Running>()
  for (const kind of kinds) servers.set(kind, await startBare(kind, dataDir))
  const beside = (name: string, kind: string): Target => {
    const { url = '', pid = 0 } = servers.get(kind) ?? {}
    return { name, url: `${url}/api/user-services`, pid }
  }
  const own = (name: string, path: string): Target => ({ name, url: portal.url + path, pid: portal.pid })
  const { load, stop } = openLoad(cookie, requests)
  try {
    const spent = await measure(
      [
        beside('bare Bun.serve hello', 'hello'),
        beside('bare list', 'bare'),
        beside('bare list + Hono', 'hono'),
        beside('bare list by Drizzle, prepared', 'drizzle'),
        beside('bare list by Drizzle + output check', 'checked'),
        own('portal /health (Hono, guard, headers)', '/health'),
        own('portal /api/user (+ session, procedure)', '/api/user'),
        own('portal REST list', '/api/user-services'),
        own('portal tRPC list', '/api/trpc/servers.list'),
      ],
      { load, rounds },
    )
    print(spent)
    {
      using _ = startWrites(dataDir)
      console.log('the same during 100 writes a second by another process')
      const lists = [beside('bare list', 'bare'), own('portal REST list', '/api/user-services')]
      print(await measure(lists, { load, rounds }))
    }
  } finally {
    await stop()
    for (const server of [portal, ...servers.values()]) await server.stop()
  }
  await printStarts(dataDir, servers.get('hello')?.firstAnswerMs)
}

await inFolder(bench)
