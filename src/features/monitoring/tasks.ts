import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { minute } from '#shared/time.ts'
import { sampleMs } from './metrics/node-metrics.ts'
import { rollUpMetrics } from './metrics/rollups.ts'
import { sampleServices } from './metrics/sampling.ts'

/** Samples the services on this node. */
export const sampling: ScheduledTask = {
  name: 'server-samples',
  everyMs: sampleMs,
  isPerNode: true,
  run: sampleServices,
}

/** Rolls measurements up and deletes old ones. */
export const rollingUp: ScheduledTask = {
  name: 'server-rollups',
  everyMs: minute,
  run: (ctx) => rollUpMetrics(ctx.store, ctx.now()),
}
