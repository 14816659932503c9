import { createReadStream } from 'node:fs'
import { toWeb } from '#features/databases/storage/to-web.ts'
import { startMariaDb } from './mariadb.ts'
import { startPostgres } from './postgresql.ts'
import { createNames, newCredentials, runAll, streamOf } from './ways.ts'

// A program: imports a file at the same moment into as many databases as it is told to, and prints what that takes as `Measured`.

export type Measured = {
  /** Bytes by which the process was larger at its largest than before. */
  grewBytes: number
  /** The longest time in which nothing else got its turn. */
  blockedMs: number
  tookMs: number
  /** What each import was refused with; null for one that was carried out. */
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

/** Looks at the process all the time; answers what was the most until then. */
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
