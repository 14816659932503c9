import { mkdir } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { createBus } from '#server/events.ts'
import { auditKey, createSealer, readKey } from '#server/secrets.ts'
import { createSessions } from '#server/sessions/session.ts'
import { type PostgresServer, startEmbeddedPostgres } from '../../test/support/postgres.ts'
import { buildRelease } from '../build/client.ts'
import { emailOf, fillPortal, sealAll } from './data/many-customers.ts'
import { inFolder, median, type Running, startPortal, timed, watchHealth } from './support/measure.ts'
import { type Facts, listOfReads, type Read, type Reader } from './support/million-reads.ts'

// `bun run bench million [users] [--postgres] [--folder PATH]`: every read of a portal with that many customers, compared with
// one of a thousand, the longest answer of /health meanwhile, and the start. With a folder, the SQLite data stays there for
// the next run.

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, folder: { type: 'string' } },
  allowPositionals: true,
})
const wanted = Number(positionals[0] ?? 1_000_000)
const few = 1_000
const password = 'a long sentence of the bench'
const administrator = 'administrator@example.com'
const bar = { ratio: 3, ms: 20, healthMs: 250, startMs: 3_000 }
const startWatchMs = 10_000

type Installation = { dataDir: string; databaseUrl: string | undefined }

const serve = ({ dataDir, databaseUrl }: Installation): Promise<Running> =>
  startPortal(dataDir, {
    SERVER_DRIVER: 'off',
    ADMIN_EMAIL: administrator,
    ADMIN_MOBILE: '+919000000001',
    ADMIN_PASSWORD: password,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })

async function report<T>(work: string, run: () => Promise<T>): Promise<T> {
  const { seconds, result } = await timed(run)
  console.log(`${work}: ${seconds.toFixed(1)} s`)
  return result
}

/** The portal creates its data folder and schema; then the customers are added. */
async function prepare(installation: Installation, users: number): Promise<void> {
  await (await serve(installation)).stop()
  const store = await openStore(installation)
  const [plan] = await store.read.select().from(store.t.pricingPlans).limit(1)
  const { t } = store
  await store.close()
  if (!plan) throw new Error('the catalogue is empty')
  const passwordHash = await Bun.password.hash(password, 'argon2id')
  const filling = { users, passwordHash, planId: plan.id, until: new Date() }
  await report(`${users} customers created`, () => fillPortal({ ...installation, t }, filling))
  const filled = await openStore(installation)
  const key = auditKey(createSealer(await readKey(join(installation.dataDir, 'secret.key'), false)))
  await report('audit log sealed', () => sealAll(filled, { now: new Date(), key }))
  await filled.close()
}

async function signIn(store: Store, email: string): Promise<string> {
  const { users } = store.t
  const [user] = await store.read.select().from(users).where(eq(users.emailKey, email))
  if (!user) throw new Error(`nobody is ${email}`)
  const device = { userAgent: 'bench', address: '127.0.0.1', createdAt: new Date().toISOString() }
  const cookie = await createSessions(store, { secure: false, events: createBus() }).start(user.id, device)
  return cookie.split(';')[0] ?? ''
}

async function readFacts(
  installation: Installation,
  users: number,
): Promise<{ facts: Facts; cookies: Record<Reader, string> }> {
  const store = await openStore(installation)
  try {
    const { orders, users: people } = store.t
    const usual = emailOf(Math.floor(users / 2))
    const [order] = await store.read
      .select({ id: orders.id, serviceId: orders.serviceId, userId: orders.userId })
      .from(orders)
      .innerJoin(people, eq(people.id, orders.userId))
      .where(eq(people.emailKey, usual))
      .limit(1)
    const [first] = await store.read
      .select()
      .from(people)
      .where(eq(people.emailKey, emailOf(0)))
    if (!order || !first) throw new Error('the data is incomplete')
    const facts = { users, password, startMs: first.createdAt.getTime(), orderId: order.id, ...order }
    const cookies = {
      administrator: await signIn(store, administrator),
      first: await signIn(store, emailOf(0)),
      usual: await signIn(store, usual),
      visitor: '',
    }
    return { facts, cookies }
  } finally {
    await store.close()
  }
}

