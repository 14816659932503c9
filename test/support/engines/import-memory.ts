import { createReadStream } from 'node:fs'
import { toWeb } from '#features/databases/storage/to-web.ts'
import { createNames, newCredentials, runAll, streamOf } from './fixtures.ts'
import { startMariaDb } from './mariadb.ts'
import { startPostgres } from './postgresql.ts'

// A program that imports a file into several databases at the same time, and prints the memory and time as `Measured`.

export type Measured = {
  /** The growth of the process at its peak, in bytes. */
  grewBytes: number
  /** The longest block of the event loop. */
  blockedMs: number
  tookMs: number
  /** The error of each import; null for a successful one. */
  refused: (string | null)[]
}

const [type, count, file = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const pollMs = 2

const world = await (type === 'mysql' ? startMariaDb() : startPostgres({ DB_POSTGRES: 'embedded' })())
const nextNames = createNames()

async function addDatabase() {
  const mine = newCredentials(nextNames())
  await world.engine.ensure({ ...mine, isOpen: true, allow: [] })
  await runAll(world.sql, mine, 'create table t (a text)')
  await world.engine.load(mine, streamOf(Bun.gzipSync("insert into t values ('small');")), signal)
  return mine
}

async function load(mine: Awaited<ReturnType<typeof addDatabase>>): Promise<string | null> {
  try {
    await world.engine.load(mine, toWeb(createReadStream(file)), signal)
    return null
  } catch (error) {
    return String(error)
  }
}

/** Samples the process continuously; returns the maximum so far. */
function watch() {
  const [before, startedAt] = [process.memoryUsage.rss(), performance.now()]
  let [peak, blockedMs, seenAt] = [before, 0, startedAt]
  const timer = setInterval(() => {
    const now = performance.now()
    peak = Math.max(peak, process.memoryUsage.rss())
    blockedMs = Math.max(blockedMs, now - seenAt - pollMs)
    seenAt = now
  }, pollMs)
  return () => {
    clearInterval(timer)
    return { grewBytes: peak - before, blockedMs, tookMs: performance.now() - startedAt }
  }
}

try {
  const databases = await Promise.all(Array.from({ length: Number(count) }, addDatabase))
  Bun.gc(true)
  const end = watch()
  const refused = await Promise.all(databases.map(load))
  const measured: Measured = { ...end(), refused }
  console.log(JSON.stringify(measured))
} finally {
  await world.stop()
}
process.exit(0)
