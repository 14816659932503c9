import { inArray } from 'drizzle-orm'
import { prepareOnce } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import { readProcessTable } from '#server/system/proc.ts'
import { type MeasuredService, measuredStatuses, selectMeasured } from './measured-service.ts'
import type { ProcessTable } from './node-metrics.ts'
import { usagesOf } from './shares.ts'
import { addToSiteDay, type SiteSamples } from './site-days.ts'
import { slotOf } from './slots.ts'

type Sample = Store['t']['serverMetrics']['$inferInsert']

const measured = (store: Store) =>
  selectMeasured(store)
    .where(inArray(store.t.userServices.status, measuredStatuses))
    .prepare('measured_services')

// PostgreSQL allows 65,535 parameters in a statement, SQLite half of that.
const rowsPerInsert = 1_000

const idle = { cpuUsage: 0, memoryUsage: 0, diskUsage: 0, uptime: 0, processes: 0, isUp: false }

async function sample(ctx: JobContext, service: MeasuredService, table: ProcessTable): Promise<Sample> {
  const { id: serviceId, userId, diskBytes, limits } = service
  const now = ctx.now()
  // Counters as of the sample's time: measuring may continue past midnight, when they restart.
  const { bytesIn, bytesOut, ...answers } = ctx.traffic.of(serviceId)
  const { usage } = await ctx.nodeMetrics.measure(service, ctx.servers.processOf(serviceId), { now, table })
  const metrics = usage
    ? {
        ...usagesOf({ ...usage, diskBytes }, limits),
        uptime: usage.uptimeSeconds,
        processes: usage.processes.length,
        isUp: true,
      }
    : idle
  const network = { networkIn: bytesIn, networkOut: bytesOut, bandwidth: bytesIn + bytesOut }
  return { userId, serviceId, ...metrics, ...network, ...answers, recordedAt: now, slot: slotOf(now) }
}

/**
 * Sites that should run, and those reachable: visitors need the web server and the gateway. Null where no gateway is configured,
 * and until its state is known.
 */
function siteSamplesOf(ctx: JobContext, services: MeasuredService[], samples: Sample[]): SiteSamples | null {
  const { state } = ctx.gateway
  if (state === 'off' || state === 'starting') return null
  const wanted = new Set(services.filter(({ status }) => status !== 'stopped').map(({ id }) => id))
  const sites = samples.filter(({ serviceId }) => wanted.has(serviceId))
  const up = state === 'running' ? sites.filter(({ isUp }) => isUp) : []
  return { samples: sites.length, upSamples: up.length }
}

/** Measures every service that should run and stores the samples in one transaction, when this node runs them. */
export async function sampleServices(ctx: JobContext): Promise<void> {
  if (!ctx.servers.isHere) return
  const services = await prepareOnce(ctx.store, measured).execute()
  const table = readProcessTable()
  const samples: Sample[] = []
  for (const service of services) samples.push(await sample(ctx, service, table))
  ctx.nodeMetrics.keep(new Set(services.map(({ id }) => id)))
  if (samples.length === 0) return
  const sites = siteSamplesOf(ctx, services, samples)
  await ctx.store.tx(async (tx) => {
    for (let at = 0; at < samples.length; at += rowsPerInsert)
      await tx.insert(tx.t.serverMetrics).values(samples.slice(at, at + rowsPerInsert))
    if (sites !== null && sites.samples > 0) await addToSiteDay(tx, ctx.now(), sites)
  })
}
