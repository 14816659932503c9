import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Hono } from 'hono'
import { acquireLease } from '#db/leases.ts'
import { diskFloorBytes } from '#shared/bytes.ts'
import type { Deps } from '../context.ts'
import { describeFailure } from '../log.ts'
import type { RequestEnv } from './transport.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Requests by status class since the start, and those not yet answered, for /metrics. */
export type Counters = { requests: Map<string, number>; inFlight: number; isDraining: boolean }

/** The lines of /metrics beside those about the process: the requests, and those of features in Prometheus' text format. */
type Measured = { counters: Counters; writeMore: () => string[] }

const keptMs = 1_000
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Why the store or the disk cannot accept a write now, or `null`. Commits a row: a full disk lets an empty transaction pass. */
async function tryWriting({ store, env, log }: Deps): Promise<string | null> {
  try {
    const beat = { name: `ready:${process.pid}`, holder: 'ready', now: new Date(), ttlMs: 1_000 }
    await acquireLease(store, beat)
  } catch (error) {
    log.warn('not ready', describeFailure(error))
    return 'the store does not accept writes'
  }
  const disk = await statfs(env.DATA_DIR)
  return disk.bavail * disk.bsize < diskFloorBytes ? 'the disk is nearly full' : null
}

/** Why the portal cannot accept requests now, or `null`; the result of a test write is reused for a second. */
function createProblemFinder(deps: Deps, counters: Counters): () => Promise<string | null> {
  let found: Promise<string | null> | null = null
  let foundAt = 0
  return async () => {
    if (counters.isDraining) return 'shutting down'
    if (found === null || performance.now() - foundAt >= keptMs) {
      foundAt = performance.now()
      found = tryWriting(deps)
    }
    return found
  }
}

/** Whether the request came from this machine itself, and not through a proxy on it. */
const isLocal = (address: string, headers: Headers): boolean =>
  loopback.test(address) && !['x-forwarded-for', 'forwarded', 'via'].some((name) => headers.has(name))

function mayReadMetrics({ env }: Deps, address: string, headers: Headers): boolean {
  if (isLocal(address, headers)) return true
  const authorization = headers.get('authorization')
  if (!env.METRICS_TOKEN || !authorization) return false
  const [given, expected] = [Buffer.from(authorization), Buffer.from(`Bearer ${env.METRICS_TOKEN}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function writeMetrics(deps: Deps, { counters, writeMore }: Measured): string {
  const { rss } = process.memoryUsage()
  const uptime = (Date.now() - deps.startedAt.getTime()) / 1_000
  return [
    '# TYPE portal_requests_total counter',
    ...[...counters.requests].map(([status, count]) => `portal_requests_total{status="${status}"} ${count}`),
    '# TYPE portal_requests_in_flight gauge',
    `portal_requests_in_flight ${counters.inFlight}`,
    '# TYPE portal_resident_bytes gauge',
    `portal_resident_bytes ${rss}`,
    '# TYPE portal_uptime_seconds gauge',
    `portal_uptime_seconds ${uptime}`,
    ...writeMore(),
    '',
  ].join('\n')
}

/** `/health` (alive), `/ready` (commits, and has room), `/metrics` (Prometheus text; loopback or token). */
export function mountHealth(app: Hono<RequestEnv>, deps: Deps, measured: Measured): void {
  app.get('/health', (c) => c.json({ ok: true }))
  const findProblem = createProblemFinder(deps, measured.counters)
  app.get('/ready', async (c) => {
    const problem = await findProblem()
    return problem ? c.json({ ok: false, problem }, 503, { 'retry-after': '5' }) : c.json({ ok: true })
  })
  app.get('/metrics', (c) =>
    mayReadMetrics(deps, c.env.addressOf(), c.req.raw.headers)
      ? c.text(writeMetrics(deps, measured), 200, { 'content-type': metricsType })
      : c.notFound(),
  )
}
