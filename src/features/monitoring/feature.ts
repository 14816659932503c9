import type { Feature } from '#server/feature.ts'
import { exports } from './exports.ts'
import { createNodeMetrics, type NodeMetrics } from './metrics/node-metrics.ts'
import { monitoringProcedures } from './router.ts'
import { rollingUp, sampling } from './tasks.ts'
import { openTraffic, type Traffic } from './traffic.ts'

declare module '#server/context.ts' {
  interface Deps {
    /** Usage of the web servers on this node. */
    nodeMetrics: NodeMetrics
    /** Gateway counters of each service. */
    traffic: Traffic
  }
}

export const monitoring = {
  name: 'monitoring',
  procedures: { servers: monitoringProcedures },
  open: async ({ store, now, log }) => ({
    nodeMetrics: createNodeMetrics(),
    traffic: await openTraffic({ store, now, log }),
  }),
  close: ({ traffic }) => traffic.close(),
  // Every five seconds, however long other tasks take.
  work: { samples: { tasks: [sampling, rollingUp] } },
  exports,
} satisfies Feature
