import { existsSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#db/store.ts'
import type { Backup } from '#features/backups/contract/contract.ts'
import type { BrowsePage } from '#features/file-manager/contract/contract.ts'
import { countWrongTotals } from '#features/files/upkeep/check-totals.ts'
import { call, trusting, withoutSites } from '#test/faults/journey.ts'
import { startServer } from '#test/support/server.ts'
import { buildRelease } from '../build/client.ts'
import { makeLargeSite } from './data/many-files.ts'
import { median, programAt, residentBytes, timed, watchHealth, watchPeak } from './support/measure.ts'

// `bun run bench manyfiles [count]`: a service with that many files (500,000). Times of the file manager's pages for every sort,
// of a backup, a restore and changes to a large folder; the portal's memory, its longest tick, and the latency of /health.

const count = Number(process.argv[2] ?? 500_000)
const bars = { pageMs: 50, residentMb: 250, tickMs: 100 }
const misses: string[] = []

await buildRelease()
const site = await makeLargeSite(count)
const env = { ...trusting, ...withoutSites, BUN_OPTIONS: `--preload=${programAt('event-loop-monitor')}` }
const start = () => startServer({ dataDir: site.dataDir, env, timeoutSeconds: 120 })
let server = await start()
const ticksOf = () => join(tmpdir(), `portal-ticks-${server.pid}`)
const send = (path: string, json?: unknown, method?: string) =>
  method
    ? fetch(server.url + path, {
        method,
        body: JSON.stringify(json ?? {}),
        headers: { cookie: site.customer, 'content-type': 'application/json' },
      })
    : call(server.url + path, { cookie: site.customer, json })
const ask = async <T>(path: string, json?: unknown, method?: string): Promise<T> => {
  const answer = await send(path, json, method)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

const longestTick = (from: number) =>
  existsSync(ticksOf())
    ? Math.max(
        0,
        ...readFileSync(ticksOf(), 'utf8')
          .split('\n')
          .map((line) => line.split(' ').map(Number))
          .filter(([at = 0]) => at >= from)
          .map(([, ms = 0]) => ms),
      )
    : 0

const print = (name: string, ...values: string[]) => console.log(name.padEnd(30), ...values)

/** Runs the work; returns its duration, the portal's peak memory, and the longest waits meanwhile. */
async function watch(name: string, work: () => Promise<unknown>): Promise<void> {
  watchPeak(server.pid)
  const asking = watchHealth(server)
  const from = Date.now()
  const { seconds } = await timed(work)
  const health = await asking.stop()
  const resident = (await residentBytes(server.pid, 'VmHWM')) / 1_048_576
  const tick = longestTick(from)
  if (resident > bars.residentMb) misses.push(`${name}: ${Math.round(resident)} MB`)
  if (tick > bars.tickMs) misses.push(`${name}: a tick of ${Math.round(tick)} ms`)
  print(
    name,
    `${seconds.toFixed(1)} s,`,
    `at most ${Math.round(resident)} MB,`,
    `longest tick ${Math.round(tick)} ms,`,
    `/health at most ${Math.round(health)} ms`,
  )
}

const browse = async (input: object) => {
  const text = encodeURIComponent(JSON.stringify(input))
  const started = performance.now()
  const { result } = await ask<{ result: { data: BrowsePage } }>(`/api/trpc/files.browse?input=${text}`)
  return { page: result.data, ms: performance.now() - started }
}

/** From the first page to the twentieth: a page in the middle costs as much as the first one. */
async function timePages(name: string, input: object, barMs = bars.pageMs): Promise<void> {
  const times: number[] = []
  let cursor: string | null | undefined
  for (let number = 0; number < 20; number += 1) {
    const { page, ms } = await browse({ ...input, ...(cursor ? { cursor } : {}) })
    times.push(ms)
    cursor = page.next
    if (!cursor) break
  }
  const middle = median(times)
  if (middle > barMs) misses.push(`${name}: ${Math.round(middle)} ms`)
  print(name, `${middle.toFixed(1)} ms, slowest of ${times.length}: ${Math.max(...times).toFixed(1)} ms`)
}

const list = () => ask<Backup[]>('/api/backups')
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await Bun.sleep(200)
}
async function backUp(): Promise<string> {
  const { id } = await ask<Backup>('/api/backups', { serviceId: site.serviceId })
  await until(async () => (await list()).find((each) => each.id === id)?.status !== 'pending')
  const made = (await list()).find((each) => each.id === id)
  if (made?.status !== 'completed') throw new Error(`the backup failed: ${made?.reason}`)
  return id
}
async function restore(id: string): Promise<void> {
  const verifiedAt = async () => (await list()).find((each) => each.id === id)?.verifiedAt
  const before = await verifiedAt()
  const { safetyBackupId } = await ask<{ safetyBackupId: string }>(`/api/backups/${id}/restore`, {})
  // The service accepts writes again once the job is done.
  await until(async () => (await send('/api/backups/schedule', schedule, 'PUT')).ok)
  const made = await list()
  if ((await verifiedAt()) === before)
    throw new Error(`not restored: ${made.find((each) => each.id === id)?.reason}`)
  await ask(`/api/backups/${safetyBackupId}`, {}, 'DELETE')
}
const schedule = {
  serviceId: site.serviceId,
  enabled: false,
  frequency: 'daily',
  time: '02:30',
  backupType: 'full',
  keep: 1,
}

const idOf = async (name: string): Promise<string> => {
  const { page } = await browse({ serviceId: site.serviceId, path: '' })
  const row = page.items.find(({ fileName }) => fileName === name)
  if (!row) throw new Error(`no ${name}`)
  return row.id
}

try {
  console.log(`${count} files, ${site.rows} rows`)
  await watch('nothing', () => Bun.sleep(3_000))
  for (const sort of ['name', '-name', 'size', '-size', 'date', '-date'])
    await timePages(`page by ${sort}`, { serviceId: site.serviceId, path: 'flat', sort })
  await timePages('page of all services', { path: 'flat' })
  await timePages('page of the root', { path: '' })
  await watch('20 searches for one of all', async () => {
    // Its time grows with the service, so it has no limit.
    await timePages('search', { q: `page-${count - 2}.` }, Number.POSITIVE_INFINITY)
    for (let number = 0; number < 19; number += 1) await browse({ q: `page-${count - 2 - number}.` })
  })
  const flat = await idOf('flat')
  await watch('half of it moved', () => ask(`/api/files/${flat}`, { name: 'other' }, 'PATCH'))
  await watch('half of it deleted', () => ask(`/api/files/${flat}`, {}, 'DELETE'))
  await watch('and brought back', () => ask(`/api/files/${flat}/undelete`, {}))
  await watch('an archive, refused', async () => {
    const { status } = await send(`/api/files/archive?ids=${flat}`)
    if (status !== 422) throw new Error(`the archive answered ${status}`)
  })
  // Backups are measured on a portal that has not served half a million rows before.
  rmSync(ticksOf(), { force: true })
  await server.stop()
  server = await start()
  let id = ''
  await watch('backup', async () => {
    id = await backUp()
  })
  print('archive', `${(((await list())[0]?.fileSize ?? 0) / 1_048_576).toFixed(1)} MB`)
  rmSync(join(site.root, 'other'), { recursive: true })
  await watch('restore of a deleted half', () => restore(id))
} finally {
  rmSync(ticksOf(), { force: true })
  await server.stop()
}
const store = await openStore({ dataDir: site.dataDir, mustExist: true })
const rows = await store.read.$count(store.t.files)
const wrong = await countWrongTotals(store)
await store.close()
if (rows !== site.rows) misses.push(`${rows} rows of ${site.rows}`)
if (wrong > 0) misses.push(`${wrong} wrong totals`)
console.log(misses.length === 0 ? 'within all limits' : `FAILED: ${misses.join('; ')}`)
await rm(site.dataDir, { recursive: true, force: true })
process.exitCode = misses.length === 0 ? 0 : 1
