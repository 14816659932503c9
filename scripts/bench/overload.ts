import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { createBus } from '#server/events.ts'
import { readKey } from '#server/secrets.ts'
import { createSessions } from '#server/sessions/session.ts'
import { domainName } from '#test/support/domain-name.ts'
import { buildClient } from '../build.ts'
import { type Running, start } from './measure.ts'
import type { Caller, LoadPlan, Tally } from './overload-load.ts'

// `bun run bench overload [rate] [seconds]`: pages, calls, polls, uploads and sign-ins at a steady rate (600 a second for ten
// minutes), whether they are answered or not. `bun run bench overload ramp [seconds]` raises the rate until requests are refused.
// Ends with code 1 when a request timed out, p95 of what was accepted is over 250 ms, or the portal took more than 500 MB.

const here = import.meta.dir
const isRamp = process.argv[2] === 'ramp'
const rate = isRamp ? 100 : Number(process.argv[2] ?? 600)
const seconds = Number(process.argv[3] ?? (isRamp ? 20 : 600))
const rampStep = 100
const reportEvery = 10
const customers = 200
const bar = { p95Ms: 250, residentMb: 500 }
const password = 'a long enough password'

async function addCustomer(
  store: Store,
  { dataDir, index, passwordHash }: { dataDir: string; index: number; passwordHash: string },
): Promise<Caller> {
  const [id, serviceId, now, email] = [
    Bun.randomUUIDv7(),
    Bun.randomUUIDv7(),
    new Date(),
    `bench-${index}@example.com`,
  ]
  const moments = { createdAt: now, updatedAt: now }
  const person = { email, emailKey: email, mobile: `+9190${String(index).padStart(8, '0')}`, passwordHash }
  await store.tx(async (tx) => {
    const { users, userServices, pricingPlans } = tx.t
    const [plan] = await tx.select().from(pricingPlans).limit(1)
    if (!plan) throw new Error('the catalogue is empty')
    await tx.insert(users).values({ id, ...person, ...moments })
    const own = {
      id: serviceId,
      userId: id,
      planId: plan.id,
      domain: domainName(`bench-${index}.example.com`),
    }
    await tx.insert(userServices).values({ ...own, status: 'active', serverIp: '127.0.0.1', ...moments })
  })
  // What an activation makes: files are stored in folders that are there.
  await mkdir(join(dataDir, 'services', serviceId, 'public'), { recursive: true })
  const address = `198.51.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`
  const device = { userAgent: 'bench', address, createdAt: now.toISOString() }
  const cookie = await createSessions(store, { secure: false, events: createBus() }).start(id, device)
  return { cookie: cookie.split(';')[0] ?? '', email, serviceId, address }
}

async function seed(dataDir: string): Promise<Caller[]> {
  const store = await openStore({ dataDir })
  try {
    await migrate(store)
    await readKey(join(dataDir, 'secret.key'), true)
    await seedCatalogue(store, new Date())
    const passwordHash = await Bun.password.hash(password, {
      algorithm: 'argon2id',
      memoryCost: 19_456,
      timeCost: 2,
    })
    return await Promise.all(
      Array.from({ length: customers }, (_, index) => addCustomer(store, { dataDir, index, passwordHash })),
    )
  } finally {
    await store.close()
  }
}

/** The portal's memory now, in MB, and the CPU seconds it has used. */
async function usage(pid: number): Promise<{ residentMb: number; cpuSeconds: number }> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(') ')[1]?.split(' ') ?? []
  return {
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000,
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
  }
}

