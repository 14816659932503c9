import { call } from './journey.ts'
import { findFaults, startLoad, untilSettled } from './shared-load.ts'
import { openSharedStage, pick, type SharedStage } from './shared-stage.ts'

export type PostgresKills = {
  kills: number
  stored: number
  answers: Record<string, number>
  /** Refusals without Retry-After. */
  withoutRetryAfter: number
  /** From the first accepted connection until every node answered every kind of call. */
  longestRecoveryMs: number
  longestBusyMs: number
  /** Lines of the portal’s log about the database, per node; two for each kill. */
  lines: number
  faults: string[]
}

type Tally = { statuses: Map<number, number>; withoutRetryAfter: number; faults: string[] }

const paths = [
  '/api/user',
  '/api/user-services',
  '/api/service-categories',
  '/api/files',
  '/api/backups',
  '/dashboard',
  '/',
]

/** Requests every kind of call and page in turn on one node, until it is stopped. */
function startVisitor(stage: SharedStage, tally: Tally, isStopped: () => boolean): Promise<void>[] {
  return paths.map(async (path) => {
    while (!isStopped()) {
      const answer = await call(stage.anyNode().url + path, { cookie: stage.cookie })
      await answer.arrayBuffer()
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 503 && !answer.headers.has('retry-after')) {
        tally.withoutRetryAfter += 1
        tally.faults.push(`${path} was answered 503 without Retry-After`)
      }
      if (answer.status >= 500 && answer.status !== 503)
        tally.faults.push(`${path} was answered ${answer.status}`)
      await Bun.sleep(10)
    }
  })
}

async function untilAnswering(stage: SharedStage): Promise<number> {
  const started = performance.now()
  for (const { server } of stage.seats)
    for (const path of [...paths, '/ready'])
      while ((await call(`${server?.url}${path}`, { cookie: stage.cookie })).status >= 400)
        await Bun.sleep(20)
  return performance.now() - started
}

/** Log lines that a kill of PostgreSQL causes: the database is out of reach, or back. Any other failure is a fault. */
function readLog(stage: SharedStage, kills: number): { lines: number; faults: string[] } {
  const entries = stage.seats.flatMap(({ server }) => server?.log ?? [])
  const failures = entries.filter((line) => /"level":"(warn|error)"/.test(line))
  const gone = failures.filter((line) => line.includes('unreachable'))
  const back = entries.filter((line) => line.includes('the database is back'))
  const others = failures.filter((line) => !line.includes('unreachable') && !line.includes('away for longer'))
  const wanted = kills * stage.seats.length
  const isOnce = gone.length === wanted && back.length === wanted
  return {
    lines: gone.length + back.length,
    faults: [
      ...others.map((line) => `logged: ${line.slice(0, 400)}`),
      ...(isOnce ? [] : [`${wanted} outages were logged as ${gone.length} gone and ${back.length} back`]),
    ],
  }
}

/**
 * Kills PostgreSQL (SIGKILL, all of its processes) under load and starts it again, `kills` times. Acknowledged writes
 * must be there, no call may be answered 500, and work resumes automatically.
 */
export async function killPostgres(
  kills: number,
  {
    nodes = 1,
    downMs = 1_500,
    onKill = () => {},
  }: { nodes?: number; downMs?: number; onKill?: (done: number, ms: number) => void } = {},
): Promise<PostgresKills> {
  const stage = await openSharedStage({ nodes, services: 2 })
  const tally: Tally = { statuses: new Map(), withoutRetryAfter: 0, faults: [] }
  let longestRecoveryMs = 0
  let isStopped = false
  try {
    const load = startLoad(stage, 4)
    const visitors = startVisitor(stage, tally, () => isStopped)
    for (let done = 1; done <= kills; done += 1) {
      await Bun.sleep(800 + pick([0, 100, 350, 900]))
      await stage.postgres.kill9()
      await Bun.sleep(downMs)
      await stage.postgres.startAgain()
      const ms = await untilAnswering(stage)
      longestRecoveryMs = Math.max(longestRecoveryMs, ms)
      onKill(done, ms)
      // The log reports the end of an outage after one quiet second.
      await Bun.sleep(1_500)
    }
    isStopped = true
    await Promise.all([load.stop(), ...visitors])
    const { record } = load
    await untilSettled(stage, 30_000).catch((error) => tally.faults.push(String(error)))
    const { lines, faults } = readLog(stage, kills)
    for (const [status, count] of record.answers)
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + count)
    return {
      kills,
      stored: record.kept.size + record.deleted.length,
      answers: Object.fromEntries(tally.statuses),
      withoutRetryAfter: tally.withoutRetryAfter,
      longestRecoveryMs: Math.round(longestRecoveryMs),
      longestBusyMs: Math.round(record.longestBusyMs),
      lines,
      faults: [...tally.faults, ...faults, ...(await findFaults(stage, record))],
    }
  } finally {
    isStopped = true
    await stage.close()
  }
}
