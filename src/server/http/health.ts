import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Hono } from 'hono'
import { z } from 'zod'
import { acquireLease } from '#db/locks/leases.ts'
import { diskFloorBytes } from '#shared/bytes.ts'
import { type Metric, writeMetric } from '#shared/text/metrics-text.ts'
import type { Deps } from '../context.ts'
import type { HttpRoute } from '../feature.ts'
import { describeFailure } from '../log.ts'
import type { RequestEnv } from './transport.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Requests by status class since the start, and those in progress, for /metrics. */
export type Counters = { requests: Map<string, number>; inFlight: number; isDraining: boolean }

/** The lines of /metrics about requests and from features, in the Prometheus text format; process metrics are separate. */
type Measured = { counters: Counters; writeMore: () => string[] }

const keptMs = 1_000
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

const stateOutput = z.object({ ok: z.boolean(), problem: z.string().optional() })

/** Endpoints for operators and their programs. */
export const healthRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/health',
    access: 'visitor',
    description: {
      summary: 'Reports that the portal is alive.',
      answer: { type: 'application/json', schema: stateOutput },
    },
  },
  {
    method: 'GET',
    path: '/ready',
    access: 'visitor',
    description: {
      summary: 'Reports whether the portal accepts writes.',
      answer: { type: 'application/json', schema: stateOutput },
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    access: 'loopback or token',
    description: {
      summary: 'Returns the metrics in Prometheus text format.',
      answer: { type: 'text/plain' },
      refusals: [404],
    },
  },
]

/**
 * Why the store or the disk cannot take a write now, or `null`. Commits a row, since a full disk still lets an empty transaction
 * through.
 */
async function tryWriting({ store, env, log }: Deps): Promise<string | null> {
  try {
    const beat = { name: `ready:${process.pid}`, holder: 'ready', now: new Date(), ttlMs: 1_000 }
    await acquireLease(store, beat)
  } catch (error) {
    log.warn('not ready', describeFailure(error))
    return 'the store does not accept writes'
  }
  const disk = await statfs(env.DATA_DIR)
  return disk.bavail * disk.bsize < diskFloorBytes ? 'the disk is almost full' : null
}

/** Why the portal cannot accept requests now, or `null`; a test write's result is reused for a second. */
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

/** Whether the request came from this machine directly, and not through a proxy on it. */
const isLocal = (address: string, headers: Headers): boolean =>
  loopback.test(address) && !['x-forwarded-for', 'forwarded', 'via'].some((name) => headers.has(name))

function mayReadMetrics({ env }: Deps, address: string, headers: Headers): boolean {
  if (isLocal(address, headers)) return true
  const authorization = headers.get('authorization')
  if (!env.METRICS_TOKEN || !authorization) return false
  const [given, expected] = [Buffer.from(authorization), Buffer.from(`Bearer ${env.METRICS_TOKEN}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const metrics = {
  requests: {
    name: 'portal_requests_total',
    type: 'counter',
    help: 'Requests answered since the start, by status class.',
  },
  inFlight: {
    name: 'portal_requests_in_flight',
    type: 'gauge',
    help: 'Requests in progress.',
  },
  resident: {
    name: 'portal_resident_bytes',
    type: 'gauge',
    help: 'Resident memory of the process.',
  },
  uptime: { name: 'portal_uptime_seconds', type: 'gauge', help: 'Time since the start.' },
} as const satisfies Record<string, Metric>

function writeMetrics(deps: Deps, { counters, writeMore }: Measured): string {
  const { rss } = process.memoryUsage()
  const uptime = (Date.now() - deps.startedAt.getTime()) / 1_000
  const requests = [...counters.requests].map(([status, value]) => ({ labels: { status }, value }))
  return [
    ...writeMetric(metrics.requests, requests),
    ...writeMetric(metrics.inFlight, counters.inFlight),
    ...writeMetric(metrics.resident, rss),
    ...writeMetric(metrics.uptime, uptime),
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
