import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { seedServices } from './bench-data.ts'

// `bun run bench`: requests per second of server CPU time, of the portal beside bare servers, in one run.

const rounds = Number(Bun.argv[2] ?? 6)
const requests = 3_000
const lanes = 16
const here = import.meta.dir
const main = resolve(here, '../src/main.ts')

type Target = { name: string; url: string; pid: number }
type Running = { url: string; pid: number; stop(): Promise<void>; firstAnswerMs: number }

/** A server as a child process, and how long its first answer took. */
async function start(command: string[], env: Record<string, string>, path: string): Promise<Running> {
  const started = performance.now()
  const child = Bun.spawn([process.execPath, ...command], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  let url = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk)
    url = /"url":"([^"]+)"/.exec(text)?.[1] ?? ''
    if (url) break
  }
  await (await fetch(`${url}${path}`)).arrayBuffer()
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { url, pid: child.pid, stop, firstAnswerMs: performance.now() - started }
}

/** Seconds of CPU time a process has used, in user and in system mode, all threads. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

type Load = (target: Target) => Promise<void>

/** The process that makes the requests: its CPU time is not the servers'. */
function openLoad(cookie: string): { load: Load; stop(): Promise<void> } {
  const child = Bun.spawn([process.execPath, join(here, 'bench-load.ts')], { stdin: 'pipe', stdout: 'pipe' })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  return {
    async load({ name, url }) {
      child.stdin.write(`${JSON.stringify({ url, cookie, requests, lanes })}\n`)
      await child.stdin.flush()
      const { value } = await reader.read()
      const { failed } = JSON.parse(decoder.decode(value)) as { failed: number }
      if (failed > 0) throw new Error(`${failed} requests to ${name} failed`)
    },
    async stop() {
      await child.stdin.end()
      await child.exited
    },
  }
}

/** CPU seconds of each target over all rounds; one round each, in turn, and a first one that does not count. */
async function measure(targets: Target[], load: Load): Promise<Map<string, number>> {
  const spent = new Map<string, number>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const target of targets) {
      const before = await cpuSeconds(target.pid)
      await load(target)
      const used = (await cpuSeconds(target.pid)) - before
      if (round > 0) spent.set(target.name, (spent.get(target.name) ?? 0) + used)
    }
  }
  return spent
}

const goals: Record<string, { goal: number; floor: number }> = {
  'portal REST list': { goal: 0.45, floor: 0.4 },
  'portal tRPC list': { goal: 0.35, floor: 0.28 },
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

async function bench(dataDir: string): Promise<void> {
  const cookie = await seedServices(dataDir)
  const settings = { DATA_DIR: dataDir, PORT: 'auto', SITES_PORT: 'auto', LOG_LEVEL: 'info' }
  const portal = await start([main, 'serve'], settings, '/health')
  const bare = (kind: string) => start([join(here, 'bench-servers.ts'), kind, dataDir], {}, '/health')
  const kinds = ['hello', 'bare', 'hono', 'drizzle', 'checked']
  const servers = new Map<string, Running>()
  for (const kind of kinds) servers.set(kind, await bare(kind))
  const beside = (name: string, kind: string): Target => {
    const { url = '', pid = 0 } = servers.get(kind) ?? {}
    return { name, url: `${url}/api/user-services`, pid }
  }
  const own = (name: string, path: string): Target => ({ name, url: portal.url + path, pid: portal.pid })
  const { load, stop } = openLoad(cookie)
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
      load,
    )
    print(spent)
    const hello = servers.get('hello')?.firstAnswerMs ?? Number.NaN
    console.log(
      `start to first answer: portal ${portal.firstAnswerMs.toFixed(0)} ms, bare Bun.serve ${hello.toFixed(0)} ms`,
    )
  } finally {
    await stop()
    for (const server of [portal, ...servers.values()]) await server.stop()
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'))
try {
  await bench(dataDir)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
