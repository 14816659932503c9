import { z } from 'zod'
import { customer } from '#server/trpc/trpc.ts'
import { byId } from '#shared/schema.ts'
import { metricsInput, metricsOutput, processOutput, statsOutput } from './contract/contract.ts'
import { todayInput, todayOutput } from './contract/today.ts'
import { readMetrics } from './metrics/metrics.ts'
import { versionMetrics } from './metrics/metrics-version.ts'
import { readProcesses, readStats, versionStats } from './metrics/stats.ts'
import { readToday } from './metrics/today.ts'

/** Part of the `servers` procedure group, beside those of services. */
export const monitoringProcedures = {
  stats: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'service' } },
      rest: 'GET /api/server-stats/:id',
      summary: 'Shows a server’s current usage as percentages of its plan.',
      poll: true,
      etag: versionStats,
    })
    .input(byId)
    .output(statsOutput)
    .query(({ ctx, input }) => readStats(ctx, input)),
  today: customer
    .meta({
      shared: { from: 'viewer', by: { ids: 'service' } },
      summary: 'Shows traffic and uptime of services in the last 24 hours.',
    })
    .input(todayInput)
    .output(z.array(todayOutput))
    .query(({ ctx, input }) => readToday(ctx, input)),
  processes: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'service' } },
      rest: 'GET /api/server-processes/:id',
      summary: 'Lists the processes of a server.',
      poll: true,
    })
    .input(byId)
    .output(z.array(processOutput))
    .query(({ ctx, input }) => readProcesses(ctx, input)),
  metrics: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'service' } },
      rest: 'GET /api/server-metrics/:id',
      summary: 'Shows a server’s metrics and uptime for the last hour, day or week.',
      poll: true,
      etag: versionMetrics,
    })
    .input(metricsInput)
    .output(metricsOutput)
    .query(({ ctx, input }) => readMetrics(ctx, input)),
}