/** Requests answered since the start, whatever with. */
async function answeredBy({ url }: Running): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = [...text.matchAll(/^portal_requests_total\S* (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function printTallies(tallies: Record<string, Tally>): { p95: number; shed: number; timedOut: number } {
  const columns = ['sent', 'accepted', 'shed', 'limited', 'timed out', 'p50 ms', 'p95 ms', 'max ms']
  console.log(`${''.padEnd(10)}${columns.map((name) => name.padStart(10)).join('')}  other`)
  const all: Tally = { sent: 0, accepted: 0, shed: 0, limited: 0, timedOut: 0, odd: {}, took: [] }
  const row = (name: string, { sent, accepted, shed, limited, timedOut, odd, took }: Tally) => {
    const sorted = took.sort((a, b) => a - b)
    const times = [quantile(sorted, 0.5), quantile(sorted, 0.95), sorted.at(-1) ?? 0]
    const cells = [sent, accepted, shed, limited, timedOut, ...times].map((cell) => String(cell).padStart(10))
    console.log(`${name.padEnd(10)}${cells.join('')}  ${JSON.stringify(odd)}`)
    return times[1] ?? 0
  }
  for (const [name, tally] of Object.entries(tallies)) {
    row(name, tally)
    for (const key of ['sent', 'accepted', 'shed', 'limited', 'timedOut'] as const) all[key] += tally[key]
    for (const [odd, count] of Object.entries(tally.odd)) all.odd[odd] = (all.odd[odd] ?? 0) + count
    all.took.push(...tally.took)
  }
  return { p95: row('all', all), shed: all.shed, timedOut: all.timedOut }
}

/** Sends the requests from a process of their own while this one watches the portal, and prints what it sees every 10 s. */
async function load(portal: Running, plan: LoadPlan) {
  const child = Bun.spawn([process.execPath, join(here, 'overload-load.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      BUN_CONFIG_MAX_HTTP_REQUESTS: '20000',
    },
    stdin: 'pipe',
    stdout: 'pipe',
  })
  child.stdin.write(`${JSON.stringify(plan)}\n`)
  await child.stdin.end()
  let peakMb = 0
  let slowestHealthMs = 0
  let turns = 0
  let before = { cpuSeconds: (await usage(portal.pid)).cpuSeconds, answered: await answeredBy(portal) }
  const report = async (residentMb: number, cpuSeconds: number) => {
    const now = { cpuSeconds, answered: await answeredBy(portal) }
    const perRequest = ((now.cpuSeconds - before.cpuSeconds) * 1_000) / (now.answered - before.answered)
    const share = ((now.cpuSeconds - before.cpuSeconds) / reportEvery) * 100
    before = now
    console.log(
      `${turns} s: ${residentMb.toFixed(0)} MB, ${share.toFixed(0)} % of a core, ${perRequest.toFixed(2)} ms of CPU a request`,
    )
  }
  const timer = setInterval(async () => {
    turns += 1
    const { residentMb, cpuSeconds } = await usage(portal.pid)
    peakMb = Math.max(peakMb, residentMb)
    const asked = performance.now()
    await (await fetch(`${portal.url}/health`)).arrayBuffer()
    slowestHealthMs = Math.max(slowestHealthMs, performance.now() - asked)
    if (turns % reportEvery === 0) await report(residentMb, cpuSeconds)
  }, 1_000)
  const tallies = JSON.parse(await new Response(child.stdout).text()) as Record<string, Tally>
  clearInterval(timer)
  return { tallies, peakMb, slowestHealthMs }
}

async function runAt(portal: Running, people: Caller[], perSecond: number): Promise<number> {
  console.log(`${perSecond} requests a second for ${seconds} s`)
  const plan = { url: portal.url, people, password, rate: perSecond, seconds }
  const { tallies, peakMb, slowestHealthMs } = await load(portal, plan)
  const { p95, shed, timedOut } = printTallies(tallies)
  const isMet = timedOut === 0 && p95 <= bar.p95Ms && peakMb <= bar.residentMb
  console.log(
    `at most ${peakMb.toFixed(0)} MB, /health at most ${slowestHealthMs.toFixed(0)} ms: ` +
      `the bar (no time-out, p95 ≤ ${bar.p95Ms} ms, ${bar.residentMb} MB) is ${isMet ? 'met' : 'NOT met'}`,
  )
  if (!isMet) process.exitCode = 1
  return shed
}

async function bench(dataDir: string): Promise<void> {
  const people = await seed(dataDir)
  const settings = {
    DATA_DIR: dataDir,
    PORT: 'auto',
    DNS_PORT: '0',
    MAIL_SMTP_PORT: '0',
    MAIL_SUBMISSION_PORT: '0',
    SITES_PORT: '0',
    SERVER_DRIVER: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_ENV: 'production',
    READS_PER_MINUTE: '3000',
    WRITES_PER_MINUTE: '300',
    LOG_LEVEL: 'info',
  }
  const main = resolve(here, '../../src/app/main.ts')
  const profiling = process.env.BENCH_BUN_FLAGS?.split(' ') ?? []
  const portal = await start([process.execPath, ...profiling, main, 'serve'], settings, '/health')
  try {
    if (!isRamp) {
      await runAt(portal, people, rate)
      return
    }
    for (let perSecond = rate; ; perSecond += rampStep) {
      if ((await runAt(portal, people, perSecond)) === 0) continue
      console.log(`requests are refused from ${perSecond} a second on`)
      return
    }
  } finally {
    await portal.stop()
  }
}

await buildClient({ minify: true, outdir: resolve(here, '../../dist/client') })
const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-overload-'))
try {
  await bench(dataDir)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
