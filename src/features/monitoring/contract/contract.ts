import { z } from 'zod'
import { id, instant } from '#shared/schema.ts'

/** Where metrics come from: measured in /proc, or simulated, which the screen must say. */
const metricSources = ['proc', 'simulated'] as const

/**
 * Current usage of a running service (docs/product/servers.md, "Server metrics"). Usages are percentages of the plan's limits, 0–100;
 * memory is PSS. `uptime` in seconds, the network in bytes since midnight IST. All zero while nothing runs.
 */
export const statsOutput = z.object({
  cpuUsage: z.number(),
  memoryUsage: z.number(),
  diskUsage: z.number(),
  uptime: z.number(),
  networkIn: z.number(),
  networkOut: z.number(),
  processes: z.number(),
  sampledAt: instant,
  source: z.enum(metricSources),
})
export type Stats = z.output<typeof statsOutput>

export const processStates = ['running', 'stopped', 'zombie'] as const

/** One process of a service: `cpu` in percent of one core, `memory` in bytes (PSS). */
export const processOutput = z.object({
  name: z.string(),
  pid: z.number(),
  cpu: z.number(),
  memory: z.number(),
  threads: z.number(),
  status: z.enum(processStates),
  startedAt: instant,
})
export type ServiceProcess = z.output<typeof processOutput>

const metricRanges = ['1h', '24h', '7d'] as const
export type MetricRange = (typeof metricRanges)[number]
export const metricsInput = z.object({ id, range: z.enum(metricRanges).default('1h') })

const reading = z.number().nullable()

/**
 * Measurements of one step that starts at `at`. Usages and the network are null while the service was down; values that were not
 * measured or counted are null too. `clientErrors` and `serverErrors` count 4xx and 5xx responses among the requests.
 */
export const metricPoint = z.object({
  at: instant,
  cpuUsage: reading,
  memoryUsage: reading,
  diskUsage: reading,
  networkIn: reading,
  networkOut: reading,
  requests: reading,
  clientErrors: reading,
  serverErrors: reading,
  pageViews: reading,
})
export type MetricPoint = z.output<typeof metricPoint>

export const blockStates = ['up', 'partial', 'down', 'unknown'] as const

/** One block of the uptime strip; `unknown` when nothing was measured, which counts neither as up nor as down. */
export const uptimeBlock = z.object({
  from: instant,
  to: instant,
  state: z.enum(blockStates),
  uptimePercent: reading,
})
export type UptimeBlock = z.output<typeof uptimeBlock>

/**
 * A range of measurements on an even grid, oldest first: usages are averages of the step in percent, the network and the
 * response counts are sums of the step. `uptimePercent` is the share of the measured time in which the service ran, null when
 * there is none.
 */
export const metricsOutput = z.object({
  range: z.enum(metricRanges),
  from: instant,
  to: instant,
  stepSeconds: z.number(),
  uptimePercent: reading,
  points: z.array(metricPoint),
  strip: z.array(uptimeBlock),
})
export type Metrics = z.output<typeof metricsOutput>
