import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Hono } from 'hono'
import { acquireLease } from '#db/leases.ts'
import { diskFloorBytes } from '#shared/bytes.ts'
import type { Deps } from './context.ts'
import type { RequestEnv } from './doors.ts'
import { describeFailure } from './log.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Requests by status class since the start, and those that have no answer yet, for /metrics. */
export type Counters = { requests: Map<string, number>; inFlight: number; isDraining: boolean }

/** Why the portal cannot take requests now, or `null`. Commits a row: a full disk lets an empty transaction through. */
async function findProblem({ store, env, log }: Deps, counters: Counters): Promise<string | null> {
  if (counters.isDraining) return 'shutting down'
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

function mayReadMetrics({ env }: Deps, address: string, authorization: string | undefined): boolean {
  if (loopback.test(address)) return true
  if (!env.METRICS_TOKEN || !authorization) return false
  const [given, expected] = [Buffer.from(authorization), Buffer.from(`Bearer ${env.METRICS_TOKEN}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function writeMetrics(deps: Deps, counters: Counters): string {
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
    '',
  ].join('\n')
}

/** `/health` (alive), `/ready` (commits, and has room), `/metrics` (Prometheus text; loopback or token). */
export function mountHealth(app: Hono<RequestEnv>, deps: Deps, counters: Counters): void {
  app.get('/health', (c) => c.json({ ok: true }))
  app.get('/ready', async (c) => {
    const problem = await findProblem(deps, counters)
    return problem ? c.json({ ok: false, problem }, 503, { 'retry-after': '5' }) : c.json({ ok: true })
  })
  app.get('/metrics', (c) =>
    mayReadMetrics(deps, c.env.addressOf(), c.req.header('authorization'))
      ? c.text(writeMetrics(deps, counters))
      : c.notFound(),
  )
}