async function once(url: string, { path, method, json }: Read, cookie: string): Promise<number> {
  const sent = json === undefined ? {} : { body: JSON.stringify(json) }
  const headers = { cookie, 'content-type': 'application/json' }
  for (;;) {
    const started = performance.now()
    const answer = await fetch(url + path, { method: method ?? 'GET', headers, ...sent })
    await answer.arrayBuffer()
    if (answer.ok) return performance.now() - started
    if (answer.status !== 429) throw new Error(`${path} answered ${answer.status}`)
    await Bun.sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

type Measured = {
  times: Map<string, { ms: number; healthMs: number }>
  startMs: number
  startHealthMs: number
}

async function measure(installation: Installation, users: number): Promise<Measured> {
  const { facts, cookies } = await readFacts(installation, users)
  const portal = await serve(installation)
  const startWatch = watchHealth(portal)
  await Bun.sleep(startWatchMs)
  const startHealthMs = await startWatch.stop()
  const times: Measured['times'] = new Map()
  try {
    for (const [number, read] of listOfReads(facts).entries()) {
      const health = watchHealth(portal)
      const runs: number[] = []
      await once(portal.url, read, cookies[read.as])
      for (let run = 0; run < (read.runs ?? 9); run += 1)
        runs.push(await once(portal.url, read, cookies[read.as]))
      times.set(`${number} ${read.name}`, { ms: median(runs), healthMs: await health.stop() })
    }
  } finally {
    await portal.stop()
  }
  return { times, startMs: portal.firstAnswerMs, startHealthMs }
}

function print(small: Measured, large: Measured): boolean {
  let isHeld = true
  const line = (name: string, cells: string[], holds: boolean) => {
    isHeld &&= holds
    console.log(
      `${name.padEnd(46)}${cells.map((cell) => cell.padStart(11)).join('')}  ${holds ? '' : 'ABOVE THE LIMIT'}`,
    )
  }
  console.log(
    `${''.padEnd(46)}${[few, wanted, 'ratio', '/health'].map((cell) => String(cell).padStart(11)).join('')}`,
  )
  const before = [...small.times.values()]
  for (const [at, [name, { ms, healthMs }]] of [...large.times].entries()) {
    const ratio = ms / (before[at]?.ms ?? Number.NaN)
    const holds = (ratio <= bar.ratio || ms <= bar.ms) && healthMs <= bar.healthMs
    const cells = [
      `${before[at]?.ms.toFixed(1)} ms`,
      `${ms.toFixed(1)} ms`,
      ratio.toFixed(2),
      `${healthMs.toFixed(0)} ms`,
    ]
    line(name.replace(/^\d+ /, ''), cells, holds)
  }
  const starts = [`${small.startMs.toFixed(0)} ms`, `${large.startMs.toFixed(0)} ms`]
  line('start to the first answer', starts, large.startMs <= bar.startMs)
  const after = [`${small.startHealthMs.toFixed(0)} ms`, `${large.startHealthMs.toFixed(0)} ms`]
  line('/health, longest in the 10 s after it', after, large.startHealthMs <= bar.healthMs)
  return isHeld
}

async function bench(folder: string, server: PostgresServer | null): Promise<boolean> {
  const results: Measured[] = []
  for (const users of [few, wanted]) {
    const dataDir = join(folder, `users-${users}`)
    const databaseUrl = server ? await createDatabase(server, users) : undefined
    const isThere = !server && (await Bun.file(join(dataDir, 'complete')).exists())
    await mkdir(dataDir, { recursive: true })
    if (!isThere) {
      await prepare({ dataDir, databaseUrl }, users)
      await Bun.write(join(dataDir, 'complete'), '')
    }
    results.push(await measure({ dataDir, databaseUrl }, users))
  }
  const [small, large] = results
  return small !== undefined && large !== undefined && print(small, large)
}

async function createDatabase(server: PostgresServer, users: number): Promise<string> {
  const client = new Bun.SQL(server.url, { max: 1 })
  await client.unsafe(`create database users_${users}`)
  await client.close()
  const url = new URL(server.url)
  url.pathname = `/users_${users}`
  return url.href
}

await buildRelease()
const cores = availableParallelism()
console.log(`${cores} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, the client on the same machine`)
const server = values.postgres ? await startEmbeddedPostgres() : null
const run = async (folder: string) => {
  process.exitCode = (await bench(folder, server)) ? 0 : 1
}
try {
  await (values.folder ? run(values.folder) : inFolder(run))
} finally {
  await server?.stop()
}
